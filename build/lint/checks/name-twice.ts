import type { Check } from "../check.js";
import { comparableDeveloper, comparableName } from "../comparable.js";
import { createEqualKeys } from "../equal-keys.js";

export const nameTwice: Check = {
  severity: "warning",
  about:
    "two records of a category with the same name and developer, compared without case, diacritics, symbols and the form of the company",
  remedy: "Remove one of the two, or tell them apart by name.",
  begin({ report, readRecord }) {
    const keys = createEqualKeys();
    return {
      record({ ordinal, source: { name, developer, category } }) {
        keys.add(`${comparableName(name)}\n${comparableDeveloper(developer)}\n${category}`, ordinal);
      },
      end() {
        for (const [first, ...others] of keys.groups()) {
          for (const other of others) {
            const finding = async () => {
              const { id } = await readRecord(first!);
              const { name } = await readRecord(other);
              return { path: ["name"], value: name, message: `is that of ${JSON.stringify(id)} by the same developer` };
            };
            report(other, finding, [first!]);
          }
        }
      },
    };
  },
};
