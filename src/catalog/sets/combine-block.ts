import type { PostingList } from "../../format/posting-list.js";
import { lowerBound } from "./lower-bound.js";
import type { Clause } from "./ordinals.js";

/** Sets the bits of a block, which begins with word `from` of the bitsets and must not reach beyond them. */
export type BlockCombiner = (block: Uint32Array, from: number) => void;

/**
 * Combines sets block by block into the ordinals that satisfy all clauses.
 *
 * @param wanted at least one
 * @param size words of the largest block
 */
export function createBlockCombiner(
  wanted: readonly Clause[],
  unwanted: readonly Clause[],
  size: number,
): BlockCombiner {
  const union = new Uint32Array(size);
  const keepers = wanted.map(({ any }) => createKeeper(any, union));
  return (block, from) => {
    block.fill(0xffffffff);
    for (const keep of keepers) keep(block, from);
    for (const { any } of unwanted) for (const set of any) remove(block, set, from);
  };
}

/** Keeps what is in any of the sets. Terms have three slots and filters mostly one label, so these have loops of their own. */
function createKeeper(sets: readonly PostingList[], scratch: Uint32Array): BlockCombiner {
  const [a, b, c] = sets.map(({ bits }) => bits);
  if (sets.length === 1 && a !== undefined)
    return (block, from) => {
      for (let at = 0; at < block.length; at++) block[at]! &= a[from + at]!;
    };
  if (sets.length === 2 && a !== undefined && b !== undefined)
    return (block, from) => {
      for (let at = 0; at < block.length; at++) block[at]! &= a[from + at]! | b[from + at]!;
    };
  if (sets.length === 3 && a !== undefined && b !== undefined && c !== undefined)
    return (block, from) => {
      for (let at = 0; at < block.length; at++) block[at]! &= a[from + at]! | b[from + at]! | c[from + at]!;
    };
  return (block, from) => {
    const union = scratch.subarray(0, block.length).fill(0);
    for (const set of sets) add(union, set, from);
    for (let at = 0; at < block.length; at++) block[at]! &= union[at]!;
  };
}

function add(union: Uint32Array, { list, bits }: PostingList, from: number): void {
  if (bits !== undefined) {
    for (let at = 0; at < union.length; at++) union[at]! |= bits[from + at]!;
    return;
  }
  const end = endOf(union, list, from);
  for (let at = lowerBound(list, from * 32, 0, list.length); at < end; at++)
    union[(list[at]! >>> 5) - from]! |= 1 << (list[at]! & 31);
}

function remove(block: Uint32Array, { list, bits }: PostingList, from: number): void {
  if (bits !== undefined) {
    for (let at = 0; at < block.length; at++) block[at]! &= ~bits[from + at]!;
    return;
  }
  const end = endOf(block, list, from);
  for (let at = lowerBound(list, from * 32, 0, list.length); at < end; at++)
    block[(list[at]! >>> 5) - from]! &= ~(1 << (list[at]! & 31));
}

/** Index behind the last ordinal of a list that lies in a block. */
function endOf(block: Uint32Array, list: Uint32Array, from: number): number {
  return lowerBound(list, (from + block.length) * 32, 0, list.length);
}
