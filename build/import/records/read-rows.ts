import { extname } from "node:path";
import { CsvError, parse as parseCsv } from "csv-parse/sync";
import { type ParseError, parse as parseJson, printParseErrorCode } from "jsonc-parser";
import { parseAllDocuments } from "yaml";
import { decodeText, isPointer, POINTER_PROBLEM } from "#src/platform/decode-text.js";
import { isTooDeep, MAX_LEVELS } from "#src/platform/nesting.js";
import { readRegularFile } from "#src/platform/read-regular-file.js";
import { linesBefore } from "../../dataset/position.js";

/** Everything is in memory at once, several times. */
const MAX_BYTES = 256 * 2 ** 20;
const DELIMITERS = [",", ";", "\t", "|"];
const CSV_ENDINGS = new Set([".csv", ".tsv", ".txt"]);
const YAML_ENDINGS = new Set([".yaml", ".yml"]);
const LINE_ENDINGS = new Set([".ndjson", ".jsonl"]);

/** A row of a table, or an object of a list: values by column. */
export type Row = Readonly<Record<string, unknown>>;

/** The content of a file with records in a foreign form. */
export interface Rows {
  readonly format: "CSV" | "YAML" | "JSON";
  readonly rows: readonly Row[];
  /** The columns of all rows, in order of appearance. */
  readonly columns: readonly string[];
}

/**
 * Reads a file of records by its extension: CSV with any usual delimiter, YAML, or JSON, which may have comments and
 * trailing commas. The encoding is UTF-8, or UTF-16 with a byte order mark. The list may be inside an object, as in
 * `{ "icons": […] }`, or be an object of records by id.
 *
 * @throws Error if the file is not of that format or holds no records
 */
export function readRows(file: string): Rows {
  const text = decode(readRegularFile(file, MAX_BYTES), file);
  const ending = extname(file).toLowerCase();
  const format = CSV_ENDINGS.has(ending) ? "CSV" : YAML_ENDINGS.has(ending) ? "YAML" : "JSON";
  const value =
    format === "CSV" ? csvRows(text, file) : format === "YAML" ? yamlValue(text, file) : json(text, ending, file);
  const rows = rowsOf(value);
  if (rows === undefined || rows.length === 0)
    throw new Error(`${file}: holds no records. Give a table with a header, or a list of objects.`);
  const columns = new Set(rows.flatMap((row) => Object.keys(row)));
  return { format, rows, columns: [...columns] };
}

function decode(bytes: Buffer, file: string): string {
  if (isPointer(bytes)) throw new Error(`${file}: ${POINTER_PROBLEM}.`);
  try {
    return decodeText(bytes, true);
  } catch {
    throw new Error(`${file}: is neither UTF-8 nor UTF-16 with a byte order mark. Save it as UTF-8.`);
  }
}

function csvRows(text: string, file: string): unknown {
  const header = text.slice(0, text.search(/[\r\n]|$/));
  const count = (delimiter: string): number => header.split(delimiter).length;
  const delimiter = DELIMITERS.reduce((best, other) => (count(other) > count(best) ? other : best));
  const columns = (names: string[]): string[] => {
    const trimmed = names.map((name) => name.trim());
    const twice = trimmed.find((name, at) => name !== "" && trimmed.indexOf(name) !== at);
    if (twice !== undefined)
      throw new Error(`${file}:1: has two columns ${JSON.stringify(twice)}. Rename one of them.`);
    return trimmed.map((name, at) => name || `column ${at + 1}`);
  };
  try {
    return parseCsv(text, { columns, delimiter, skip_empty_lines: true, trim: true });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new Error(`${file}: is not valid CSV: ${error.message}. Fix that line.`);
  }
}

function yamlValue(text: string, file: string): unknown {
  const documents = parseAllDocuments(text);
  // An empty file has a property that says so instead of documents.
  const values = [...documents].map((document) => {
    const [error] = document.errors;
    // What the parser calls an overflow of its stack.
    if (error?.code === "RESOURCE_EXHAUSTION") throw tooDeep(file);
    if (error !== undefined) throw new Error(`${file}: is not valid YAML: ${error.message.split("\n")[0]}`);
    return asYamlError(file, () => document.toJS());
  });
  return values.length === 1 ? values[0] : values.flat();
}

/** @throws Error that names the file, for example for too many aliases */
function asYamlError(file: string, work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    throw new Error(`${file}: is not valid YAML: ${(error as Error).message}`);
  }
}

function json(text: string, ending: string, file: string): unknown {
  if (!LINE_ENDINGS.has(ending)) return jsonValue(text, file, 1);
  return text.split("\n").flatMap((line, at) => (line.trim() === "" ? [] : [jsonValue(line, file, at + 1)]));
}

function jsonValue(text: string, file: string, firstLine: number): unknown {
  if (isTooDeep(text)) throw tooDeep(file);
  const errors: ParseError[] = [];
  const value: unknown = parseJson(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error === undefined) return value;
  const line = firstLine + linesBefore(text, error.offset);
  throw new Error(`${file}:${line}: is not valid JSON: ${printParseErrorCode(error.error)}. Fix the syntax.`);
}

function tooDeep(file: string): Error {
  return new Error(`${file}: is nested more than ${MAX_LEVELS} levels deep. Flatten it.`);
}

/** The objects of a list, of the only list in an object, or of an object of objects by id. */
function rowsOf(value: unknown): readonly Row[] | undefined {
  if (Array.isArray(value)) return value.every(isObject) ? value : undefined;
  if (!isObject(value)) return undefined;
  const lists = Object.values(value).filter((item) => Array.isArray(item) && item.length > 0 && item.every(isObject));
  if (lists.length === 1) return lists[0] as readonly Row[];
  const entries = Object.entries(value);
  if (entries.every(([, item]) => isObject(item))) return entries.map(([id, item]) => ({ id, ...(item as Row) }));
  return undefined;
}

function isObject(value: unknown): value is Row {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
