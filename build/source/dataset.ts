import { createReadStream } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { basename, dirname, extname, join, resolve } from "node:path";
import { syntaxErrorOf } from "../check/position.js";
import { DatasetError, type Problem } from "../check/problems.js";
import { DatasetOptions } from "../check/source-record.js";
import { createValidator, locate } from "../check/validate.js";
import { arrayElements, type Element, lineElements, StructureError } from "./elements.js";

const OPTIONS_FILE = "dataset.json";
const ICONS_FOLDER = "icons";
const CHUNK_BYTES = 1 << 20;
const LINE_FORMATS = new Set([".ndjson", ".jsonl"]);

/** A dataset that was found, not yet read. */
export interface Dataset {
  /** The folder that file references of pictures are relative to. */
  readonly root: string;
  readonly options: DatasetOptions;
  /** The files that hold records, as paths that messages show, in dataset order. */
  readonly files: readonly string[];
}

/**
 * Finds a dataset: a folder with `dataset.json` and `icons/*.json` (or `.ndjson`, `.jsonl`), one file with a JSON array, or
 * one NDJSON file.
 *
 * @throws DatasetError when the folder or `dataset.json` is not as it should be
 */
export async function findDataset(path: string): Promise<Dataset> {
  const info = await stat(path).catch(() => undefined);
  if (info === undefined)
    throw problem(path, "does not exist", "Name a folder with dataset.json and icons/, a .json or an .ndjson file.");
  if (info.isFile())
    return { root: resolve(dirname(path)), options: { name: basename(path, extname(path)) }, files: [path] };
  const options = await readOptions(join(path, OPTIONS_FILE));
  const folder = join(path, ICONS_FOLDER);
  const names = await readdir(folder).catch(() => {
    throw problem(folder, "does not exist", "Put the records into .json or .ndjson files there.");
  });
  const files = names.filter((name) => extname(name) === ".json" || LINE_FORMATS.has(extname(name))).sort();
  if (files.length === 0) throw problem(folder, "holds no .json or .ndjson file", "Put the records into such files.");
  return { root: resolve(path), options, files: files.map((name) => join(folder, name)) };
}

/** The text of every record of a file, in order. Memory: one chunk and one record. */
export async function* elementsOf(file: string): AsyncGenerator<Element> {
  // A pipe would be read for ever, and a record is read a second time.
  if (!(await stat(file)).isFile()) throw new StructureError(1, "is no regular file");
  const chunks = createReadStream(file, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>;
  yield* LINE_FORMATS.has(extname(file)) ? lineElements(chunks) : arrayElements(chunks);
}

async function readOptions(path: string): Promise<DatasetOptions> {
  const text = await readFile(path, "utf8").catch(() => {
    throw problem(path, "does not exist", `Create it with at least {"name": "My icons"}.`);
  });
  let options: DatasetOptions;
  try {
    options = JSON.parse(text);
  } catch {
    const { line, message } = syntaxErrorOf(text);
    throw new DatasetError([{ file: path, line: line + 1, message, remedy: "Mend the syntax." }], 1);
  }
  const findings = createValidator(DatasetOptions)(options);
  if (findings.length > 0) {
    throw new DatasetError(
      findings.map((finding) => locate(finding, path, 1, text, undefined)),
      findings.length,
    );
  }
  return options;
}

function problem(file: string, message: string, remedy: string): DatasetError {
  const only: Problem = { file, line: 1, message, remedy };
  return new DatasetError([only], 1);
}
