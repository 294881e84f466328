import { stringify } from "csv-stringify/sync";
import { ByteWriter, ParquetWriter } from "hyparquet-writer";
import { type Column, rowOf, type TableIcon } from "./columns.js";

type SchemaElement = ConstructorParameters<typeof ParquetWriter>[0]["schema"][number];

/** Rows per chunk of CSV. */
const BATCH_ROWS = 500;
/** Maximum rows and characters of a row group in Parquet, so that memory does not grow with the export. */
const GROUP_ROWS = 4096;
const GROUP_CHARACTERS = 2 ** 24;

/** Writes one JSON object per line, without members for missing values. */
export function* writeNdjson(icons: Iterable<TableIcon>, columns: readonly Column[]): Generator<string> {
  for (const icon of icons) {
    const row = rowOf(icon, columns);
    yield `${JSON.stringify(Object.fromEntries(columns.map(({ name }, at) => [name, row[at]])))}\n`;
  }
}

/**
 * Writes CSV as in RFC 4180, with a header and CR LF line ends. Lists and objects are JSON; missing values are empty.
 *
 * @param escapeFormulas whether texts that spreadsheets would treat as formulas get an apostrophe
 */
export function* writeCsv(
  icons: Iterable<TableIcon>,
  columns: readonly Column[],
  escapeFormulas: boolean,
): Generator<string> {
  const options = { record_delimiter: "\r\n", escape_formulas: escapeFormulas };
  yield stringify([columns.map(({ name }) => name)], options);
  let rows: string[][] = [];
  for (const icon of icons) {
    rows.push(rowOf(icon, columns).map(cellOf));
    if (rows.length < BATCH_ROWS) continue;
    yield stringify(rows, options);
    rows = [];
  }
  if (rows.length > 0) yield stringify(rows, options);
}

function cellOf(value: unknown): string {
  if (value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/**
 * Writes Parquet, compressed with Snappy: texts, integers and flags with their own types, lists of texts as lists,
 * everything else as JSON.
 */
export async function* writeParquet(
  icons: Iterable<TableIcon>,
  columns: readonly Column[],
): AsyncGenerator<Uint8Array> {
  const writer = new ByteWriter();
  const parquet = new ParquetWriter({ writer, schema: schemaOf(columns), createdBy: "icon-data-api" });
  let rows: unknown[][] = [];
  let characters = 0;
  const writeGroup = async (): Promise<Uint8Array> => {
    const columnData = columns.map(({ name }, at) => ({ name, data: rows.map((row) => row[at]) }));
    await parquet.write({ columnData, rowGroupSize: rows.length });
    rows = [];
    characters = 0;
    return take(writer);
  };
  for (const icon of icons) {
    const row = rowOf(icon, columns);
    rows.push(row);
    for (const value of row) if (typeof value === "string") characters += value.length;
    if (rows.length >= GROUP_ROWS || characters >= GROUP_CHARACTERS) yield await writeGroup();
  }
  if (rows.length > 0) yield await writeGroup();
  await parquet.finish();
  yield take(writer);
}

/** Returns and clears the content of a writer. */
function take(writer: ByteWriter): Uint8Array {
  const bytes = writer.getBytes().slice();
  writer.index = 0;
  return bytes;
}

function schemaOf(columns: readonly Column[]): SchemaElement[] {
  return [{ name: "icons", num_children: columns.length }, ...columns.flatMap(elementsOf)];
}

function elementsOf({ name, kind, required }: Column): SchemaElement[] {
  const repetition_type = required ? "REQUIRED" : "OPTIONAL";
  switch (kind) {
    case "text":
      return [{ name, type: "BYTE_ARRAY", converted_type: "UTF8", repetition_type }];
    case "json":
      return [{ name, type: "BYTE_ARRAY", converted_type: "JSON", repetition_type }];
    case "integer":
      return [{ name, type: "INT32", repetition_type }];
    case "flag":
      return [{ name, type: "BOOLEAN", repetition_type }];
    case "texts":
      return [
        { name, converted_type: "LIST", repetition_type, num_children: 1 },
        { name: "list", repetition_type: "REPEATED", num_children: 1 },
        { name: "element", type: "BYTE_ARRAY", converted_type: "UTF8", repetition_type: "REQUIRED" },
      ];
  }
}
