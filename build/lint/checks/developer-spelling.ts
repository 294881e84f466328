import { textNumber } from "../../text-number.js";
import type { Check } from "../check.js";
import { comparableDeveloper } from "../comparable.js";
import { createEqualKeys } from "../equal-keys.js";
import { createNumberList } from "../number-list.js";

export const developerSpelling: Check = {
  severity: "warning",
  about:
    "a developer that other records spell otherwise: in case, diacritics, symbols, or with Inc., GmbH and the like",
  remedy: "Use one spelling.",
  begin({ report, readRecord }) {
    const keys = createEqualKeys();
    const spellings = createNumberList();
    return {
      record({ ordinal, source: { developer } }) {
        keys.add(comparableDeveloper(developer), ordinal);
        spellings.add(textNumber(developer));
      },
      end() {
        const spellingOf = spellings.all();
        for (const ordinals of keys.groups()) {
          const bySpelling = new Map<number, number[]>();
          for (const ordinal of ordinals) {
            const alike = bySpelling.get(spellingOf[ordinal]!);
            if (alike === undefined) bySpelling.set(spellingOf[ordinal]!, [ordinal]);
            else alike.push(ordinal);
          }
          const [most, ...others] = [...bySpelling.values()].sort((a, b) => b.length - a.length || a[0]! - b[0]!);
          for (const ordinal of others.flat()) {
            report(ordinal, async () => {
              const { developer } = await readRecord(ordinal);
              const { developer: usual, id } = await readRecord(most![0]!);
              const whom = most!.length === 1 ? JSON.stringify(id) : `${most!.length} records`;
              const message = `is spelled ${JSON.stringify(usual)} by ${whom}`;
              return { path: ["developer"], value: developer, message };
            });
          }
        }
      },
    };
  },
};
