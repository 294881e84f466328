import { createHash } from "node:crypto";
import type { ComponentChildren } from "preact";
import { render } from "preact-render-to-string";
import type { IconRecord, PaletteColor } from "#src/format/record.js";
import { RECORD_FIELDS } from "#src/format/record-and-detail-fields.js";
import { type ReadyImage, readyImage } from "#src/images/ready-image.js";
import { replaceFile } from "#src/platform/write-file.js";
import { CHANGE_KINDS, type IconChange, KIND_TITLES } from "./change.js";
import { STYLE } from "./page-style.js";
import { type DiffReport, isDifferent } from "./report.js";
import type { Side } from "./side.js";

/** Longer values are truncated to limit the height of a card. */
const SHOWN_CHARACTERS = 300;

const WIDTH = 96;
const HEIGHT = 10;

/**
 * Renders a report as an HTML page. Texts of the datasets are escaped; the page's policy allows neither scripts nor
 * external resources.
 */
function renderPage(content: PageContent): string {
  const style = STYLE + filterRules();
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
        <title>{`What changed in ${content.report.after.dataset}`}</title>
        {/* Style sheets must not be HTML-escaped; this one contains nothing from a dataset. */}
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body>
        <Body {...content} />
      </body>
    </html>,
  )}`;
}

function Body({ report, before, after }: PageContent) {
  const omitted = report.changed - report.changes.length;
  return (
    <>
      <header>
        <h1>What changed in {report.after.dataset}</h1>
        <dl>
          <div>
            <dt>Before</dt>
            <dd>{report.before === undefined ? "nothing" : <SideLine {...report.before} />}</dd>
          </div>
          <div>
            <dt>After</dt>
            <dd>
              <SideLine {...report.after} />
            </dd>
          </div>
        </dl>
        {!isDifferent(report) && <p>No icon changed.</p>}
        {report.reordered && <p>The order of the icons has changed.</p>}
      </header>
      <main>
        {report.changed > 0 && <KindFilter report={report} />}
        {omitted > 0 && (
          <p class="omitted">
            {report.changes.length} of {report.changed} changed icons are shown; --limit shows more of each kind.
          </p>
        )}
        <ul class="changes">
          {report.changes.map((change) => (
            <ChangeCard
              change={change}
              imageBefore={change.before && before && shownImage(before, change.before.id)}
              imageAfter={change.after && shownImage(after, change.after.id)}
            />
          ))}
        </ul>
      </main>
    </>
  );
}

function shownImage({ catalog }: Side, id: string): ReadyImage | undefined {
  const item = catalog.storedImage(id);
  return item && readyImage(item);
}

function SideLine({ generation, icons }: { readonly generation: string; readonly icons: number }) {
  return (
    <>
      {icons} icons, generation <code>{generation}</code>
    </>
  );
}

/** Content of a page. */
export interface PageContent {
  readonly report: DiffReport;
  /** Source of the previous images; undefined if there was no generation. */
  readonly before: Side | undefined;
  readonly after: Side;
}

/**
 * Writes a report as a self-contained page: images are embedded, and there are no scripts or external resources, so
 * that it can be sent by mail.
 *
 * @throws the system's error if the file can't be written; a previous file then remains unchanged
 */
export function writePage(path: string, report: DiffReport, before: Side | undefined, after: Side): Promise<void> {
  return replaceFile(path, renderPage({ report, before, after }));
}

interface CardContent {
  readonly change: IconChange;
  /** WebP; undefined if the icon has none. */
  readonly imageBefore: ReadyImage | undefined;
  readonly imageAfter: ReadyImage | undefined;
}

/** A changed icon: before and after side by side, and its differences. */
function ChangeCard({ change, imageBefore, imageAfter }: CardContent) {
  const { kinds, before, after, distance, paletteDistance } = change;
  const { id, name, category, developer } = (after ?? before)!;
  return (
    <li class={`change ${kinds.map((kind) => `is-${kind}`).join(" ")}`}>
      <h2>{name}</h2>
      <p class="origin">
        <code>{id}</code> · {category} · {developer}
      </p>
      <p class="tags">
        {kinds.map((kind) => (
          <span class={`tag tag-${kind}`}>{KIND_TITLES[kind]}</span>
        ))}
      </p>
      <div class="sides">
        {before && <Look label="Before" record={before} image={imageBefore} />}
        {after && <Look label="After" record={after} image={imageAfter} />}
      </div>
      <dl>
        {distance !== undefined && <Fact name="Hamming distance">{distance} of 64</Fact>}
        {paletteDistance !== undefined && <Fact name="Palette changed by">{paletteDistance.toFixed(4)} in OKLab</Fact>}
        {before && after && namesOf(change).map((field) => <FieldChange field={field} before={before} after={after} />)}
      </dl>
    </li>
  );
}

/** The fields whose values are shown as text. */
function namesOf({ kinds, fields }: IconChange): (keyof IconRecord)[] {
  const told = (["id", "name", "category"] as const).filter((field) => kinds.includes(field));
  return [...told, ...(fields as (keyof IconRecord)[])];
}

function Look({
  label,
  record,
  image,
}: {
  readonly label: string;
  readonly record: IconRecord;
  readonly image: ReadyImage | undefined;
}) {
  return (
    <figure>
      {image === undefined ? (
        <span class="image">no image</span>
      ) : (
        <img
          class="image"
          src={`data:${image.type};base64,${image.bytes.toString("base64")}`}
          alt={`${record.name}, ${label.toLowerCase()}`}
          width="96"
          height="96"
        />
      )}
      {record.colorPalette && <PaletteBar palette={record.colorPalette} />}
      <figcaption>{label}</figcaption>
    </figure>
  );
}

function FieldChange({
  field,
  before,
  after,
}: {
  readonly field: keyof IconRecord;
  readonly before: IconRecord;
  readonly after: IconRecord;
}) {
  return (
    <Fact name={RECORD_FIELDS[field].label}>
      <del>{valueText(before[field])}</del> <ins>{valueText(after[field])}</ins>
    </Fact>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function valueText(value: unknown): string {
  if (value === undefined) return "none";
  const isText = typeof value === "string" || (Array.isArray(value) && value.every((item) => typeof item === "string"));
  const text = isText ? [value].flat().join(", ") : JSON.stringify(value);
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}

/** Choices that work by style sheet alone. */
function KindFilter({ report }: { readonly report: DiffReport }) {
  return (
    <fieldset class="kinds">
      <legend>Show</legend>
      <label>
        <input type="radio" name="kind" id="kind-all" checked /> All <span class="count">{report.changed}</span>
      </label>
      {CHANGE_KINDS.filter((kind) => report.counts[kind] > 0).map((kind) => (
        <label>
          <input type="radio" name="kind" id={`kind-${kind}`} /> {KIND_TITLES[kind]}{" "}
          <span class="count">{report.counts[kind]}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** CSS rules that hide changes of kinds that are not selected. Browsers without `:has` show all changes. */
function filterRules(): string {
  return CHANGE_KINDS.map(
    (kind) => `body:has(#kind-${kind}:checked) .change:not(.is-${kind}) { display: none }\n`,
  ).join("");
}

/**
 * A palette as a bar, in which the width of each color is its share. It is an SVG, since the page's policy forbids
 * inline styles.
 */
function PaletteBar({ palette }: { readonly palette: readonly PaletteColor[] }) {
  let x = 0;
  const text = palette.map(({ hex, name, share }) => `${name} ${hex} ${Math.round(share * 100)} %`).join(", ");
  return (
    <svg class="palette" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={text}>
      <title>{text}</title>
      {palette.map(({ hex, share }) => {
        const width = share * WIDTH;
        const color = <rect x={x} y="0" width={width} height={HEIGHT} fill={hex} />;
        x += width;
        return color;
      })}
    </svg>
  );
}
