import { createHash, randomBytes } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** What is known of a picture that was fetched. */
export interface StoredPicture {
  /** The address that it was fetched from. */
  readonly address: string;
  /** Of its content, hex. */
  readonly sha256: string;
  /** What the host calls this version of it. */
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
  /** The round in which the host was asked last. */
  readonly round: string;
}

/** What came of a picture before its fetching was interrupted. */
export interface PartialPicture {
  /** The file that holds it; it may not exist. */
  readonly path: string;
  /** What the host calls the version that the bytes are of; undefined: nothing can be added to them. */
  readonly validator: string | undefined;
}

/** Fetched pictures: content by its checksum, and by address which content that is. Copying its folder to another machine shares it. */
export interface PictureStore {
  /** Undefined when it was never fetched, or what is stored is damaged. */
  find(address: string): Promise<StoredPicture | undefined>;
  /** The content; undefined as for `find`. */
  read(address: string): Promise<Buffer | undefined>;
  /** Stores what is known of a picture whose content is there. */
  note(picture: StoredPicture): Promise<void>;
  /** Makes a partial picture the content of its address. */
  complete(bytes: Buffer, part: PartialPicture, picture: Omit<StoredPicture, "sha256">): Promise<void>;
  partOf(address: string): Promise<PartialPicture>;
  /** Begins a partial picture, empty. */
  beginPart(address: string, validator: string | undefined): Promise<void>;
  dropPart(address: string): Promise<void>;
}

export function openPictureStore(folder: string): PictureStore {
  const pathIn = (kind: string, digest: string): string => join(folder, kind, digest.slice(0, 2), digest.slice(2));
  const contentOf = (sha256: string): string => pathIn("content", sha256);
  const notesOf = (address: string): string => `${pathIn("addresses", digestOf(address))}.json`;
  const partPath = (address: string): string => pathIn("partial", digestOf(address));

  const readStored = async (address: string): Promise<[StoredPicture, Buffer] | undefined> => {
    const stored = await readJson<StoredPicture>(notesOf(address));
    if (stored === undefined) return undefined;
    const bytes = await readFile(contentOf(stored.sha256)).catch(() => undefined);
    return bytes !== undefined && digestOf(bytes) === stored.sha256 ? [stored, bytes] : undefined;
  };

  const store: PictureStore = {
    find: async (address) => (await readStored(address))?.[0],
    read: async (address) => (await readStored(address))?.[1],
    note: (picture) => replaceJson(notesOf(picture.address), JSON.stringify(picture)),
    async complete(bytes, part, picture) {
      const sha256 = digestOf(bytes);
      const path = contentOf(sha256);
      await mkdir(dirname(path), { recursive: true });
      await rename(part.path, path);
      await store.note({ ...picture, sha256 });
      await store.dropPart(picture.address);
    },
    async partOf(address) {
      const path = partPath(address);
      return { path, validator: (await readJson<{ validator?: string }>(`${path}.json`))?.validator };
    },
    async beginPart(address, validator) {
      const path = partPath(address);
      // In this order, so that bytes never stand beside the validator of other ones.
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

/** What a crash left half written counts as nothing. */
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
