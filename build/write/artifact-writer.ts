import { createHash, type Hash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { BLOBS, type Blob, shardFile } from "#src/format/artifact-files.js";
import { encodeLocator, MAX_SHARD_BYTES } from "#src/format/locator.js";
import type { ManifestFile } from "#src/format/manifest.js";

/** Artifacts are never edited; a new generation replaces them by rename. */
const MODE = 0o444;
const BUFFER_BYTES = 1 << 20;

/** Writes artifact files into a folder, each flushed to disk, and remembers what the manifest says of them. */
export interface ArtifactWriter {
  /** What was written so far, sorted by name. */
  files(): ManifestFile[];
  /** Writes a whole file. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** Starts a blob: items in shards, with a locator written at its end. */
  blob(blob: Blob): BlobWriter;
}

/** Appends items in the order of their ordinals. Memory: a buffer of 1 MiB, and 4 bytes an item. */
export interface BlobWriter {
  append(item: Uint8Array, splice?: number): Promise<void>;
  close(): Promise<void>;
}

export function createArtifactWriter(folder: string): ArtifactWriter {
  const files: ManifestFile[] = [];
  const write = async (name: string, bytes: Uint8Array): Promise<void> => {
    const file = await openFile(folder, name);
    await file.append(bytes);
    files.push(await file.close());
  };
  return {
    files: () => [...files].sort((a, b) => (a.name < b.name ? -1 : 1)),
    write,
    blob(blob) {
      const firsts: number[] = [];
      const ends: number[] = [];
      const splices: number[] = [];
      let shard: OpenFile | undefined;
      return {
        async append(item, splice) {
          if (shard === undefined || shard.size() + item.length > MAX_SHARD_BYTES) {
            if (shard !== undefined) files.push(await shard.close());
            shard = await openFile(folder, shardFile(blob, firsts.length));
            firsts.push(ends.length);
          }
          await shard.append(item);
          ends.push(shard.size());
          if (splice !== undefined) splices.push(splice);
        },
        async close() {
          if (shard !== undefined) files.push(await shard.close());
          const offsets = splices.length > 0 ? Uint16Array.from(splices) : undefined;
          await write(BLOBS[blob].locator, encodeLocator(firsts, Uint32Array.from(ends), offsets));
        },
      };
    },
  };
}

interface OpenFile {
  size(): number;
  append(bytes: Uint8Array): Promise<void>;
  close(): Promise<ManifestFile>;
}

async function openFile(folder: string, name: string): Promise<OpenFile> {
  const handle: FileHandle = await open(join(folder, name), "wx", MODE);
  const hash: Hash = createHash("sha256");
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;
  let size = 0;
  const flush = async (): Promise<void> => {
    const bytes = Buffer.concat(pending);
    pending = [];
    pendingBytes = 0;
    hash.update(bytes);
    await handle.writeFile(bytes);
  };
  return {
    size: () => size,
    async append(bytes) {
      pending.push(bytes);
      pendingBytes += bytes.length;
      size += bytes.length;
      if (pendingBytes >= BUFFER_BYTES) await flush();
    },
    async close() {
      try {
        await flush();
        await handle.sync();
      } finally {
        await handle.close();
      }
      return { name, size, sha256: hash.digest("hex") };
    },
  };
}
