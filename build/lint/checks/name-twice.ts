import type { Check } from "../check.js";
import { comparableDeveloper, comparableName } from "../comparable.js";
import { createEqualKeys } from "../equal-keys.js";
import { reportEqual } from "../report-equal.js";

export const nameTwice: Check = {
  severity: "warning",
  about:
    "two records of a category with the same name and developer, compared without case, diacritics, symbols and the form of the company",
  remedy: "Remove one of the two, or tell them apart by name.",
  begin(subject) {
    const keys = createEqualKeys();
    return {
      record({ ordinal, source: { name, developer, category } }) {
        keys.add(`${comparableName(name)}\n${comparableDeveloper(developer)}\n${category}`, ordinal);
      },
      end() {
        reportEqual(subject, keys, ({ name }, { id }) => {
          return { path: ["name"], value: name, message: `is that of ${JSON.stringify(id)} by the same developer` };
        });
      },
    };
  },
};
