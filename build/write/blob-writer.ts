import { BLOBS, type Blob, shardFile } from "#src/format/artifact-files.js";
import { encodeLocator, MAX_SHARD_BYTES } from "#src/format/locator.js";
import { layEndToEnd } from "../lay-end-to-end.js";
import type { ArtifactFile, ArtifactWriter } from "./artifact-writer.js";

/** Items laid end to end. */
export interface PackedItems {
  readonly bytes: Uint8Array;
  /** Where each item ends in `bytes`. */
  readonly ends: Uint32Array;
  /** For cards: where the public origin goes in each. */
  readonly splices?: Uint16Array;
}

/** Appends items in the order of their ordinals. Memory: 4 bytes an item, 6 for cards. */
export interface BlobWriter {
  /** @throws RangeError when the items together are larger than a shard may be */
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
      if (shard === undefined || shard.size() + bytes.length > MAX_SHARD_BYTES) {
        shard?.close();
        shard = writer.open(shardFile(blob, firsts.length));
        firsts.push(count);
      }
      const before = shard.size();
      shard.append(bytes);
      ends.push(items.ends.map((end) => before + end));
      if (items.splices !== undefined) splices.push(items.splices);
      count += items.ends.length;
    },
    close() {
      shard?.close();
      const offsets = splices.length > 0 ? layEndToEnd(splices, new Uint16Array(count)) : undefined;
      writer.write(BLOBS[blob].locator, [encodeLocator(firsts, layEndToEnd(ends, new Uint32Array(count)), offsets)]);
    },
  };
}
