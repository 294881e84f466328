import { createReadStream, statSync } from "node:fs";
import { join } from "node:path";
import { readCurrent } from "#src/catalog/generation/generation.js";
import { decodeManifest, MANIFEST_FILE, MAX_MANIFEST_BYTES } from "#src/format/manifest.js";
import { readRegularFile } from "#src/platform/read-regular-file.js";
import { checkGeneration } from "#src/store/go-live.js";
import { fileObject, manifestObject } from "#src/store/layout.js";
import { StoreError } from "#src/store/store-error.js";
import { bytesObject, type StoreWriter } from "./store-writer.js";

export interface PublishOptions {
  /** The artifacts folder whose live generation is published. */
  readonly artifacts: string;
  readonly store: StoreWriter;
  /** Number of generations to keep in a store that can be listed, including the published one, from 1. */
  readonly keep: number;
  onProgress?(progress: { readonly done: number; readonly total: number }): void;
}

/** The result of publishing. */
export interface Published {
  readonly generation: string;
  /** Number of uploaded files; the store already had the others. */
  readonly files: number;
  /** Number of uploaded bytes. */
  readonly bytes: number;
  /** Generations removed from the store. */
  readonly removed: readonly string[];
}

/**
 * Copies the live generation to a store: missing files, the manifest, and finally `CURRENT`. If interrupted before
 * that, the store keeps serving its previous generation; the next attempt uploads what is still missing.
 *
 * @throws StoreError if there is no generation, or the store refuses, is unavailable or too slow; FormatError if the
 * generation is damaged
 * Cost: reads the generation once to verify its checksums, and uploaded files once more.
 */
export async function publishGeneration({ artifacts, store, keep, onProgress }: PublishOptions): Promise<Published> {
  const generation = readCurrent(artifacts);
  if (generation === undefined) throw new StoreError(`${artifacts}: has no live generation; run \`icons build\` first`);
  await checkGeneration(artifacts, generation);
  const folder = join(artifacts, generation);
  const bytes = readRegularFile(join(folder, MANIFEST_FILE), MAX_MANIFEST_BYTES);
  const { files } = decodeManifest(bytes, join(folder, MANIFEST_FILE));
  const modified = statSync(join(folder, MANIFEST_FILE)).mtime;

  return store.exclusively(async () => {
    const sent = { files: 0, bytes: 0 };
    for (const [done, { name, size, sha256 }] of files.entries()) {
      onProgress?.({ done, total: files.length });
      if (await store.has(fileObject(sha256), size)) continue;
      await store.put(fileObject(sha256), { size, sha256, modified, open: () => createReadStream(join(folder, name)) });
      sent.files++;
      sent.bytes += size;
    }
    if (!(await store.has(manifestObject(generation), bytes.length)))
      await store.put(manifestObject(generation), bytesObject(bytes, modified));
    await store.setCurrent(generation);
    return { generation, ...sent, removed: (await store.clean?.(keep, generation)) ?? [] };
  });
}
