import { join } from "node:path";
import { LABELLED } from "../../check/record-check.js";
import type { Check } from "../check.js";

export const unusedLabel: Check = {
  severity: "info",
  about: "a label that `labels` in `dataset.json` declares and no record has, written or measured",
  remedy: "Remove it from the list, or use it.",
  pictures: true,
  begin({ data, dataset, reportFile }) {
    const used = new Set<string>();
    return {
      record({ source, picture }) {
        for (const facet of LABELLED) {
          const label = source[facet] ?? (facet === "style" ? picture?.style : undefined);
          if (label !== undefined) used.add(`${facet} ${label}`);
        }
      },
      end() {
        for (const facet of LABELLED) {
          for (const [at, label] of (dataset.options.labels?.[facet] ?? []).entries()) {
            if (used.has(`${facet} ${label}`)) continue;
            const path = ["labels", facet, at];
            reportFile(join(data, "dataset.json"), { path, value: label, message: "is used by no record" });
          }
        }
      },
    };
  },
};
