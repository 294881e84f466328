import { join } from "node:path";
import { words } from "#src/text/fold.js";
import { listWords } from "#src/text/list-words.js";
import { stemmerOf } from "#src/text/stem.js";
import type { SourceRecord } from "../../dataset/source-record.js";
import { readBuiltInSynonyms } from "../../synonyms/built-in-meaning.js";
import { type Pair, readSynonymEntries, SYNONYMS_FILE } from "../../synonyms/dataset-synonyms.js";
import type { Check, NamedChecks } from "./check.js";

const unusedSynonym: Check = {
  severity: "warning",
  about: "an entry of `synonyms.json` that finds nothing in any record, or removes nothing",
  remedy: "Fix its spelling or remove it.",
  begin({ data, dataset, reportFile }) {
    // A dataset of one file may be in a folder with unrelated files.
    if (dataset.folder === undefined) return {};
    const builtIn = readBuiltInSynonyms();
    const entries = readSynonymEntries(dataset.folder, builtIn);
    const stem = stemmerOf(dataset.options.language);
    const targetsOf = (pairs: readonly Pair[]): string[] => [...new Set(pairs.map(([, target]) => target))];
    const missing = new Set(
      entries.flatMap(({ effect, pairs }) => (effect === "remove" ? [] : targetsOf(pairs).map(stem))),
    );
    const isBuiltIn = ([term, target]: Pair): boolean => {
      const { strong = [], weak = [] } = builtIn.get(term) ?? {};
      return strong.includes(target) || weak.includes(target);
    };
    return {
      record({ source }) {
        if (missing.size === 0) return;
        for (const text of textsOf(source)) for (const word of words(text)) missing.delete(stem(word));
      },
      end() {
        for (const { path, value, effect, pairs } of entries) {
          const targets = targetsOf(pairs);
          const isUseless =
            effect === "remove" ? !pairs.some(isBuiltIn) : targets.every((target) => missing.has(stem(target)));
          if (!isUseless) continue;
          const message =
            effect === "remove"
              ? "removes nothing: there is no such built-in pair"
              : `finds nothing: no record contains ${listWords(
                  targets.map((target) => JSON.stringify(target)),
                  "or",
                )}`;
          reportFile(join(data, SYNONYMS_FILE), { path, value, message });
        }
      },
    };
  },
};

export const synonymChecks = { "unused-synonym": unusedSynonym } satisfies NamedChecks;

/** The texts of a record that queries by meaning are compared with. */
function textsOf({
  name,
  aliases = [],
  description = "",
  keywords = [],
  aiTags = [],
  category,
}: SourceRecord): string[] {
  return [name, ...aliases, description, ...keywords, ...aiTags.map(({ tag }) => tag), category];
}
