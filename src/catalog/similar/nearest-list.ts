/**
 * The nearest hashes so far, nearest first, ties by ordinal: the first `limit`, followed by all at the same distance as
 * the last.
 */
export interface NearestList {
  /** Inserts an ordinal if it is near enough. No-op if the list already contains it. Cost: linear in the capacity. */
  offer(ordinal: number, distance: number): void;
  /** The largest distance at which `ordinal`, or any later one, can still enter; −1: none can. */
  boundFrom(ordinal: number): number;
  matches(): Match[];
}

export interface Match {
  readonly ordinal: number;
  /** Hamming distance, 0 to 64. */
  readonly distance: number;
}

/** The offered ordinals with the lowest keys, ties in the order of the offers. */
interface Ranking {
  /** The largest key with which the next offer enters. An integer, or Infinity until the ranking is full. */
  bound(): number;
  /** Inserts an ordinal if its key is low enough. Cost: linear in the limit. @param key an integer from 0 */
  offer(ordinal: number, key: number): void;
  ordinals(): readonly number[];
}

/** More than any ordinal: distance · this + ordinal sorts by distance, then ordinal, and is exact in a double. */
const ORDINALS = 2 ** 32;

/**
 * @param except an ordinal that is never inserted
 * @param capacity maximum number of entries: the room for ties after the limit
 */
export function createNearestList(limit: number, maxDistance: number, except: number, capacity = limit): NearestList {
  const keys: number[] = [];
  /** The largest distance that still counts. */
  let farthest = limit === 0 ? -1 : maxDistance;
  return {
    offer(ordinal, distance) {
      if (ordinal === except || distance > farthest) return;
      const key = distance * ORDINALS + ordinal;
      const at = placeOf(keys, key);
      if (at >= capacity || keys[at] === key) return;
      if (at === keys.length) keys.push(key);
      else keys.splice(at, 0, key);
      if (keys.length < limit) return;
      farthest = Math.floor(keys[limit - 1]! / ORDINALS);
      const end = (farthest + 1) * ORDINALS;
      while (keys.length > capacity || keys[keys.length - 1]! >= end) keys.pop();
    },
    boundFrom(ordinal) {
      const last = keys[capacity - 1];
      return last === undefined ? farthest : Math.floor((last - ordinal) / ORDINALS);
    },
    matches: () => keys.map((key) => ({ ordinal: key % ORDINALS, distance: Math.floor(key / ORDINALS) })),
  };
}

/** The insertion index of `key` in ascending keys. */
function placeOf(keys: readonly number[], key: number): number {
  let low = 0;
  for (let high = keys.length; low < high; ) {
    const middle = (low + high) >>> 1;
    if (keys[middle]! < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** @param limit maximum number of entries */
export function createRanking(limit: number): Ranking {
  const keys: number[] = [];
  const ordinals: number[] = [];
  const bound = (): number => (keys.length < limit ? Number.POSITIVE_INFINITY : (keys[limit - 1] ?? 0) - 1);
  return {
    bound,
    offer(ordinal, key) {
      if (key > bound()) return;
      let at = Math.min(keys.length, limit - 1);
      for (; at > 0 && keys[at - 1]! > key; at--) {
        keys[at] = keys[at - 1]!;
        ordinals[at] = ordinals[at - 1]!;
      }
      keys[at] = key;
      ordinals[at] = ordinal;
    },
    ordinals: () => ordinals,
  };
}
