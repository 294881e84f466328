import { LABELLED } from "../../check/record-check.js";
import { nearestName } from "../../check/suggest.js";
import type { Check } from "../check.js";

export const loneLabel: Check = {
  severity: "warning",
  about:
    "a category, or a style or mood that `labels` in `dataset.json` does not declare, that a single record has; datasets of fewer than 20 records are too small to say",
  remedy: "Use a label that others have, too.",
  begin({ dataset, report }) {
    const uses = new Map(
      LABELLED.map((facet) => [facet, new Map<string, { count: number; readonly first: number }>()]),
    );
    let records = 0;
    return {
      record({ ordinal, source }) {
        records++;
        for (const facet of LABELLED) {
          const label = source[facet];
          if (label === undefined) continue;
          const use = uses.get(facet)!.get(label);
          if (use === undefined) uses.get(facet)!.set(label, { count: 1, first: ordinal });
          else use.count++;
        }
      },
      end() {
        if (records < 20) return;
        for (const [facet, labels] of uses) {
          if (facet !== "category" && dataset.options.labels?.[facet] !== undefined) continue;
          const common = [...labels].filter(([, { count }]) => count > 1).map(([label]) => label);
          for (const [label, { count, first }] of labels) {
            if (count > 1) continue;
            const near = nearestName(label, common);
            const remedy = near === undefined ? {} : { remedy: `Did you mean ${near}?` };
            report(first, { path: [facet], value: label, message: "is used by this record alone", ...remedy });
          }
        }
      },
    };
  },
};
