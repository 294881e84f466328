import { createReadStream, type Stats } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { basename, dirname, extname, join, resolve } from "node:path";
import { openRegularFile } from "#src/platform/read-regular-file.js";
import { checkText } from "../dataset/check-text.js";
import { DatasetOptions } from "../dataset/source-record.js";
import { checkLicense } from "../dataset/spdx.js";
import { createValidator } from "../dataset/validate.js";
import { arrayElements, type Element, lineElements, StructureError } from "./elements.js";
import { explainFileError, irregular, problem, refuse } from "./file-faults.js";
import { readJsonFile, throwFindings } from "./json-file.js";

const OPTIONS_FILE = "dataset.json";
const ICONS_FOLDER = "icons";
const CHUNK_BYTES = 1 << 20;
const LINE_FORMATS = new Set([".ndjson", ".jsonl"]);
/** Formats that people keep records in, by the extension of their files. */
const FOREIGN_FORMATS: Readonly<Record<string, string>> = {
  ".csv": "CSV",
  ".tsv": "TSV",
  ".yaml": "YAML",
  ".yml": "YAML",
  ".jsonc": "JSON with comments",
};
const CONVERT = "`icons import records FILE --out FOLDER`";
const checkOptions = createValidator(DatasetOptions);

/** A dataset that has been found but not read. */
export interface Dataset {
  /** The folder that image paths are relative to. */
  readonly root: string;
  /** The folder with `dataset.json`; undefined if the dataset is a single file. */
  readonly folder: string | undefined;
  readonly options: DatasetOptions;
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
    const format = FOREIGN_FORMATS[extname(path).toLowerCase()];
    if (format !== undefined)
      throw problem(path, { message: `is ${format}; datasets are JSON`, remedy: `Convert it with ${CONVERT}.` });
    const options = { name: basename(path, extname(path)) };
    const root = resolve(dirname(path));
    return { root, folder: undefined, options, files: [path] };
  }
  const options = readOptions(join(path, OPTIONS_FILE));
  const folder = join(path, ICONS_FOLDER);
  const names = await readdir(folder).catch((error) =>
    refuse(folder, error, "Put the records into .json or .ndjson files there."),
  );
  const files = names.filter((name) => extname(name).toLowerCase() === ".json" || isLines(name)).sort();
  const foreign = files.length === 0 ? names.find((name) => extname(name).toLowerCase() in FOREIGN_FORMATS) : undefined;
  if (foreign !== undefined)
    throw problem(join(folder, foreign), {
      message: `is ${FOREIGN_FORMATS[extname(foreign).toLowerCase()]}; records are JSON`,
      remedy: `Convert it with ${CONVERT}.`,
    });
  if (files.length === 0)
    throw problem(folder, { message: "contains no .json or .ndjson file", remedy: "Put the records into such files." });
  return { root: resolve(path), folder: path, options, files: files.map((name) => join(folder, name)) };
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
    yield* isLines(file) ? lineElements(chunks) : arrayElements(chunks);
  } catch (error) {
    throw asStructureError(error, file);
  }
}

/** Whether a file has a record per line, by its extension. */
export function isLines(file: string): boolean {
  return LINE_FORMATS.has(extname(file).toLowerCase());
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

function readOptions(path: string): DatasetOptions {
  const { value: options, text } = readJsonFile(path, `Create it with at least {"name": "My icons"}.`);
  const findings = checkOptions(options);
  if (findings.length === 0)
    findings.push(...checkLicense((options as DatasetOptions).image ?? {}, ["image"]), ...checkText(text));
  throwFindings(findings, path, text);
  return options as DatasetOptions;
}
