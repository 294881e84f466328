/** The first of what is offered, by key, ties in the order of the offers. */
export interface Ranking {
  /** The largest key with which what is offered next gets in; a whole number, Infinity until the ranking is full. */
  bound(): number;
  /** Takes an ordinal in if its key is small enough. Cost: linear in the limit. @param key a whole number from 0 */
  offer(ordinal: number, key: number): void;
  ordinals(): readonly number[];
}

/** @param limit how many are kept */
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
