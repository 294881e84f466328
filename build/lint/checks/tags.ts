import type { Check, NamedChecks } from "./check.js";

/** Shorter words are one letter away from too many others. */
const LEAST_LETTERS = 5;
/** Below this length, too many words differ by one letter: mouse and house, black and block. */
const LEAST_LETTERS_CHANGED = 8;

const tagSpelling: Check = {
  severity: "info",
  about:
    "a tag of one record with five or more letters, one edit (insert, delete, swap; replace from eight letters) from a tag of at least three records",
  remedy: "Use the common spelling if the same is meant.",
  begin({ report }) {
    const uses = new Map<string, { count: number; readonly first: number; readonly at: number }>();
    return {
      record({ ordinal, source: { aiTags = [] } }) {
        for (const [at, { tag }] of aiTags.entries()) {
          const use = uses.get(tag);
          if (use === undefined) uses.set(tag, { count: 1, first: ordinal, at });
          else use.count++;
        }
      },
      end() {
        const common = [...uses].filter(([, { count }]) => count >= 3).map(([tag]) => tag);
        const nearest = nearSpellings(common);
        for (const [tag, { count, first, at }] of uses) {
          const near = count > 1 ? undefined : nearest(tag);
          if (near === undefined) continue;
          const message = `is used by this record alone, ${JSON.stringify(near)} by ${uses.get(near)!.count}`;
          report(first, { path: ["aiTags", at, "tag"], value: tag, message });
        }
      },
    };
  },
};

export const tagChecks = {
  "tag-spelling": tagSpelling,
} satisfies NamedChecks;

/**
 * Finds words that are one edit away: one letter inserted or deleted, two adjacent ones swapped and, in words of eight
 * letters or more, one replaced. Two such words are equal after deleting at most one letter from each, so those forms
 * are looked up. Source: Garbe, "SymSpell", 2012.
 *
 * @returns a function that returns the first known word that is one edit away from a word, but not the word itself
 * Cost: memory and time linear in the letters of the known words, a lookup linear in those of the word.
 */
function nearSpellings(known: readonly string[]): (word: string) => string | undefined {
  const byForm = new Map<string, string[]>();
  for (const word of known) {
    for (const form of formsOf(word)) byForm.set(form, [...(byForm.get(form) ?? []), word]);
  }
  return (word) => {
    if ([...word].length < LEAST_LETTERS) return undefined;
    const candidates = new Set(formsOf(word).flatMap((form) => byForm.get(form) ?? []));
    return known.find((other) => other !== word && candidates.has(other) && isOneEdit(word, other));
  };
}

/** The word itself, and the word without each of its letters. */
function formsOf(word: string): string[] {
  const letters = [...word];
  return [word, ...letters.map((_, at) => letters.toSpliced(at, 1).join(""))];
}

/** Equal forms can also result from two distant letters: "abcde" and "bcdea". */
function isOneEdit(one: string, other: string): boolean {
  const [short, long] = [[...one], [...other]].sort((a, b) => a.length - b.length) as [string[], string[]];
  let start = 0;
  while (start < short.length && short[start] === long[start]) start++;
  const rest = (letters: readonly string[], from: number): string => letters.slice(from).join("");
  if (short.length < long.length) return rest(short, start) === rest(long, start + 1);
  if (short[start] === long[start + 1] && short[start + 1] === long[start]) {
    return rest(short, start + 2) === rest(long, start + 2);
  }
  return short.length >= LEAST_LETTERS_CHANGED && rest(short, start + 1) === rest(long, start + 1);
}
