/** Hashes found so far, nearest first, ties by ordinal; at most `limit`. */
export interface NearestList {
  /** Takes an ordinal in if it is near enough; one that is in already changes nothing. Cost: linear in the limit. */
  offer(ordinal: number, distance: number): void;
  /** The largest distance with which `ordinal`, or any after it, may still get in; −1: none may. */
  boundFrom(ordinal: number): number;
  neighbours(): Neighbour[];
}

export interface Neighbour {
  readonly ordinal: number;
  /** Hamming distance, 0 to 64. */
  readonly distance: number;
}

/** More than any ordinal: distance · this + ordinal sorts by distance, then ordinal, and is exact in a double. */
const ORDINALS = 2 ** 32;

/** @param except an ordinal never to take in */
export function createNearestList(limit: number, maxDistance: number, except: number): NearestList {
  const keys: number[] = [];
  return {
    offer(ordinal, distance) {
      if (ordinal === except || distance > maxDistance) return;
      const key = distance * ORDINALS + ordinal;
      let at = keys.length;
      while (at > 0 && (keys[at - 1] as number) > key) at--;
      if (at >= limit || keys[at - 1] === key) return;
      keys.splice(at, 0, key);
      if (keys.length > limit) keys.pop();
    },
    boundFrom(ordinal) {
      if (keys.length < limit) return maxDistance;
      const last = keys[limit - 1] ?? -1;
      return Math.floor((last - ordinal) / ORDINALS);
    },
    neighbours: () => keys.map((key) => ({ ordinal: key % ORDINALS, distance: Math.floor(key / ORDINALS) })),
  };
}
