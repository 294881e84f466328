import { createHash } from "node:crypto";
import { render } from "preact-render-to-string";
import { isDifferent } from "../report.js";
import { ChangeCard } from "./change-card.js";
import { filterRules, KindFilter } from "./kind-filter.js";
import type { PageContent } from "./page-content.js";
import { STYLE } from "./style.js";

/** A report as a whole HTML page. Texts of the datasets are escaped; the page's policy allows no script and no address. */
export function renderPage(content: PageContent): string {
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
        {/* Quotes of style sheets are no text to escape; nothing in it comes from a dataset. */}
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
        {report.reordered && <p>Icons that both have stand in another order.</p>}
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
              pictureBefore={change.before && before?.catalog.image(change.before.id)}
              pictureAfter={change.after && after.catalog.image(change.after.id)}
            />
          ))}
        </ul>
      </main>
    </>
  );
}

function SideLine({ generation, icons }: { readonly generation: string; readonly icons: number }) {
  return (
    <>
      {icons} icons, generation <code>{generation}</code>
    </>
  );
}
