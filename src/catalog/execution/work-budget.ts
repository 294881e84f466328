import { QueryTooExpensiveError } from "../generation/catalog-errors.js";

/** Steps that a request may take, regardless of the number of icons. */
const BASE_STEPS = 2_000_000;

/**
 * Steps that a request may take with that many icons: one more per icon, since legitimate work grows with the data. A
 * step is about ten nanoseconds of a 2024 core. The costs below are rounded measurements and independent of the machine
 * that counts them.
 */
export function maxSteps(icons: number): number {
  return BASE_STEPS + icons;
}

/** Steps counted for common operations. */
export const STEPS = {
  /** Lookup of a key in a dictionary of any size. */
  lookUp: 150,
  /** Lookup of a longer key among those with a given prefix. */
  narrowing: 90,
  /** Comparing a misspelled word with a term of the trie. */
  trieTerm: 6,
  /** A term close to a misspelled word: reading its text and its number of icons. */
  nearTerm: 300,
  /** Bitset words combined per step. */
  wordsPerStep: 16,
  /** Merging a list into a block. */
  listInBlock: 10,
  /** Icons of an order that are looked up in a set per step. */
  walkedPerStep: 4,
  /** Reading the name from a list item. */
  itemName: 80,
  /** Counts of a table added up per step. */
  countsPerStep: 4,
  /** A label with its number of icons: its text, sorting it, its JSON. */
  label: 120,
  /** Folding, matching and marking a character of printable ASCII. */
  plainCharacter: 2,
  /** Folding and matching any other character. */
  character: 30,
  /** The same, including its position in the original spelling. */
  markedCharacter: 120,
  /** The same, in a text with composed letters. */
  composedCharacter: 650,
  /** A position where words of one length may begin. */
  place: 16,
  /** A word found in a text. */
  match: 60,
  /** Bytes of a record decoded per step. */
  bytesPerStep: 2,
} as const;

/**
 * Counts the work of a request. The cost of a query depends on the dataset, which may be untrusted. All work whose cost
 * is not bounded by the size of the request is charged here, in steps that depend only on query and data. So the same
 * query on the same data has the same outcome on every machine.
 */
export interface WorkBudget {
  /** @throws QueryTooExpensiveError if the budget is exceeded */
  spend(steps: number): void;
  /** Steps spent so far. */
  spent(): number;
}

/** No limit, for requests that are known to be small and for commands. */
export const UNLIMITED: WorkBudget = { spend() {}, spent: () => 0 };

/** @param limit maximum number of steps */
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
