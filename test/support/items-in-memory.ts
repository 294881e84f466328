import type { BlobReader } from "#src/catalog/generation/generation.js";
import { FormatError } from "#src/format/format-error.js";
import { encodeListItem } from "#src/format/list-item.js";
import { decodeLocator, encodeLocator } from "#src/format/locator.js";
import type { IconRecord } from "#src/format/record.js";
import { asByteText } from "#src/text/byte-text.js";

/** In-memory cards, for tests that change their bytes. */
export interface CardsInMemory {
  readonly reader: BlobReader;
  /** The bytes of the shards. */
  readonly shards: readonly Buffer[];
  /** The file `cards.bin`. */
  readonly locator: Uint8Array;
}

/**
 * @param firsts the first ordinal of each shard. @param change called with shards and locator before the locator is
 * opened
 */
export function itemsInMemory(
  records: readonly IconRecord[],
  firsts: readonly number[],
  change: (shards: readonly Buffer[], locator: Uint8Array) => void = () => {},
): CardsInMemory {
  const cards = records.map(encodeListItem);
  const shards = firsts.map((first, shard) =>
    Buffer.concat(cards.slice(first, firsts[shard + 1]).map(({ bytes }) => bytes)),
  );
  let end = 0;
  const ends = cards.map(({ bytes }, at) => {
    end = firsts.includes(at) ? bytes.length : end + bytes.length;
    return end;
  });
  const splices = Uint16Array.from(cards, ({ splice }) => splice);
  const file = encodeLocator(firsts, Uint32Array.from(ends), splices);
  change(shards, file);
  const locator = decodeLocator(file, "cards.bin");
  const shardOf = (shard: number, placeEnd: number): Buffer => {
    const bytes = shards[shard];
    if (bytes !== undefined && placeEnd <= bytes.length) return bytes;
    throw new FormatError("cards.bin", "an item lies outside its shard");
  };
  const reader: BlobReader = {
    locator,
    path: (ordinal) => `cards-000${locator.place(ordinal).shard}.json`,
    view(ordinal) {
      const { shard, start, end: placeEnd } = locator.place(ordinal);
      return shardOf(shard, placeEnd).subarray(start, placeEnd);
    },
    text(first, last, without) {
      const { start } = locator.place(first);
      const { shard, end: placeEnd } = locator.place(last);
      return asByteText(shardOf(shard, placeEnd).toString("latin1", start, placeEnd - without));
    },
    prefetch: () => undefined,
  };
  return { reader, shards, locator: file };
}
