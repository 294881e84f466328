/**
 * Numbers in [0, 1), deterministic for a seed. mulberry32, by Tommy Ettinger, public domain.
 *
 * @param {number} seed 32 bits
 */
export function createRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Up to `count` distinct members of a list. */
export function sample(list, count, random) {
  const pool = [...list];
  const drawn = Math.min(count, pool.length);
  for (let at = 0; at < drawn; at++) {
    const other = at + Math.floor(random() * (pool.length - at));
    [pool[at], pool[other]] = [pool[other], pool[at]];
  }
  return pool.slice(0, drawn);
}
