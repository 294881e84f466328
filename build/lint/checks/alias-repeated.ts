import type { Check } from "../check.js";
import { comparableName } from "../comparable.js";

export const aliasRepeated: Check = {
  severity: "warning",
  about:
    "an alias that is the record's own name or an alias before it, compared without case, diacritics and symbols: it finds nothing more",
  remedy: "Remove the alias.",
  begin: ({ report }) => ({
    record({ ordinal, source: { name, aliases = [] } }) {
      const known = new Map([[comparableName(name), "the name"]]);
      for (const [at, alias] of aliases.entries()) {
        const key = comparableName(alias);
        const first = known.get(key);
        if (first === undefined) known.set(key, `alias ${at}`);
        else report(ordinal, { path: ["aliases", at], value: alias, message: `says the same as ${first}` });
      }
    },
  }),
};
