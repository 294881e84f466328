import { CHANGE_KINDS } from "../change.js";
import { KIND_TITLES } from "../kind-titles.js";
import type { DiffReport } from "../report.js";

/** Choices of which the style sheet alone shows what belongs to them. */
export function KindFilter({ report }: { readonly report: DiffReport }) {
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

/** The rules that hide what another kind was chosen for. A browser that does not know `:has` shows everything. */
export function filterRules(): string {
  return CHANGE_KINDS.map(
    (kind) => `body:has(#kind-${kind}:checked) .change:not(.is-${kind}) { display: none }\n`,
  ).join("");
}
