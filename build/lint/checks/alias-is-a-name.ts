import type { Check } from "../check.js";
import { comparableName } from "../comparable.js";
import { createEqualKeys } from "../equal-keys.js";

/** More than a record has aliases: an owner is the ordinal times this, plus 0 for the name or 1 and up for an alias. */
const SLOTS = 64;

export const aliasIsAName: Check = {
  severity: "warning",
  about: "an alias that is another record's name: whoever types it probably means the other one",
  remedy: "Remove the alias, or except the record if people use the word for both.",
  begin({ report, readRecord }) {
    const keys = createEqualKeys();
    return {
      record({ ordinal, source: { name, aliases = [] } }) {
        for (const [slot, text] of [name, ...aliases].entries()) keys.add(comparableName(text), ordinal * SLOTS + slot);
      },
      end() {
        for (const owners of keys.groups()) {
          const named = owners.filter((owner) => owner % SLOTS === 0).map((owner) => owner / SLOTS);
          if (named.length === 0) continue;
          for (const owner of owners) {
            const ordinal = Math.floor(owner / SLOTS);
            const at = (owner % SLOTS) - 1;
            const other = named.find((each) => each !== ordinal);
            if (at < 0 || other === undefined) continue;
            report(ordinal, async () => {
              const { id } = await readRecord(other);
              const { aliases = [] } = await readRecord(ordinal);
              return { path: ["aliases", at], value: aliases[at], message: `is the name of ${JSON.stringify(id)}` };
            });
          }
        }
      },
    };
  },
};
