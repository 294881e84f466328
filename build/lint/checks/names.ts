import { RESERVED_PREFIXES } from "#src/format/icon-sets.js";
import { comparableName, createEqualKeys } from "../../dataset/equal-keys.js";
import { createNumberList, textNumber } from "../../dataset/number-list.js";
import type { Check, NamedChecks } from "./check.js";
import { comparableDeveloper, reportEqual } from "./equal-records.js";

/**
 * More than the number of aliases of a record. An owner is the ordinal times this, plus 0 for the name or 1 and up for
 * an alias.
 */
const SLOTS = 64;

const nameTwice: Check = {
  severity: "warning",
  about:
    "two records of a category with the same name and developer, ignoring case, diacritics, company forms and symbols, but not those of C++, C# and .NET",
  remedy: "Remove one or rename it.",
  begin(subject) {
    const keys = createEqualKeys();
    return {
      record({ ordinal, source: { name, developer, category } }) {
        keys.add(`${comparableName(name)}\n${comparableDeveloper(developer)}\n${category}`, ordinal);
      },
      end() {
        reportEqual(subject, keys, ({ name }, { id }) => {
          return {
            path: ["name"],
            value: name,
            message: `is also the name of ${JSON.stringify(id)} by the same developer`,
          };
        });
      },
    };
  },
};

const aliasRepeated: Check = {
  severity: "warning",
  about:
    "an alias that repeats the name or another alias, ignoring case, diacritics and symbols, but not those of C++, C# and .NET",
  remedy: "Remove the alias.",
  begin: ({ report }) => ({
    record({ ordinal, source: { name, aliases = [] } }) {
      const known = new Map([[comparableName(name), "the name"]]);
      for (const [at, alias] of aliases.entries()) {
        const key = comparableName(alias);
        const first = known.get(key);
        if (first === undefined) known.set(key, `alias ${at}`);
        else report(ordinal, { path: ["aliases", at], value: alias, message: `repeats ${first}` });
      }
    },
  }),
};

const aliasIsAName: Check = {
  severity: "warning",
  about: "an alias that is another record's name",
  remedy: "Remove it, or add an exception if both are called so.",
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

const keywordRepeated: Check = {
  severity: "warning",
  about:
    "a keyword that repeats the name, an alias or another keyword, ignoring case, diacritics and symbols, but not those of C++, C# and .NET",
  remedy: "Remove the keyword.",
  begin: ({ report }) => ({
    record({ ordinal, source: { name, aliases = [], keywords = [] } }) {
      const known = new Map(aliases.map((alias, at) => [comparableName(alias), `alias ${at}`]));
      known.set(comparableName(name), "the name");
      for (const [at, keyword] of keywords.entries()) {
        const key = comparableName(keyword);
        const first = known.get(key);
        if (first === undefined) known.set(key, `keyword ${at}`);
        else report(ordinal, { path: ["keywords", at], value: keyword, message: `repeats ${first}` });
      }
    },
  }),
};

const developerSpelling: Check = {
  severity: "warning",
  about: "a developer that other records spell differently: case, diacritics, symbols, Inc., GmbH",
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

const rankTwice: Check = {
  severity: "off",
  about: "two records with the same `rank`; ties are in file order",
  remedy: "Change one rank.",
  begin(subject) {
    const keys = createEqualKeys();
    return {
      record({ ordinal, source: { rank } }) {
        if (rank !== undefined) keys.add(String(rank), ordinal);
      },
      end() {
        reportEqual(subject, keys, ({ rank }, { id }) => {
          return { path: ["rank"], value: rank, message: `is also the rank of ${JSON.stringify(id)}` };
        });
      },
    };
  },
};

const prefixReserved: Check = {
  severity: "info",
  about: "an id whose prefix is a path of the server, so that the Iconify API can't serve it",
  remedy: "Choose another prefix.",
  begin: ({ report }) => ({
    record({ ordinal, source: { id } }) {
      const prefix = id.slice(0, Math.max(0, id.indexOf(":")));
      if (RESERVED_PREFIXES.includes(prefix))
        report(ordinal, { path: ["id"], value: id, message: `has the reserved prefix ${JSON.stringify(prefix)}` });
    },
  }),
};

export const nameChecks = {
  "duplicate-name": nameTwice,
  "redundant-alias": aliasRepeated,
  "ambiguous-alias": aliasIsAName,
  "redundant-keyword": keywordRepeated,
  "developer-spelling": developerSpelling,
  "duplicate-rank": rankTwice,
  "reserved-prefix": prefixReserved,
} satisfies NamedChecks;
