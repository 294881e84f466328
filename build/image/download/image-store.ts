import { createHash, randomBytes } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Facts about a downloaded image. */
export interface StoredImage {
  /** The URL that it was downloaded from. */
  readonly address: string;
  /** Of its content, hex. */
  readonly sha256: string;
  /** The host's identifier of this version. */
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
  /** The latest round in which the host was asked. */
  readonly round: string;
}

/** The state of an interrupted download. */
export interface PartialImage {
  /** The file of the partial content; it may not exist. */
  readonly path: string;
  /** The host's identifier of the version of these bytes; undefined: the download can't be resumed. */
  readonly validator: string | undefined;
}

/**
 * Downloaded images: content by checksum, and the checksum by URL. Copy its folder to share it with another machine.
 */
export interface ImageStore {
  /** Undefined if it was never downloaded, or the stored copy is damaged. */
  find(address: string): Promise<StoredImage | undefined>;
  /** The content; undefined as for `find`. */
  read(address: string): Promise<Buffer | undefined>;
  /** Stores the metadata of an image whose content is already stored. */
  note(image: StoredImage): Promise<void>;
  /** Makes a partial image the content of its URL. */
  complete(bytes: Buffer, part: PartialImage, image: Omit<StoredImage, "sha256">): Promise<void>;
  partOf(address: string): Promise<PartialImage>;
  /** Begins an empty partial image. */
  beginPart(address: string, validator: string | undefined): Promise<void>;
  dropPart(address: string): Promise<void>;
}

export function openImageStore(folder: string): ImageStore {
  const pathIn = (kind: string, digest: string): string => join(folder, kind, digest.slice(0, 2), digest.slice(2));
  const contentOf = (sha256: string): string => pathIn("content", sha256);
  const notesOf = (address: string): string => `${pathIn("addresses", digestOf(address))}.json`;
  const partPath = (address: string): string => pathIn("partial", digestOf(address));

  const readStored = async (address: string): Promise<[StoredImage, Buffer] | undefined> => {
    const stored = await readJson<StoredImage>(notesOf(address));
    if (stored === undefined) return undefined;
    const bytes = await readFile(contentOf(stored.sha256)).catch(() => undefined);
    return bytes !== undefined && digestOf(bytes) === stored.sha256 ? [stored, bytes] : undefined;
  };

  const store: ImageStore = {
    find: async (address) => (await readStored(address))?.[0],
    read: async (address) => (await readStored(address))?.[1],
    note: (image) => replaceJson(notesOf(image.address), JSON.stringify(image)),
    async complete(bytes, part, image) {
      const sha256 = digestOf(bytes);
      const path = contentOf(sha256);
      await mkdir(dirname(path), { recursive: true });
      await rename(part.path, path);
      await store.note({ ...image, sha256 });
      await store.dropPart(image.address);
    },
    async partOf(address) {
      const path = partPath(address);
      return { path, validator: (await readJson<{ validator?: string }>(`${path}.json`))?.validator };
    },
    async beginPart(address, validator) {
      const path = partPath(address);
      // In this order, so that bytes never coexist with the validator of other bytes.
      await rm(`${path}.json`, { force: true });
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, "");
      if (validator !== undefined) await replaceJson(`${path}.json`, JSON.stringify({ validator }));
    },
    async dropPart(address) {
      await rm(`${partPath(address)}.json`, { force: true });
      await rm(partPath(address), { force: true });
    },
  };
  return store;
}

function digestOf(content: string | Buffer): string {
  return createHash("sha256").update(content).digest("hex");
}

/** A half-written file counts as missing. */
async function readJson<T>(path: string): Promise<T | undefined> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as T;
  } catch {
    return undefined;
  }
}

async function replaceJson(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    await writeFile(temporary, text);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
