import { createReadStream, type Stats } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { basename, dirname, extname, join, resolve } from "node:path";
import { IrregularFileError, openRegularFile, readRegularFile } from "#src/platform/read-regular-file.js";
import { checkText } from "../dataset/check-text.js";
import { withCurrentNames } from "../dataset/former-names.js";
import { parseText } from "../dataset/parse-record.js";
import { createLines } from "../dataset/position.js";
import { DatasetError, type Problem } from "../dataset/problems.js";
import { DatasetOptions } from "../dataset/source-record.js";
import { createValidator, locate } from "../dataset/validate.js";
import { arrayElements, type Element, lineElements, StructureError, withoutBom } from "./elements.js";

const OPTIONS_FILE = "dataset.json";
const ICONS_FOLDER = "icons";
const CHUNK_BYTES = 1 << 20;
const LINE_FORMATS = new Set([".ndjson", ".jsonl"]);
const checkOptions = createValidator(DatasetOptions);

/** Messages for system errors that concern the file, by code; other errors concern the machine. */
const FAULTS: Readonly<Record<string, FileFault>> = {
  ELOOP: { message: "is a link to itself", remedy: "Put the file there instead of the link." },
  ENOTDIR: { message: "is a file, not a folder", remedy: "Put a folder there." },
  EISDIR: { message: "is a folder, not a regular file", remedy: "Put the file there instead." },
  EACCES: {
    message: "can't be read (EACCES: permission denied)",
    remedy: "Allow the user that runs this to read it and to enter its folders.",
    code: "EACCES",
  },
  EPERM: {
    message: "can't be read (EPERM: operation not permitted)",
    remedy: "Allow the user that runs this to read it.",
    code: "EPERM",
  },
  ENAMETOOLONG: { message: "has a name that is too long", remedy: "Shorten the name." },
};

/** Far more than the labels and exceptions of the largest datasets, which take some hundred kilobytes. */
export const MAX_OPTIONS_BYTES = 16 * 2 ** 20;

type Path = readonly (string | number)[];

/** A dataset that has been found but not read. */
export interface Dataset {
  /** The folder that image paths are relative to. */
  readonly root: string;
  readonly options: DatasetOptions;
  /** Maps a path in `options`, which uses the current names of fields and checks, to the path in `dataset.json`. */
  readonly writtenPath: (path: Path) => Path;
  /** The files with records, as shown in messages, in dataset order. */
  readonly files: readonly string[];
}

/**
 * Finds a dataset: a folder with `dataset.json` and `icons/*.json` (or `.ndjson`, `.jsonl`), one file with a JSON
 * array, or one NDJSON file.
 *
 * @throws DatasetError if the folder or `dataset.json` is invalid, or can't be read
 */
export async function findDataset(path: string): Promise<Dataset> {
  const remedy = "Give a folder with dataset.json and icons/, a .json or an .ndjson file.";
  const info = await stat(path).catch((error) => refuse(path, error, remedy));
  if (!info.isDirectory()) {
    if (!info.isFile()) refuse(path, irregular(path, info), remedy);
    const options = { name: basename(path, extname(path)) };
    return { root: resolve(dirname(path)), options, writtenPath: (written) => written, files: [path] };
  }
  const { options, writtenPath } = readOptions(join(path, OPTIONS_FILE));
  const folder = join(path, ICONS_FOLDER);
  const names = await readdir(folder).catch((error) =>
    refuse(folder, error, "Put the records into .json or .ndjson files there."),
  );
  const files = names.filter((name) => extname(name) === ".json" || LINE_FORMATS.has(extname(name))).sort();
  if (files.length === 0)
    throw problem(folder, { message: "contains no .json or .ndjson file", remedy: "Put the records into such files." });
  return { root: resolve(path), options, writtenPath, files: files.map((name) => join(folder, name)) };
}

/**
 * The text of every record of a file, in order. Memory: one chunk and one record, of which at most the allowed size is
 * kept.
 *
 * @param onOpen called with the file's stats before anything is read
 * @throws StructureError if it is not a regular file, can't be read, or contains no records
 */
export async function* elementsOf(file: string, onOpen?: (stats: Stats) => void): AsyncGenerator<Element> {
  // Checked on opening: reading a pipe would never end, and records are read a second time.
  const { fd, stats } = attempt(() => openRegularFile(file), file);
  onOpen?.(stats);
  const chunks = createReadStream(file, { fd, highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>;
  try {
    yield* LINE_FORMATS.has(extname(file)) ? lineElements(chunks) : arrayElements(chunks);
  } catch (error) {
    throw asStructureError(error, file);
  }
}

function attempt<T>(work: () => T, file: string): T {
  try {
    return work();
  } catch (error) {
    throw asStructureError(error, file);
  }
}

function asStructureError(error: unknown, file: string): unknown {
  const fault = explainFileError(error, file, "Remove the link, or put the file there.");
  return fault === undefined ? error : new StructureError(1, fault.message, fault.remedy, fault.code);
}

function readOptions(path: string): Pick<Dataset, "options" | "writtenPath"> {
  let bytes: Buffer;
  try {
    bytes = readRegularFile(path, MAX_OPTIONS_BYTES);
  } catch (error) {
    refuse(path, error, `Create it with at least {"name": "My icons"}.`);
  }
  const parsed = parseText<unknown>(withoutBom(bytes));
  if ("explain" in parsed) {
    const { line, message, remedy } = parsed.explain();
    throw new DatasetError([{ file: path, line: line + 1, message, remedy }], 1);
  }
  const { record: written, text } = parsed;
  const { options, writtenPath } = withCurrentNames(written);
  const findings = checkOptions(options);
  if (findings.length === 0) findings.push(...checkText(text));
  if (findings.length > 0) {
    const lines = createLines(text);
    throw new DatasetError(
      findings.map((finding) => locate({ ...finding, path: writtenPath(finding.path) }, path, 1, lines, undefined)),
      findings.length,
    );
  }
  return { options: options as DatasetOptions, writtenPath };
}

/** @throws DatasetError if the error concerns the file, else the error */
function refuse(path: string, error: unknown, whenMissing: string): never {
  const fault = explainFileError(error, path, whenMissing);
  throw fault === undefined ? error : problem(path, fault);
}

function problem(file: string, fault: FileFault): DatasetError {
  const only: Problem = { file, line: 1, ...fault };
  return new DatasetError([only], 1);
}

/** A problem with a file as a whole, with its remedy. */
export interface FileFault {
  readonly message: string;
  readonly remedy: string;
  /** Error code of the system, if the file itself may be valid. */
  readonly code?: string;
}

/**
 * Explains why a file of a dataset can't be read.
 *
 * @param whenMissing remedy if the file does not exist
 * @returns undefined if the error is not about this file but, for example, about the disk
 */
function explainFileError(error: unknown, path: string, whenMissing: string): FileFault | undefined {
  if (error instanceof IrregularFileError && error.path === path)
    return { message: error.problem, remedy: "Put a regular file there." };
  const { code = "" } = error as NodeJS.ErrnoException;
  if (code === "ENOENT") return { message: "does not exist", remedy: whenMissing };
  return Object.hasOwn(FAULTS, code) ? FAULTS[code] : undefined;
}

/** The error for anything but a regular file, created without opening it. */
function irregular(path: string, stats: Stats): IrregularFileError {
  const kind = stats.isFIFO() ? "a named pipe" : stats.isSocket() ? "a socket" : "a device";
  return new IrregularFileError(path, `is ${kind}, not a regular file`);
}
