import type { Check } from "../check.js";
import { createEqualKeys } from "../equal-keys.js";
import { reportEqual } from "../report-equal.js";

export const rankTwice: Check = {
  severity: "off",
  about: "two records with the same `rank`; off by default, since ties are shown in the order of the files",
  remedy: "Give one of the two another rank.",
  begin(subject) {
    const keys = createEqualKeys();
    return {
      record({ ordinal, source: { rank } }) {
        if (rank !== undefined) keys.add(String(rank), ordinal);
      },
      end() {
        reportEqual(subject, keys, ({ rank }, { id }) => {
          return { path: ["rank"], value: rank, message: `is the rank of ${JSON.stringify(id)}, too` };
        });
      },
    };
  },
};
