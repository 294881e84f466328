import { readFileSync } from "node:fs";
import { withoutStyle } from "#src/text/drawing-styles.js";
import { words } from "#src/text/fold.js";
import { DEFAULT_LANGUAGE } from "#src/text/language.js";

const TABLE = new URL("./built-in-common-words.json", import.meta.url);

/** Read once per process, since the table is part of the package. */
let known: ReadonlyMap<string, CommonTerms> | undefined;

/** Folded words, separated by spaces, of what people commonly call what icons of a name show. */
export type CommonTerms = readonly [alone: string, inPhrases: string];

/** The common words of a name; undefined if there is nothing known. */
export type CommonWords = (name: string) => CommonTerms | undefined;

/**
 * The common words that this package ships, for names of interface icons in English. A name's words at the beginning
 * and end that are about style or size are left out if the whole name is not known. `tools/make-synonyms.mjs` writes
 * them.
 *
 *     readCommonWords("en")("Abacus Outline") → ["counting …", "beads frame …"]
 *
 * @param language of the dataset; those other than English have none
 * Cost: about 20 ms and 3 MB the first time, so only builds read them; then a microsecond per name.
 */
export function readCommonWords(language: string = DEFAULT_LANGUAGE): CommonWords {
  if (language !== DEFAULT_LANGUAGE) return () => undefined;
  known ??= readTable();
  const table = known;
  return (name) => {
    const own = words(name);
    return table.get(own.join(" ")) ?? table.get(withoutStyle(own).join(" "));
  };
}

/** Each property has the texts of all names, with commas between them. */
function readTable(): ReadonlyMap<string, CommonTerms> {
  const table: Readonly<Record<"names" | "alone" | "inPhrases", string>> = JSON.parse(readFileSync(TABLE, "utf8"));
  const alone = table.alone.split(",");
  const inPhrases = table.inPhrases.split(",");
  return new Map(table.names.split(",").map((name, at) => [name, [alone[at]!, inPhrases[at]!]]));
}
