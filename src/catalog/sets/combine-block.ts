import type { PostingList } from "../../format/posting-list.js";
import { lowerBound } from "./lower-bound.js";
import type { Clause } from "./ordinals.js";

/**
 * Sets the bits of a block to those of the ordinals that satisfy all clauses.
 *
 * @param wanted at least one
 * @param from the word of the bitsets that the block begins with; its last word must not reach beyond theirs
 */
export function combineBlock(
  block: Uint32Array,
  wanted: readonly Clause[],
  unwanted: readonly Clause[],
  from: number,
): void {
  block.fill(0xffffffff);
  for (const { any } of wanted) keep(block, any, from);
  for (const { any } of unwanted) for (const set of any) remove(block, set, from);
}

/** Keeps what is in any of the sets. Terms have three slots and filters mostly one label, so these have loops of their own. */
function keep(block: Uint32Array, sets: readonly PostingList[], from: number): void {
  const { length } = block;
  const [a, b, c] = sets.map(({ bits }) => bits);
  if (sets.length === 1 && a !== undefined) for (let at = 0; at < length; at++) block[at]! &= a[from + at]!;
  else if (sets.length === 2 && a !== undefined && b !== undefined)
    for (let at = 0; at < length; at++) block[at]! &= a[from + at]! | b[from + at]!;
  else if (sets.length === 3 && a !== undefined && b !== undefined && c !== undefined)
    for (let at = 0; at < length; at++) block[at]! &= a[from + at]! | b[from + at]! | c[from + at]!;
  else {
    const union = new Uint32Array(length);
    for (const set of sets) add(union, set, from);
    for (let at = 0; at < length; at++) block[at]! &= union[at]!;
  }
}

function add(union: Uint32Array, { list, bits }: PostingList, from: number): void {
  if (bits !== undefined) for (let at = 0; at < union.length; at++) union[at]! |= bits[from + at]!;
  else eachInBlock(list, from, union.length, (at, bit) => (union[at]! |= bit));
}

function remove(block: Uint32Array, { list, bits }: PostingList, from: number): void {
  if (bits !== undefined) for (let at = 0; at < block.length; at++) block[at]! &= ~bits[from + at]!;
  else eachInBlock(list, from, block.length, (at, bit) => (block[at]! &= ~bit));
}

/** Calls `visit` with the word in the block and the bit of each ordinal of a list that lies in the block. */
function eachInBlock(list: Uint32Array, from: number, words: number, visit: (at: number, bit: number) => void): void {
  const end = (from + words) * 32;
  for (let at = lowerBound(list, from * 32, 0, list.length); at < list.length && list[at]! < end; at++)
    visit((list[at]! >>> 5) - from, 1 << (list[at]! & 31));
}
