/** 64-bit hashes as two 32-bit halves each. */
export function hashTable(hashes) {
  const table = new Uint32Array(hashes.length * 2);
  hashes.forEach((hash, at) => {
    table[2 * at] = Number.parseInt(hash.slice(0, 8), 16);
    table[2 * at + 1] = Number.parseInt(hash.slice(8), 16);
  });
  return table;
}

/** The nearest hashes by a full scan: nearest first, ties by position. */
export function scanNearest(table, hash, limit, maxDistance = 64, without = -1) {
  const high = Number.parseInt(hash.slice(0, 8), 16);
  const low = Number.parseInt(hash.slice(8), 16);
  const found = [];
  let worst = maxDistance;
  for (let at = 0, ordinal = 0; at < table.length; at += 2, ordinal++) {
    const distance = bits(table[at] ^ high) + bits(table[at + 1] ^ low);
    if (distance > worst || ordinal === without) continue;
    let place = found.length;
    while (place > 0 && found[place - 1].distance > distance) place--;
    found.splice(place, 0, { ordinal, distance });
    if (found.length > limit) found.pop();
    // A hash as far as the last of a full list comes later in order, so only nearer ones count from here on.
    if (found.length === limit) worst = found[limit - 1].distance - 1;
  }
  return found;
}

/**
 * A gallery of bit strings, compared by Hamming distance.
 *
 * @param entries words of 32 bits by id, all of one length
 */
export function bitGallery(entries) {
  const ids = [...entries.keys()];
  const all = [...entries.values()];
  const distancesTo = (words) => all.map((other) => words.reduce((sum, word, at) => sum + bits(word ^ other[at]), 0));
  return {
    /** The place of an id, from 0. Ties count half, as in a random order of equal distances. */
    rank(words, id) {
      const distances = distancesTo(words);
      const own = distances[ids.indexOf(id)];
      const nearer = distances.filter((distance) => distance < own).length;
      const equal = distances.filter((distance) => distance === own).length - 1;
      return Math.floor(nearer + equal / 2);
    },
    /** The ids nearest first, ties by position. */
    nearest(words, limit, except) {
      const distances = distancesTo(words);
      return [...ids.keys()]
        .filter((at) => ids[at] !== except)
        .sort((a, b) => distances[a] - distances[b] || a - b)
        .slice(0, limit)
        .map((at) => ids[at]);
    },
  };
}

/** Number of ones in a 32-bit word. */
export function bits(word) {
  let sum = word - ((word >>> 1) & 0x55555555);
  sum = (sum & 0x33333333) + ((sum >>> 2) & 0x33333333);
  return Math.imul((sum + (sum >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
