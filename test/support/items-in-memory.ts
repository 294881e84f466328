import { type BlobReader, readBlob } from "#src/catalog/generation/blob-reader.js";
import { BLOBS } from "#src/format/artifact-files.js";
import { encodeListItem } from "#src/format/list-item.js";
import { decodeLocator, encodeLocator } from "#src/format/locator.js";
import type { IconRecord } from "#src/format/record.js";

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
  const paths = shards.map((_, shard) => `cards-000${shard}.json`);
  const reader = readBlob(locator, "cards.bin", shards, paths, BLOBS.cards.maxBytes);
  return { reader, shards, locator: file };
}
