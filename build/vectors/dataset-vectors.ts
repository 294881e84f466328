import { closeSync, lstatSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { closed, listOf, type Static } from "#src/format/json-schema.js";
import { line } from "#src/format/record-and-detail-fields.js";
import { quantizeVector } from "#src/format/vector-table.js";
import { atFile } from "#src/platform/storage-error.js";
import { checkText } from "../dataset/check-text.js";
import { sortedIndexOf, textNumber } from "../dataset/number-list.js";
import { ProblemList } from "../dataset/problems.js";
import { createValidator, type Finding, MAX_FINDINGS } from "../dataset/validate.js";
import { problem } from "../read/file-faults.js";
import { readJsonFile, throwFindings } from "../read/json-file.js";
import { type NpyFile, openNpyFile } from "./npy-file.js";

/** The files of a dataset's folder with its vectors. */
export const VECTORS_FILE = "vectors.npy";
const SETTINGS_FILE = "vectors.json";

/** A million ids take about 25 MB. */
const MAX_SETTINGS_BYTES = 2 ** 28;

/** `vectors.json`: what the rows of `vectors.npy` belong to. */
const VectorSettings = closed(
  {
    model: line(200, "the name of the model that made the vectors, 1 to 200 characters"),
    ids: listOf(line(200, "an id of 1 to 200 characters"), { expects: "the list of the ids of all rows" }),
  },
  {},
  { expects: "an object with model and ids" },
);

interface VectorSettings extends Static<typeof VectorSettings> {}

const checkSettings = createValidator(VectorSettings);

/** What the manifest says about vectors. */
export interface VectorFacts {
  readonly model: string;
  readonly dimensions: number;
}

/** The vectors of a dataset, quantized, in the order of its file. */
export interface QuantizedVectors {
  readonly facts: VectorFacts;
  /** The number of each row's id as returned by `textNumber`. */
  readonly ids: Float64Array;
  /** The sum of the squares of each row's components. */
  readonly squares: Uint32Array;
  /** Path of a temporary file of all rows, `dimensions` bytes each. */
  readonly file: string;
}

/**
 * Checks the vectors of a dataset and quantizes them into a temporary file. Reads `vectors.npy` once.
 *
 * Memory: some megabytes, 12 bytes per vector, and `vectors.json` while it runs.
 * @param folder the dataset's folder; undefined if it is a single file, which has no vectors
 * @param ids the numbers of the dataset's ids, ascending
 * @param file path of the temporary file
 * @returns undefined if there are no vectors
 * @throws DatasetError if a file is missing, invalid or can't be read, with up to `maxProblems` problems; StorageError
 * or the system's error if the temporary file can't be written
 */
export async function quantizeVectors(
  folder: string | undefined,
  ids: Float64Array,
  file: string,
  maxProblems: number,
): Promise<QuantizedVectors | undefined> {
  if (folder === undefined) return undefined;
  const [matrixPath, settingsPath] = [join(folder, VECTORS_FILE), join(folder, SETTINGS_FILE)];
  const [hasMatrix, hasSettings] = [matrixPath, settingsPath].map(
    (path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined,
  );
  if (!hasMatrix && !hasSettings) return undefined;
  if (!hasMatrix)
    throw problem(matrixPath, { message: "does not exist", remedy: `Put it beside ${SETTINGS_FILE}, or remove that.` });
  const { model, ids: named } = readSettings(settingsPath, ids);
  const matrix = openNpyFile(matrixPath);
  try {
    const { rows, columns: dimensions } = matrix;
    if (rows !== named.length)
      throw problem(settingsPath, {
        message: `lists ${named.length} ids for the ${rows} rows of ${VECTORS_FILE}`,
        remedy: "List the id of each row, in order.",
      });
    if (rows === 0) return undefined;
    const squares = await quantizeRows(matrix, named, { path: matrixPath, file, maxProblems });
    return { facts: { model, dimensions }, ids: Float64Array.from(named, textNumber), squares, file };
  } finally {
    matrix.close();
  }
}

/** @param known the numbers of the dataset's ids, ascending. @throws DatasetError */
function readSettings(path: string, known: Float64Array): VectorSettings {
  const remedy = `Create it with {"model": "…", "ids": ["…"]}: the ids of the rows of ${VECTORS_FILE}.`;
  const { value, text } = readJsonFile(path, remedy, MAX_SETTINGS_BYTES);
  const findings = checkSettings(value);
  if (findings.length === 0) findings.push(...checkText(text, value));
  if (findings.length === 0) findings.push(...findingsOf((value as VectorSettings).ids, known));
  throwFindings(findings, path, text);
  return value as VectorSettings;
}

/** Ids that occur twice or that no record has. */
function findingsOf(ids: readonly string[], known: Float64Array): Finding[] {
  const findings: Finding[] = [];
  const seen = new Set<string>();
  for (const [at, id] of ids.entries()) {
    const path = ["ids", at];
    if (seen.has(id)) findings.push({ path, value: id, message: "occurs twice", remedy: "Keep one row of the two." });
    else if (sortedIndexOf(known, textNumber(id)) < 0)
      findings.push({ path, value: id, message: "is the id of no record", remedy: "Correct it, or remove its row." });
    if (findings.length === MAX_FINDINGS) break;
    seen.add(id);
  }
  return findings;
}

/** @returns the sum of the squares of each row's components. @throws DatasetError if rows can't be compared */
async function quantizeRows(
  matrix: NpyFile,
  ids: readonly string[],
  { path, file, maxProblems }: { readonly path: string; readonly file: string; readonly maxProblems: number },
): Promise<Uint32Array> {
  const { columns } = matrix;
  const squares = new Uint32Array(matrix.rows);
  const problems = new ProblemList(maxProblems);
  let row = 0;
  const fd = atFile(file, () => openSync(file, "wx"));
  try {
    for (const numbers of matrix.blocks()) {
      const quantized = new Int8Array(numbers.length);
      for (let start = 0; start < numbers.length; start += columns, row++) {
        const vector = numbers.subarray(start, start + columns);
        const sum = quantizeVector(vector, quantized.subarray(start, start + columns));
        squares[row] = sum;
        if (!(sum > 0))
          problems.add([], "has no direction", () => ({ file: path, line: 1, id: ids[row]!, ...whyNot(vector, row) }));
      }
      atFile(file, () => {
        for (let at = 0; at < quantized.length; ) at += writeSync(fd, quantized, at);
      });
      // Lets signals and progress through.
      await setImmediate();
    }
  } finally {
    closeSync(fd);
  }
  problems.throwIfAny();
  return squares;
}

/** Why a vector has no direction. */
function whyNot(vector: ArrayLike<number>, row: number): { message: string; remedy: string; value?: string } {
  const column = Array.from(vector).findIndex((number) => !Number.isFinite(number));
  const remedy = "Compute it again, or remove the row and its id.";
  if (column < 0) return { message: `row ${row} is a vector of zeros, which has no direction`, remedy };
  return { message: `row ${row}, column ${column} is not a finite number`, value: String(vector[column]), remedy };
}
