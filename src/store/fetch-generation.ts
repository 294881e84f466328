import { statSync } from "node:fs";
import { readdir, rm, statfs, utimes } from "node:fs/promises";
import { join } from "node:path";
import {
  checkRules,
  generationsByAge,
  openGeneration,
  openManifest,
  parseCurrent,
  readManifest,
} from "../catalog/generation/generation.js";
import { verifyGeneration } from "../catalog/verify.js";
import { FormatError } from "../format/format-error.js";
import {
  decodeManifest,
  generationName,
  MANIFEST_FILE,
  MAX_MANIFEST_BYTES,
  type Manifest,
} from "../format/manifest.js";
import { quote } from "../format/quote.js";
import { withFileLock } from "../platform/file-lock.js";
import { makeFolder, writeFlushed } from "../platform/write-file.js";
import { withBuildLock } from "./build-lock.js";
import { fetchedBytes, fetchFile } from "./fetch-file.js";
import { goLive, isWhole, liveName, makeLive } from "./go-live.js";
import { CURRENT_OBJECT, manifestObject } from "./layout.js";
import { removeLeftovers } from "./leftovers.js";
import type { RemoteStore, SmallObject } from "./remote-store.js";
import { StoreError } from "./store-error.js";

/** Folder in which a generation is assembled. It remains after an interruption, so that the next attempt resumes. */
const ASIDE = ".fetching";
/** Lock for fetching. Builds and rollbacks don't wait for it: a store may be slow. */
const LOCK_FILE = ".fetching.lock";
const LOCK_WAIT_MS = 1000;
const MAX_CURRENT_BYTES = 100;

/** The generation that the store publishes. */
export interface StoreCurrent {
  readonly generation: string;
  /** Lets the next request skip an unchanged response. */
  readonly etag?: string;
}

/** Result of fetching a generation. */
export interface Fetched {
  readonly generation: string;
  /** Whether the generation was already live and nothing changed. */
  readonly unchanged: boolean;
  /** Files received over the network; the others were available locally. */
  readonly files: number;
  /** Bytes received over the network. */
  readonly bytes: number;
}

/** Progress of fetching. */
export interface FetchProgress {
  /** Files done. */
  readonly done: number;
  readonly total: number;
}

/**
 * @returns undefined if it still matches `etag` @throws StoreError if the store is unavailable or names no generation
 */
export async function readStoreCurrent(store: RemoteStore, etag?: string): Promise<StoreCurrent | undefined> {
  const object = await store.read(CURRENT_OBJECT, MAX_CURRENT_BYTES, etag);
  if (object === undefined) return undefined;
  const text = object.bytes.toString("utf8");
  const generation = parseCurrent(text);
  if (generation === undefined)
    throw new StoreError(
      `${store.address.base}${CURRENT_OBJECT}: must hold the name of a generation, not ${quote(text)}; is this a store that \`icons publish\` wrote?`,
    );
  return { generation, ...(object.etag === undefined ? {} : { etag: object.etag }) };
}

/**
 * Makes a generation of a store the live one of an artifacts folder: fetches missing files, checks every byte, then
 * goes live by the steps of a build. If interrupted at any moment, the previous generation stays live and fetched files
 * are reused.
 *
 * @param keep number of generations to keep, including the live one
 * @throws StoreError if the store fails, FormatError if this program can't read the generation, and the errors of
 * `goLive`
 */
export async function fetchGeneration(
  store: RemoteStore,
  generation: string,
  artifacts: string,
  keep: number,
  onProgress: (progress: FetchProgress) => void = () => undefined,
): Promise<Fetched> {
  await makeFolder(artifacts);
  return withFileLock(join(artifacts, LOCK_FILE), LOCK_WAIT_MS, async () => {
    if (await isWhole(artifacts, generation)) {
      const unchanged = liveName(artifacts) === generation;
      if (!unchanged) await withBuildLock(artifacts, () => makeLive(artifacts, generation));
      return { generation, unchanged, files: 0, bytes: 0 };
    }
    const aside = join(artifacts, ASIDE, generation);
    await prepare(join(artifacts, ASIDE), generation);
    const object = await readManifestObject(store, generation);
    const manifest = decodeManifest(object.bytes, `${store.address.base}${manifestObject(generation)}`);
    checkRules(manifest, `${store.address.base}${manifestObject(generation)}`);
    await checkSpace(manifest, aside);
    const fetched = await fetchFiles(store, manifest, artifacts, aside, onProgress);
    await writeManifest(aside, object);
    await expectOpenable(join(artifacts, ASIDE), generation, store.address.base);
    await withBuildLock(artifacts, async () => {
      await removeLeftovers(artifacts);
      await goLive(artifacts, aside, generation, keep);
    });
    return { generation, unchanged: false, ...fetched };
  });
}

