import { dictionaryFile, REMOVED } from "../format/artifact-files.js";
import { decodeRemoval, type Removal } from "../format/removal.js";
import type { CooperativeTask } from "./execution/cooperative-task.js";
import type { Generation } from "./generation/generation.js";

/** Removed icons decoded per step of the task, some 100 microseconds. */
const STEP = 256;
/** More icons are never removed. */
const MAX_REMOVED = 2 ** 20;
/** Sorts dates beyond the year 2242 like that year: larger products would not be exact. */
const MAX_SECOND = 2 ** 33 - 1;

/** A change of an icon, at a time in milliseconds since 1970. */
export type Change =
  | { readonly kind: "icon"; readonly time: number; readonly ordinal: number }
  | { readonly kind: "removed"; readonly time: number; readonly id: string; readonly removal: Removal };

/** The changes since a time. */
export interface Changes {
  readonly total: number;
  /** Number of icons without dates. */
  readonly undated: number;
  /** A part of them, newest first. Cost: O(log n), and decoding the removals among them. */
  slice(start: number, length: number): Change[];
}

/**
 * The changes of a generation by their dates, newest first: icons by `updatedAt`, else `createdAt`, and removed icons by
 * their date. In the same second, icons come first, in display order, then removed ones by id. Icons without dates are
 * not among them.
 *
 * Cost: decodes every removed icon. Memory: 8 bytes for each.
 *
 * @returns the changes since a time in milliseconds, rounded down to seconds
 */
export function* orderChanges({ manifest, orders, removed }: Generation): CooperativeTask<(since: number) => Changes> {
  const removalOf = (index: number): Removal => decodeRemoval(removed.label(index), index, dictionaryFile(REMOVED));
  // The second, negative, and the index in one number, which sorts faster than an order by a function.
  const keys = new Float64Array(removed.size);
  for (let index = 0; index < removed.size; index++) {
    if (index % STEP === STEP - 1) yield;
    const second = Math.min(Math.floor(Date.parse(removalOf(index).date) / 1000), MAX_SECOND);
    // A damaged date comes last.
    keys[index] = Number.isNaN(second) ? Number.POSITIVE_INFINITY : index - second * MAX_REMOVED;
  }
  keys.sort();
  const { ordinals, times } = orders.updated;
  const iconSecond = (at: number): number => Math.floor(times[ordinals[at]!]! / 1000);
  const removedSecond = (at: number): number => -Math.floor(keys[at]! / MAX_REMOVED);
  const dated = countWhile(0, ordinals.length, (at) => iconSecond(at) > Number.NEGATIVE_INFINITY);
  return (since) => {
    const first = Math.max(Math.floor(since / 1000), -MAX_SECOND);
    const icons = countWhile(0, ordinals.length, (at) => iconSecond(at) >= first);
    const gone = countWhile(0, keys.length, (at) => removedSecond(at) >= first);
    const change = (at: number, second: number): Change => {
      const index = keys[at]! + second * MAX_REMOVED;
      return { kind: "removed", time: second * 1000, id: removed.key(index), removal: removalOf(index) };
    };
    const slice = (start: number, length: number): Change[] => {
      const isFirst = (icon: number, other: number): boolean => iconSecond(icon) >= removedSecond(other);
      let icon = countWhile(Math.max(0, start - gone), Math.min(start, icons), (at) => isFirst(at, start - at - 1));
      let other = start - icon;
      const found: Change[] = [];
      while (found.length < length && icon + other < icons + gone) {
        const isIcon = other === gone || (icon < icons && isFirst(icon, other));
        if (!isIcon) found.push(change(other, removedSecond(other++)));
        else {
          const ordinal = ordinals[icon++]!;
          found.push({ kind: "icon", time: times[ordinal]!, ordinal });
        }
      }
      return found;
    };
    return { total: icons + gone, undated: manifest.icons - dated, slice };
  };
}

/** The first number from `low` to `high` for which a condition that holds for smaller ones does not hold. */
function countWhile(low: number, high: number, holds: (at: number) => boolean): number {
  let [from, to] = [low, high];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (holds(middle)) from = middle + 1;
    else to = middle;
  }
  return from;
}
