import { ordinalsOf, type PostingList } from "../format/posting-list.js";
import { fold, words } from "../text/fold.js";
import { nameWords } from "../text/name-words.js";
import { literalsOf, spelledOut } from "../text/text-terms.js";
import { STEPS, type WorkBudget } from "./execution/work-budget.js";
import type { RecordReader } from "./records.js";
import type { Resolved } from "./resolve.js";
import { editBetween } from "./spelling/edit-kinds.js";

/** Of the icons whose names have the same words, so many are compared by their symbols. */
const MOST_COMPARED = 64;

/** Where icons are found by their names. */
interface Naming {
  readonly file: "names" | "aliases";
  readonly reason: "name" | "alias";
  textsOf(ordinal: number): readonly string[];
  /** Steps of reading these texts. */
  costOf(ordinal: number): number;
}

/**
 * Finds the icon with a name or, without one, with an alias. Of several, it is the first one with the same symbols: C#
 * is not C++. A name that no icon has is also found as people spell it: `csharp` and `c sharp`, `you tube` for YouTube,
 * `homeassistant` for Home Assistant.
 *
 * Cost: two lookups per spelling, at most one for each letter, and the texts of up to 64 icons.
 *
 * @param postingsOf the icons with these folded words as a name or as an alias
 */
export function createNameResolver(
  postingsOf: (file: Naming["file"], key: string, budget: WorkBudget) => PostingList,
  records: Pick<RecordReader, "item" | "aliases" | "size">,
): (name: string, budget: WorkBudget) => Resolved | undefined {
  const namings: readonly Naming[] = [
    { file: "names", reason: "name", textsOf: (ordinal) => [records.item(ordinal).name], costOf: () => STEPS.itemName },
    {
      file: "aliases",
      reason: "alias",
      textsOf: records.aliases,
      costOf: (ordinal) => Math.ceil(records.size(ordinal) / STEPS.bytesPerStep),
    },
  ];
  const resolveSpelling = (name: string, budget: WorkBudget): Resolved | undefined => {
    const key = words(name).join(" ");
    const likenessOf = createComparison(name);
    let similar: Resolved | undefined;
    for (const { file, reason, textsOf, costOf } of namings) {
      let closest: number = LIKENESS.none;
      let ordinal: number | undefined;
      let left = MOST_COMPARED;
      for (const candidate of ordinalsOf(postingsOf(file, key, budget))) {
        if (closest === LIKENESS.text || left-- === 0) break;
        budget.spend(costOf(candidate));
        const likeness = Math.min(...textsOf(candidate).map(likenessOf));
        if (likeness < closest) [closest, ordinal] = [likeness, candidate];
      }
      if (ordinal === undefined) continue;
      if (closest <= LIKENESS.symbols) return { ordinal, reason };
      similar ??= { ordinal, reason };
    }
    return similar;
  };
  return (name, budget) => {
    const written = words(name);
    const spellings = literalsOf(fold(name)).flatMap((literal) => spelledOut(written, literal));
    const plain = name.trim().replace(APP, "");
    const others = plain === name.trim() ? [] : [plain];
    for (const spelling of [name, ...spellings.map((spelled) => spelled.join(" ")), ...respaced(written), ...others]) {
      const found = resolveSpelling(spelling, budget);
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

/** What people add to a name: what it is, its edition or its version. */
const APP = /(?<=\S)(?:\s+(?:app|cc|ce|db|desktop|pro|web)|\s*アプリ|\s*앱)$|(?<=\S{5})\s+\d[\d.]*$/i;

/** Longer words are not two names. */
const MOST_LETTERS = 40;
/** The fewest letters in each part of a word that is taken apart. */
const LEAST_LETTERS = 2;

/** Several words as one, or one word as each two. */
function respaced(written: readonly string[]): string[] {
  const [word = "", ...others] = written;
  if (others.length > 0) return [written.join("")];
  const cuts = Math.max(0, Math.min(word.length, MOST_LETTERS) - 2 * LEAST_LETTERS + 1);
  return Array.from({ length: cuts }, (_, at) =>
    [word.slice(0, at + LEAST_LETTERS), word.slice(at + LEAST_LETTERS)].join(" "),
  );
}

/** Shorter names are a misspelling of too many others. */
const LEAST_MISSPELLED = 4;

/** Whether a text is a name with one slip of the fingers or the ear: `spotfy`, but not `gitlab` for GitHub. */
export function isMisspelled(text: string, name: string): boolean {
  const [written, known] = [words(text).join(""), words(name).join("")];
  if (Math.min(written.length, known.length) < LEAST_MISSPELLED) return false;
  return ["none", "swap", "length", "slip"].includes(editBetween(written, known));
}

/** How alike two texts are, most alike first. */
const LIKENESS = { text: 0, symbols: 1, words: 2, none: 3 } as const;

/** Compares texts with a name: C# is not C, but C may be C++ if there is no C. */
function createComparison(name: string): (text: string) => number {
  const [key, symbols, whole] = [words(name).join(" "), nameWords(name).join(" "), fold(name.trim())];
  return (text) => {
    if (words(text).join(" ") !== key) return LIKENESS.none;
    if (fold(text.trim()) === whole) return LIKENESS.text;
    if (nameWords(text).join(" ") === symbols) return LIKENESS.symbols;
    return symbols === key ? LIKENESS.words : LIKENESS.none;
  };
}
