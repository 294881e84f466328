import { lowerBound, type PostingList } from "../../format/posting-list.js";
import { BLOCK_ORDINALS, type BlockKernel, openKernel } from "./block-kernel.js";
import type { Clause } from "./clause.js";

const shared = openKernel();

/** A block of the combined sets, valid until the next one is combined. */
export interface CombinedBlock {
  readonly bits: Uint32Array;
  /** Number of ones. */
  readonly count: number;
  /** The ordinals of the ones. @throws RangeError if there are more than `BLOCK_ORDINALS` */
  list(): Uint32Array;
}

/**
 * Combines a block of the ordinals that satisfy all clauses: `words` words of the bitsets from word `from` on, which
 * must not exceed them.
 *
 * @param wanted at least one
 * @param words at most `BLOCK_WORDS`
 */
export function combineBlock(
  wanted: readonly Clause[],
  unwanted: readonly Clause[],
  from: number,
  words: number,
  kernel = shared,
): CombinedBlock {
  kernel.result.fill(0xffffffff, 0, words);
  for (const { any } of wanted) {
    const [only] = any;
    if (any.length === 1 && only!.bits !== undefined) {
      kernel.incoming.set(only!.bits.subarray(from, from + words));
      kernel.keep(words);
    } else {
      kernel.union.fill(0, 0, words);
      for (const set of any) unite(kernel, set, from, words);
      kernel.keepUnion(words);
    }
  }
  if (unwanted.length > 0) {
    kernel.union.fill(0, 0, words);
    for (const { any } of unwanted) for (const set of any) unite(kernel, set, from, words);
    kernel.removeUnion(words);
  }
  const count = kernel.count(words);
  return {
    bits: kernel.result.subarray(0, words),
    count,
    list() {
      if (count > BLOCK_ORDINALS) throw new RangeError(`lists at most ${BLOCK_ORDINALS} ordinals, not ${count}`);
      kernel.list(words, from * 32);
      return kernel.ordinals.subarray(0, count);
    },
  };
}

function unite(kernel: BlockKernel, { list, bits }: PostingList, from: number, words: number): void {
  if (bits !== undefined) {
    kernel.incoming.set(bits.subarray(from, from + words));
    kernel.unite(words);
    return;
  }
  const end = lowerBound(list, (from + words) * 32, 0, list.length);
  for (let at = lowerBound(list, from * 32, 0, end); at < end; at += BLOCK_ORDINALS) {
    const piece = list.subarray(at, Math.min(at + BLOCK_ORDINALS, end));
    kernel.ordinals.set(piece);
    kernel.uniteOrdinals(piece.length, from * 32);
  }
}
