import { createHash } from "node:crypto";
import type { ComponentChildren } from "preact";
import { render } from "preact-render-to-string";
import type { ReadyImage } from "#src/images/ready-image.js";
import { STYLE } from "./page-style.js";

/** A self-contained page. */
interface PageFrame {
  readonly title: string;
  /** Rules after those of every page. They must not contain anything from a dataset, since they are not escaped. */
  readonly rules?: string;
  readonly body: ComponentChildren;
}

/**
 * Renders a page without scripts and external resources, which its policy forbids. Texts of datasets are escaped;
 * images are embedded.
 */
export function renderFrame({ title, rules = "", body }: PageFrame): string {
  const style = STYLE + rules;
  const hash = createHash("sha256").update(style).digest("base64");
  return `<!doctype html>${render(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta
          http-equiv="Content-Security-Policy"
          content={`default-src 'none'; img-src data:; style-src 'sha256-${hash}'`}
        />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        {/* Style sheets must not be HTML-escaped; this one contains nothing from a dataset. */}
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body>{body}</body>
    </html>,
  )}`;
}

/** An image of an icon, or a note that it has none. @param alt empty if the caption says the same */
export function IconImage({ image, alt }: { readonly image: ReadyImage | undefined; readonly alt: string }) {
  if (image === undefined) return <span class="image">no image</span>;
  const src = `data:${image.type};base64,${image.bytes.toString("base64")}`;
  return <img class="image" src={src} alt={alt} width="96" height="96" />;
}

/** A choice of the cards to show. */
export interface CardFilter {
  /** Part of the class of its cards: `is-<name>`. */
  readonly name: string;
  readonly title: string;
  /** Number of cards, including those that the page leaves out. */
  readonly count: number;
}

/** Choices that work by style sheet alone, see `filterRules`. Those without cards are left out. */
export function CardFilters({ filters, total }: { readonly filters: readonly CardFilter[]; readonly total: number }) {
  return (
    <fieldset class="kinds">
      <legend>Show</legend>
      <label>
        <input type="radio" name="kind" id="kind-all" checked /> All <span class="count">{total}</span>
      </label>
      {filters
        .filter(({ count }) => count > 0)
        .map(({ name, title, count }) => (
          <label>
            <input type="radio" name="kind" id={`kind-${name}`} /> {title} <span class="count">{count}</span>
          </label>
        ))}
    </fieldset>
  );
}

/** CSS rules that hide cards that are not selected. Browsers without `:has` show all cards. */
export function filterRules(names: readonly string[]): string {
  return names.map((name) => `body:has(#kind-${name}:checked) .change:not(.is-${name}) { display: none }\n`).join("");
}