/**
 * Opens the fetched generation before it goes live. Files that have been damaged since are removed, for the next
 * attempt.
 */
async function expectOpenable(folder: string, generation: string, base: string): Promise<void> {
  try {
    openGeneration(folder, generation);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const manifest = openManifest(folder, generation);
    const damaged = await verifyGeneration(folder, { name: generation, manifest });
    for (const { name } of damaged) await rm(join(folder, generation, name), { recursive: true, force: true });
    if (damaged.length > 0) throw error;
    throw new StoreError(
      `${base}: generation ${generation} arrived undamaged, but can't be opened; build and publish it again (${error.message})`,
    );
  }
}

async function prepare(folder: string, generation: string): Promise<void> {
  await makeFolder(join(folder, generation));
  for (const other of await readdir(folder)) {
    if (other !== generation) await rm(join(folder, other), { recursive: true, force: true });
  }
}

async function readManifestObject(store: RemoteStore, generation: string): Promise<SmallObject> {
  const object = (await store.read(manifestObject(generation), MAX_MANIFEST_BYTES))!;
  if (object.bytes.length === 0) throw new StoreError(`${store.address.base}${manifestObject(generation)}: is empty`);
  if (generationName(object.bytes) === generation) return object;
  throw new StoreError(
    `${store.address.base}${manifestObject(generation)}: does not match the name of its generation; publish again`,
  );
}

/** Fails before the disk is full, since a full disk would also stop the quota counters. */
async function checkSpace({ files }: Manifest, aside: string): Promise<void> {
  let needed = 0;
  for (const file of files) needed += file.size - (await fetchedBytes(file, aside));
  const { bavail, bsize } = await statfs(aside);
  if (needed > bavail * bsize)
    throw new StoreError(`${aside}: ${needed} bytes are needed, ${bavail * bsize} are free; free some space`);
}

async function fetchFiles(
  store: RemoteStore,
  manifest: Manifest,
  artifacts: string,
  aside: string,
  onProgress: (progress: FetchProgress) => void,
): Promise<Pick<Fetched, "files" | "bytes">> {
  const local = filesByContent(artifacts);
  let files = 0;
  let bytes = 0;
  for (const [done, file] of manifest.files.entries()) {
    onProgress({ done, total: manifest.files.length });
    const fetched = await fetchFile(store, file, aside, local.get(file.sha256));
    // Empty tables are often equal.
    local.set(file.sha256, join(aside, file.name));
    if (fetched.bytes > 0) files++;
    bytes += fetched.bytes;
  }
  return { files, bytes };
}

/** Paths of the files of all local generations, by their checksums in the manifests. */
function filesByContent(artifacts: string): Map<string, string> {
  const paths = new Map<string, string>();
  for (const generation of generationsByAge(artifacts)) {
    for (const { name, size, sha256 } of readManifest(artifacts, generation)?.files ?? []) {
      const path = join(artifacts, generation, name);
      if (isFileOf(path, size)) paths.set(sha256, path);
    }
  }
  return paths;
}

function isFileOf(path: string, size: number): boolean {
  try {
    const info = statSync(path);
    return info.isFile() && info.size === size;
  } catch {
    return false;
  }
}

/** The manifest's modification time is the time of the build. */
async function writeManifest(aside: string, { bytes, modified }: SmallObject): Promise<void> {
  const path = join(aside, MANIFEST_FILE);
  await rm(path, { force: true });
  await writeFlushed(path, bytes, 0o444);
  const time = modified?.getTime() ?? Number.NaN;
  if (time >= 0 && time < Date.now()) await utimes(path, time / 1000, time / 1000);
}
