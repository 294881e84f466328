import { ABSENT_BLOBS, BLOBS, type Blob, shardFile } from "#src/format/artifact-files.js";
import { encodeLocator, MAX_SHARD_BYTES } from "#src/format/locator.js";
import { concatInto } from "../dataset/number-list.js";
import type { ArtifactFile, ArtifactWriter } from "./artifact-writer.js";

/** Concatenated items. */
export interface PackedItems {
  readonly bytes: Uint8Array;
  /** End offset of each item in `bytes`. */
  readonly ends: Uint32Array;
  /** For cards: offset in each at which the public origin is inserted. */
  readonly splices?: Uint16Array;
}

/**
 * Appends items by ascending ordinal. If all are empty, it writes an empty locator or, for variants, nothing. Memory: 4
 * bytes per item, 6 for cards.
 */
export interface BlobWriter {
  /** @throws RangeError if an item exceeds the blob's limit, or the items together exceed a shard */
  append(items: PackedItems): void;
  /** Writes the locator. */
  close(): void;
}

export function createBlobWriter(writer: ArtifactWriter, blob: Blob): BlobWriter {
  const firsts: number[] = [];
  const ends: Uint32Array[] = [];
  const splices: Uint16Array[] = [];
  let count = 0;
  let shard: ArtifactFile | undefined;
  return {
    append(items) {
      const { bytes } = items;
      if (bytes.length > MAX_SHARD_BYTES)
        throw new RangeError(`${bytes.length} bytes of ${blob} do not fit in a shard`);
      const { maxBytes } = BLOBS[blob];
      const large = items.ends.findIndex((end, at) => end - (items.ends[at - 1] ?? 0) > maxBytes);
      if (large >= 0) throw new RangeError(`item ${count + large} of ${blob} has more than ${maxBytes} bytes`);
      const isFull = shard !== undefined && shard.size() + bytes.length > MAX_SHARD_BYTES;
      if (bytes.length > 0 && (shard === undefined || isFull)) {
        shard?.close();
        shard = writer.open(shardFile(blob, firsts.length));
        // Empty items may come first.
        firsts.push(firsts.length === 0 ? 0 : count);
      }
      const before = shard?.size() ?? 0;
      shard?.append(bytes);
      ends.push(items.ends.map((end) => before + end));
      if (items.splices !== undefined) splices.push(items.splices);
      count += items.ends.length;
    },
    close() {
      shard?.close();
      const items = shard === undefined ? 0 : count;
      if (items === 0 && ABSENT_BLOBS.has(blob)) return;
      const offsets = items > 0 && splices.length > 0 ? concatInto(splices, new Uint16Array(items)) : undefined;
      const laidOut = items > 0 ? concatInto(ends, new Uint32Array(items)) : new Uint32Array(0);
      writer.write(BLOBS[blob].locator, [encodeLocator(firsts, laidOut, offsets)]);
    },
  };
}
