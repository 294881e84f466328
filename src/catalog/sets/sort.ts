import { FormatError } from "../../format/format-error.js";
import type { OrderTable } from "../../format/order-table.js";
import type { PostingList } from "../../format/posting-list.js";
import { STEPS, type WorkBudget } from "../execution/work-budget.js";
import { type Clause, contains } from "./clause.js";
import { materialize, type OrdinalSet } from "./ordinals.js";

/** Up to this many icons are sorted; of more, the order is walked. */
const MAX_SORTED = 2048;
/** Walking further than this, membership is looked up in one bitset instead of in all sets. */
const MAX_LOOKED_UP = 4096;

/** A set of icons to sort. */
interface Sortable {
  /** Disjoint sets whose union it is. */
  readonly tiers: readonly OrdinalSet[];
  /** The same as conditions; none for all icons. */
  readonly clauses: readonly Clause[];
  readonly total: number;
}

/**
 * A page of a set in another order.
 *
 * @param start position of the first icon @param length at most as many as there are after it
 * @param scratch memory for a bitset of all ordinals
 * @throws QueryTooExpensiveError, FormatError if the order is damaged
 * Cost: sorts small sets. For others, the order is walked up to the end of the page: on average (start + length) ÷ (share
 * of the icons that are in the set) steps.
 */
export function sortedSlice(
  { tiers, clauses, total }: Sortable,
  { ordinals, positions, file }: OrderTable,
  start: number,
  length: number,
  scratch: Uint32Array,
  budget: WorkBudget,
): Uint32Array {
  if (clauses.length === 0) return ordinals.slice(start, start + length);
  if (total <= MAX_SORTED) {
    const all = new Uint32Array(total);
    let size = 0;
    for (const tier of tiers) {
      const part = tier.slice(0, total);
      all.set(part, size);
      size += part.length;
    }
    budget.spend(total * Math.ceil(Math.log2(total + 1)));
    return all.sort((a, b) => positions[a]! - positions[b]!).slice(start, start + length);
  }
  const expected = ((start + length) / total) * ordinals.length;
  const wanted: readonly Clause[] =
    expected <= MAX_LOOKED_UP ? clauses : [{ any: [materialize(clauses, scratch, budget)] }];
  const sets = wanted.reduce((sum, { any }) => sum + any.length, 0);
  const page = new Uint32Array(length);
  let passed = 0;
  for (let at = 0; passed < start + length; at++) {
    if (at % STEPS.orderWalked === 0) budget.spend(STEPS.orderWalked * sets);
    const ordinal = ordinals[at];
    if (ordinal === undefined) throw new FormatError(file, "lacks icons");
    if (!wanted.every((clause) => contains(clause, ordinal))) continue;
    if (passed >= start) page[passed - start] = ordinal;
    passed++;
  }
  return page;
}

/** The icons from a time on, as a set. Cost: a step for each. @param since milliseconds since 1970 */
export function updatedSince({ ordinals, times }: OrderTable, since: number, budget: WorkBudget): PostingList {
  let low = 0;
  for (let high = ordinals.length; low < high; ) {
    const middle = (low + high) >>> 1;
    if (times[ordinals[middle]!]! >= since) low = middle + 1;
    else high = middle;
  }
  budget.spend(low);
  return { count: low, list: ordinals.slice(0, low).sort() };
}
