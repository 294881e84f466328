import { createHash } from "node:crypto";
import { FORMAT_VERSION } from "./container.js";
import { FormatError } from "./errors.js";

export const MANIFEST_FILE = "manifest.json";

const FILE_NAME = /^[a-z0-9-]+\.[a-z0-9]+$/;
const SHA_256 = /^[0-9a-f]{64}$/;

/** One artifact file, as the manifest vouches for it. */
export interface ManifestFile {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** 64 hex digits. */
  readonly sha256: string;
}

export interface Manifest {
  readonly format: number;
  readonly dataset: { readonly name: string };
  /** Number of records. */
  readonly icons: number;
  /** How many records have each field. */
  readonly fields: Readonly<Record<string, number>>;
  /** Version of the rules that fold text: a reader with others would look up other words. */
  readonly fold: number;
  /** Version of the perceptual hash. */
  readonly phash: number;
  /** Version of the measurements of pictures: palettes and labels of other versions differ where pictures don't. */
  readonly analysis: number;
  /** What decoded the pictures, since decoders differ between versions. */
  readonly decoder: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly files: readonly ManifestFile[];
}

/** The bytes of a manifest: keys sorted, so that equal manifests are equal bytes. */
export function encodeManifest(manifest: Manifest): Buffer {
  return Buffer.from(`${JSON.stringify(sortKeys(manifest), null, 2)}\n`);
}

/** The name of the generation that a manifest describes: 32 hex digits, derived from every byte of every file. */
export function generationName(manifest: Uint8Array): string {
  return createHash("sha256").update(manifest).digest("hex").slice(0, 32);
}

/** @throws FormatError when the bytes are no manifest of a version that this program reads */
export function decodeManifest(bytes: Uint8Array, file: string): Manifest {
  let manifest: Manifest;
  try {
    manifest = JSON.parse(Buffer.from(bytes).toString("utf8"));
  } catch (error) {
    throw new FormatError(file, `is no JSON: ${(error as Error).message}`);
  }
  if (manifest?.format !== FORMAT_VERSION) {
    throw new FormatError(
      file,
      `has format version ${manifest?.format}, this program reads ${FORMAT_VERSION}; rebuild it`,
    );
  }
  if (!isCount(manifest.icons) || !Array.isArray(manifest.files)) {
    throw new FormatError(file, "lacks the icon count or the list of files");
  }
  for (const entry of manifest.files) {
    if (typeof entry?.name !== "string" || !FILE_NAME.test(entry.name) || !isCount(entry.size)) {
      throw new FormatError(file, `names an impossible file ${JSON.stringify(entry?.name)}`);
    }
    if (typeof entry.sha256 !== "string" || !SHA_256.test(entry.sha256))
      throw new FormatError(file, `has no SHA-256 of ${entry.name}`);
  }
  return manifest;
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
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
