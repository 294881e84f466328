import { existsSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { type Catalog, createCatalog } from "#src/catalog/catalog.js";
import {
  CURRENT_FILE,
  GENERATION_NAME,
  type Generation,
  generationsByAge,
  openGeneration,
  readCurrent,
} from "#src/catalog/generation/generation.js";
import { createRecordReader, type RecordReader } from "#src/catalog/records.js";
import { FormatError } from "#src/format/format-error.js";
import { MANIFEST_FILE } from "#src/format/manifest.js";
import type { BuildOptions } from "../compile/options.js";
import { buildScratch } from "../compile/scratch-build.js";

/** One of two compared generations. */
export interface Side {
  readonly generation: Generation;
  readonly catalog: Catalog;
  readonly records: RecordReader;
  /** The bytes of the icon at `ordinal` except its hash and image; views of the mapping. */
  texts(ordinal: number): { readonly card: Buffer; readonly row: Buffer };
  /** Its image, a view of the mapping; empty if it has none. */
  image(ordinal: number): Buffer;
  /** Its variants, likewise. */
  variants(ordinal: number): Buffer;
}

/** @throws FormatError if the generation is missing, damaged or of another version */
export function openSide(artifacts: string, name: string): Side {
  const generation = openGeneration(artifacts, name);
  const cards = generation.blob("cards");
  const rows = generation.blob("records");
  const images = generation.blob("images");
  const variants = generation.blob("variants");
  return {
    generation,
    catalog: createCatalog(generation),
    records: createRecordReader(generation),
    texts: (ordinal) => ({ card: cards.view(ordinal), row: rows.view(ordinal) }),
    image: (ordinal) => images.view(ordinal),
    variants: (ordinal) => variants.view(ordinal),
  };
}

/**
 * The live generation of a folder; undefined if there is none. @throws FormatError if it is damaged or of another
 * version
 */
export function openLiveSide(artifacts: string): Side | undefined {
  const name = readCurrent(artifacts);
  return name === undefined ? undefined : openSide(artifacts, name);
}

/** An open generation to compare. */
export interface OpenSubject {
  readonly side: Side;
  /** Removes its scratch build, if any. */
  close(): Promise<void>;
}

/** There is no such generation to compare. */
export class SubjectError extends Error {
  override readonly name = "SubjectError";
}

/**
 * Opens a generation to compare: by name in `options.out`, by path, the live one of an artifacts folder, or a dataset,
 * which is compiled into a scratch build.
 *
 * @throws SubjectError if there is no generation of that name, FormatError if it can't be opened, DatasetError if a
 * dataset is invalid
 */
export async function openSubject(subject: string, options: Omit<BuildOptions, "data">): Promise<OpenSubject> {
  const opened = openGenerationOf(subject, options.out);
  if (opened !== undefined) return { side: opened, close: async () => undefined };
  const { result, artifacts, remove } = await buildScratch({ ...options, data: subject, allowRemovals: true }, false);
  try {
    return { side: openSide(artifacts, result.generation), close: remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Opens the live generation. @throws FormatError if nothing has been built */
export function openLive(artifacts: string): OpenSubject {
  return opened(openLiveSide(artifacts), artifacts);
}

/** Opens the newest generation built before the live one. @throws SubjectError if there is none */
export function openPrevious(artifacts: string): OpenSubject {
  const live = readCurrent(artifacts);
  if (live === undefined) return opened(undefined, artifacts);
  const names = generationsByAge(artifacts);
  const previous = names[names.indexOf(live) + 1];
  if (previous === undefined)
    throw new SubjectError(`${artifacts}: has no generation older than ${live}, the live one, to compare it with`);
  return opened(openSide(artifacts, previous), artifacts);
}

function openGenerationOf(subject: string, out: string): Side | undefined {
  const path = resolve(subject);
  if (existsSync(join(path, MANIFEST_FILE)) && GENERATION_NAME.test(basename(path)))
    return openSide(dirname(path), basename(path));
  if (existsSync(join(path, CURRENT_FILE))) return openLiveSide(path);
  if (!GENERATION_NAME.test(subject) || existsSync(path)) return undefined;
  const names = generationsByAge(out);
  if (!names.includes(subject))
    throw new SubjectError(`${out}: has no generation ${subject}; it has ${names.join(", ") || "none"}`);
  return openSide(out, subject);
}

function opened(side: Side | undefined, artifacts: string): OpenSubject {
  if (side === undefined) throw new FormatError(artifacts, "contains no generation; run `icons build` first");
  return { side, close: async () => undefined };
}
