/** The location of a record. */
export interface RecordPlace {
  /** Index in `Dataset.files`. */
  readonly file: number;
  /** Byte offset. */
  readonly offset: number;
  readonly length: number;
  /** Whether the record has an image. */
  readonly hasImage: boolean;
}

/**
 * Locations of records in display order, which can be iterated once: in file order, entries are released after they are
 * read.
 */
export interface Places {
  readonly count: number;
  [Symbol.iterator](): Iterator<RecordPlace>;
}

/**
 * Collects locations, block by block, in the order of the files. Memory: 13 bytes per record, 25 if records have ranks.
 */
export interface PlaceList {
  /** @param ranks Infinity if a record has none */
  add(file: number, offsets: Float64Array, lengths: Uint32Array, images: Uint8Array, ranks: Float64Array): void;
  /** By rank if present (lower first), else in the order of addition. */
  inOrder(): Places;
}

interface PlaceBlock {
  readonly first: number;
  readonly file: number;
  readonly offsets: Float64Array;
  readonly lengths: Uint32Array;
  readonly images: Uint8Array;
  readonly ranks: Float64Array | undefined;
}

export function createPlaceList(): PlaceList {
  const blocks: PlaceBlock[] = [];
  let count = 0;
  return {
    add(file, offsets, lengths, images, ranks) {
      const ranked = ranks.some((rank) => rank !== Number.POSITIVE_INFINITY);
      blocks.push({ first: count, file, offsets, lengths, images, ranks: ranked ? ranks : undefined });
      count += offsets.length;
    },
    inOrder: () => ({
      count,
      *[Symbol.iterator]() {
        if (blocks.every(({ ranks }) => ranks === undefined)) {
          for (let block = blocks.shift(); block !== undefined; block = blocks.shift())
            for (let at = 0; at < block.offsets.length; at++) yield placeIn(block, at);
        } else for (const index of byRank(blocks, count)) yield placeOf(blocks, index);
      },
    }),
  };
}

function placeIn({ file, offsets, lengths, images }: PlaceBlock, at: number): RecordPlace {
  return { file, offset: offsets[at]!, length: lengths[at]!, hasImage: images[at] === 1 };
}

function placeOf(blocks: readonly PlaceBlock[], index: number): RecordPlace {
  let low = 0;
  for (let high = blocks.length - 1; low < high; ) {
    const middle = (low + high + 1) >>> 1;
    if (blocks[middle]!.first <= index) low = middle;
    else high = middle - 1;
  }
  return placeIn(blocks[low]!, index - blocks[low]!.first);
}

/** Indexes of all records by rank; equal ranks in the order of addition. */
function byRank(blocks: readonly PlaceBlock[], count: number): Uint32Array {
  const ranks = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
  for (const { first, ranks: own } of blocks) if (own !== undefined) ranks.set(own, first);
  return Uint32Array.from({ length: count }, (_, index) => index).sort(
    (a, b) => (ranks[a] === ranks[b] ? 0 : ranks[a]! - ranks[b]!) || a - b,
  );
}
