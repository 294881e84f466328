import { createHash } from "node:crypto";
import { FORMAT_VERSION } from "./container.js";
import { FormatError, REBUILD } from "./format-error.js";
import type { CreditsInCommon } from "./icon-sets.js";
import { quote } from "./quote.js";

export const MANIFEST_FILE = "manifest.json";

/** Maximum size of a manifest, which has some hundred bytes per file of up to 1 GiB. */
export const MAX_MANIFEST_BYTES = 1 << 22;

const FILE_NAME = /^[a-z0-9-]+\.[a-z0-9]+$/;
const SHA_256 = /^[0-9a-f]{64}$/;
const MAX_FILES = 10_000;
/** A shard and its header; larger files can't be mapped. */
const MAX_FILE_BYTES = 2 ** 30 + 2 ** 20;
/** Maximum length of names and versions that are shown to people. */
const MAX_TEXT_LENGTH = 1000;

/** An artifact file as described in the manifest. */
export interface ManifestFile {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** 64 hex digits. */
  readonly sha256: string;
}

export interface Manifest {
  readonly format: number;
  readonly dataset: {
    readonly name: string;
    /** Credits that all drawings outside of Iconify sets have in common. */
    readonly credits?: CreditsInCommon;
  };
  /** Number of records. */
  readonly icons: number;
  /** Number of records that have each field. */
  readonly fields: Readonly<Record<string, number>>;
  /** Version of the text folding rules: a reader with other rules would look up other words. */
  readonly fold: number;
  /** Version of the perceptual hash. */
  readonly phash: number;
  /** Version of the image analysis: palettes and labels of other versions differ even for equal images. */
  readonly analysis: number;
  /** The decoder of the images, since decoders differ between versions. */
  readonly decoder: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly files: readonly ManifestFile[];
}

/** The bytes of a manifest. Keys are sorted, so that equal manifests are equal bytes. */
export function encodeManifest(manifest: Manifest): Buffer {
  return Buffer.from(`${JSON.stringify(sortKeys(manifest), null, 2)}\n`);
}

/** The name of the generation that a manifest describes: 32 hex digits, derived from every byte of every file. */
export function generationName(manifest: Uint8Array): string {
  return createHash("sha256").update(manifest).digest("hex").slice(0, 32);
}

/**
 * Parses an untrusted manifest. Values whose type, form or size no build would produce are rejected.
 *
 * @throws FormatError if the bytes are not a manifest of a supported version
 */
export function decodeManifest(bytes: Uint8Array, file: string): Manifest {
  let manifest: Manifest;
  try {
    manifest = JSON.parse(Buffer.from(bytes).toString("utf8"));
  } catch {
    throw new FormatError(file, `is not JSON; it begins with ${quote(Buffer.from(bytes.subarray(0, 40)).toString())}`);
  }
  if (manifest?.format !== FORMAT_VERSION) {
    throw new FormatError(
      file,
      `has format version ${quote(manifest?.format)}, this program reads ${FORMAT_VERSION}`,
      REBUILD,
    );
  }
  if (!isCount(manifest.icons) || !Array.isArray(manifest.files)) {
    throw new FormatError(file, "has no icon count or no list of files");
  }
  checkFacts(manifest, file);
  checkFiles(manifest.files, file);
  return manifest;
}

function checkFacts(manifest: Manifest, file: string): void {
  const { dataset, decoder, fields, options, fold, phash, analysis } = manifest;
  const refuse = (member: string, value: unknown): never => {
    throw new FormatError(file, `has an invalid ${member} ${quote(value)}`);
  };
  if (!isObject(dataset) || !isText(dataset.name)) refuse("dataset", dataset);
  const { credits = {} } = dataset;
  if (!isObject(credits) || !Object.values(credits).every(isText)) refuse("dataset", dataset);
  if (!isText(decoder)) refuse("decoder", decoder);
  if (!isObject(options)) refuse("options", options);
  if (!isObject(fields) || !Object.values(fields).every(isCount)) refuse("fields", fields);
  for (const [member, version] of Object.entries({ fold, phash, analysis }))
    if (!isCount(version)) refuse(member, version);
}

function checkFiles(files: readonly Partial<ManifestFile>[], file: string): void {
  if (files.length > MAX_FILES)
    throw new FormatError(file, `lists ${files.length} files, more than the maximum of ${MAX_FILES}`);
  const names = new Set<string>();
  for (const entry of files) {
    const { name, size, sha256 } = entry ?? {};
    if (typeof name !== "string" || name.length > MAX_TEXT_LENGTH || !FILE_NAME.test(name))
      throw new FormatError(file, `names an invalid file ${quote(name)}`);
    if (!isCount(size) || (size as number) > MAX_FILE_BYTES)
      throw new FormatError(file, `gives ${name} an invalid size ${quote(size)}`);
    if (typeof sha256 !== "string" || !SHA_256.test(sha256))
      throw new FormatError(file, `has an invalid SHA-256 of ${name}: ${quote(sha256)}`);
    if (names.has(name)) throw new FormatError(file, `lists ${name} twice`);
    names.add(name);
  }
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.length <= MAX_TEXT_LENGTH;
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, sortKeys(item)]),
  );
}
