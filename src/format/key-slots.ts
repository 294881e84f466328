import { mixBits } from "../text/mix-bits.js";

/**
 * A hash table of the keys of a dictionary: the index of each key plus one at the first free slot from its hash on, 0 in
 * free slots. To find a key takes about two reads of memory that is not in the processor's caches; a binary search takes
 * two for each halving, and had 7 % of a response's processor time with 380,000 keys.
 */
export type KeySlots = Uint32Array;

/** Slots per key: at most half of them are taken, so a probe rarely goes on. */
const SLOTS_PER_KEY = 2;
const NOT_FOUND = -1;

/** @param keys all of the dictionary, in its order */
export function fillKeySlots(keys: readonly Uint8Array[]): KeySlots {
  const slots = new Uint32Array(2 ** Math.ceil(Math.log2(Math.max(1, keys.length) * SLOTS_PER_KEY)));
  const last = slots.length - 1;
  for (const [index, key] of keys.entries()) {
    let slot = hashOf(key) & last;
    while (slots[slot] !== 0) slot = (slot + 1) & last;
    slots[slot] = index + 1;
  }
  return slots;
}

/** Whether a table can have the slots of this many keys. */
export function areKeySlots(slots: KeySlots, count: number): boolean {
  return slots.length > count && (slots.length & (slots.length - 1)) === 0;
}

/**
 * The index of a key, or -1. O(1) on average; with damaged slots, at most all of them are read.
 *
 * @param equals whether the key of an index is this one
 */
export function findKeySlot(
  slots: KeySlots,
  key: Uint8Array,
  equals: (index: number, key: Uint8Array) => boolean,
): number {
  const last = slots.length - 1;
  let slot = hashOf(key) & last;
  for (let probes = 0; probes <= last; probes++, slot = (slot + 1) & last) {
    const taken = slots[slot]!;
    if (taken === 0) return NOT_FOUND;
    if (equals(taken - 1, key)) return taken - 1;
  }
  return NOT_FOUND;
}

/** Source: FNV-1a. Mixed, since a slot has the lowest bits. */
function hashOf(key: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key[at]!, 0x01000193);
  return mixBits(hash);
}
