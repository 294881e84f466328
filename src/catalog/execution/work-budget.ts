import { QueryTooExpensiveError } from "../generation/errors.js";

/** Steps that a request may take whatever the number of icons. */
const BASE_STEPS = 2_000_000;

/**
 * Steps that a request may take over so many icons: one more for each, since honest work grows with them. A step is about ten nanoseconds of
 * a core of 2024. What pieces of work count is what was measured, rounded, and says nothing of the machine that counts them.
 */
export function maxSteps(icons: number): number {
  return BASE_STEPS + icons;
}

/** What some pieces of work count. */
export const STEPS = {
  /** Looking a key up in a dictionary of any size. */
  lookUp: 150,
  /** Looking a longer key up among those that begin with a shorter one. */
  narrowing: 90,
  /** A term of the trie that a misspelt word is compared with. */
  trieTerm: 6,
  /** A term near a misspelt word: its text, and how many icons have it. */
  nearTerm: 300,
  /** Combining so many words of bitsets is a step. */
  wordsPerStep: 16,
  /** Uniting a list with a block of others. */
  listInBlock: 10,
  /** Reading the name in a list item. */
  itemName: 80,
  /** Counts of a table that are added up in a step. */
  countsPerStep: 4,
  /** A label with its number of icons: its text, its place in the order, its JSON. */
  label: 120,
  /** A character of printable ASCII that is folded, matched and marked. */
  plainCharacter: 2,
  /** A character of other texts that is folded and matched. */
  character: 30,
  /** The same, its place in the text as it is spelled looked for. */
  markedCharacter: 120,
  /** The same, of a text with letters that are composed. */
  composedCharacter: 650,
  /** A place of a text where words of one length may begin. */
  place: 16,
  /** A word that is found in a text. */
  match: 60,
  /** Bytes of a record that are decoded in a step. */
  bytesPerStep: 2,
} as const;

/**
 * Counts the work of a request: what a query costs depends on what the dataset holds, which may come from anybody. Everything whose cost is not
 * bounded by the size of the request alone is spent here, in steps that depend on query and data only. So the same query on the same data ends
 * alike on every machine.
 */
export interface WorkBudget {
  /** @throws QueryTooExpensiveError when more is spent than there was */
  spend(steps: number): void;
  /** Steps spent so far. */
  spent(): number;
}

/** No limit: for requests that are known to be small, and for commands. */
export const UNLIMITED: WorkBudget = { spend() {}, spent: () => 0 };

/** @param limit steps that may be spent */
export function createBudget(limit: number): WorkBudget {
  let spent = 0;
  return {
    spend(steps) {
      spent += steps;
      if (spent > limit) throw new QueryTooExpensiveError();
    },
    spent: () => spent,
  };
}
