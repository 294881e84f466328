import type { ReadyImage } from "#src/images/ready-image.js";
import { replaceFile } from "#src/platform/write-file.js";
import { CardFilters, filterRules, IconImage, renderFrame } from "../diff/page-parts.js";
import type { MergeReport, PairSide, ReportedPair } from "./options.js";

/** The images of a pair; undefined if a record has none. */
export type PairImages = readonly [first: ReadyImage | undefined, second: ReadyImage | undefined];

/** Names of the reasons for people. */
export const REASON_TITLES = {
  id: "Same id",
  name: "Same name",
  identity: "Same identity",
  image: "Similar image",
} as const;
/** Names of the decisions. */
export const CHOICE_TITLES = { same: "Same", different: "Different", undecided: "Undecided" } as const;

const RULES = `
.changes.pairs { grid-template-columns: repeat(auto-fill, minmax(min(23rem, 100%), 1fr)) }
.pairs .sides { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem }
.pairs figure { width: auto; min-width: 0 }
.pairs .image { margin: 0 auto }
.pairs figcaption b { display: block; color: var(--ink) }
.common { font-size: .875rem; color: var(--faint); margin-top: .5rem }
.decision { font-weight: 600 }
.is-same .decision { color: var(--good) }
.is-undecided .decision { color: var(--bad) }
details { margin-top: .5rem; font-size: .875rem }
summary { cursor: pointer; color: var(--accent); min-height: 1.75rem }
summary:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
details code { display: block; padding: .5rem; border: 1px solid var(--line); border-radius: .25rem; background: var(--ground) }
`;

/**
 * Writes the pairs of a merge as a self-contained page, to review the decisions.
 *
 * @param images of each listed pair
 * @throws the system's error if the file can't be written; a previous file then remains unchanged
 */
export function writeReviewPage(path: string, report: MergeReport, images: readonly PairImages[]): Promise<void> {
  const filters = ["uncertain", "new", ...Object.keys(CHOICE_TITLES)];
  const title = `Merge review of ${report.dataset}`;
  const body = <Body report={report} images={images} />;
  return replaceFile(path, renderFrame({ title, rules: RULES + filterRules(filters), body }));
}

function Body({ report, images }: { readonly report: MergeReport; readonly images: readonly PairImages[] }) {
  const { dataset, inputs, pairs, listed, stale, icons, decisions } = report;
  const filters = [
    { name: "uncertain", title: "To check", count: pairs.uncertain },
    { name: "new", title: "New", count: pairs.new },
    ...(["same", "different", "undecided"] as const).map((name) => ({
      name,
      title: CHOICE_TITLES[name],
      count: pairs.decisions[name],
    })),
  ];
  return (
    <>
      <header>
        <h1>Merge review of {dataset}</h1>
        <dl>
          {inputs.map((input, at) => (
            <div>
              <dt>{at + 1}.</dt>
              <dd>
                {input.dataset}: {input.icons} {input.icons === 1 ? "icon" : "icons"}
              </dd>
            </div>
          ))}
          <div>
            <dt>Merged</dt>
            <dd>
              {icons} {icons === 1 ? "icon" : "icons"}
            </dd>
          </div>
        </dl>
        <p>
          To change a decision, edit its line in <code>{decisions}</code>, then merge again: <code>"same"</code> makes
          one record of both, optionally with <code>"id"</code>; <code>"different"</code> keeps both, optionally with{" "}
          <code>"rename"</code>, the new id of the second.
        </p>
        {stale.length > 0 && (
          <details>
            <summary>
              {stale.length} {stale.length === 1 ? "decision does" : "decisions do"} not apply
            </summary>
            <ul>
              {stale.map(({ decision, reason }) => (
                <li>
                  {decision.first.join(": ")} and {decision.second.join(": ")}: {reason}
                </li>
              ))}
            </ul>
          </details>
        )}
      </header>
      <main>
        {pairs.total > 0 && <CardFilters filters={filters} total={pairs.total} />}
        {listed.length < pairs.total && (
          <p class="omitted">
            {listed.length} of {pairs.total} pairs are shown; --limit shows more.
          </p>
        )}
        <ul class="changes pairs">
          {listed.map((pair, at) => (
            <PairCard pair={pair} images={images[at]!} />
          ))}
        </ul>
      </main>
    </>
  );
}

/** Two records side by side, why they may be the same, and the decision. */
function PairCard({ pair, images }: { readonly pair: ReportedPair; readonly images: PairImages }) {
  const { first, second, reasons, common, decision, rename, isNew, isUncertain, line } = pair;
  const classes = ["change", `is-${decision}`, ...(isNew ? ["is-new"] : []), ...(isUncertain ? ["is-uncertain"] : [])];
  return (
    <li class={classes.join(" ")}>
      <p class="tags">
        {reasons.length === 0 && <span class="tag">By hand</span>}
        {reasons.map((reason) => (
          <span class="tag">{REASON_TITLES[reason]}</span>
        ))}
      </p>
      <div class="sides">
        <SideFigure side={first} image={images[0]} />
        <SideFigure side={second} image={images[1]} />
      </div>
      {common.length > 0 && <p class="common">{common.join(" · ")}</p>}
      <details>
        <summary>
          <span class="decision">{CHOICE_TITLES[decision]}</span>
          {rename !== undefined && `, renamed to ${rename}`}
          {isUncertain && ", to check"} · show its line
        </summary>
        <code>{line}</code>
      </details>
    </li>
  );
}

function SideFigure({ side, image }: { readonly side: PairSide; readonly image: ReadyImage | undefined }) {
  return (
    <figure>
      <IconImage image={image} alt="" />
      <figcaption>
        <b>{side.name}</b>
        <code>{side.id}</code>
        <br />
        {side.dataset}
      </figcaption>
    </figure>
  );
}
