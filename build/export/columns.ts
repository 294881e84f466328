import { type Credits, creditsOf } from "#src/format/credits.js";
import type { FieldSchema } from "#src/format/json-schema.js";
import type { IconRecord } from "#src/format/record.js";
import { FIELD_NAMES, type FieldName, RECORD_FIELDS, type RecordField } from "#src/format/record-and-detail-fields.js";
import type { StoredImageHead } from "#src/format/stored-image.js";

/** An icon in a table. */
export interface TableIcon {
  readonly record: IconRecord;
  /** Undefined if it has no image. */
  readonly image: StoredImageHead | undefined;
  /** Composes the drawing as SVG. Undefined if there is none. */
  drawing(): string | undefined;
}

/** Type of the values in a column; `json` for all others. */
export type ColumnKind = "text" | "texts" | "integer" | "flag" | "json";

export interface Column {
  readonly name: string;
  readonly kind: ColumnKind;
  /** Whether every icon has a value. */
  readonly required: boolean;
  /** @returns undefined if the icon has no value */
  value(icon: TableIcon, credits: Credits): unknown;
}

const IMAGE_COLUMNS: readonly Column[] = [
  { name: "license", kind: "text", required: false, value: (_icon, { license }) => license },
  { name: "attribution", kind: "text", required: true, value: (_icon, { attribution }) => attribution },
  { name: "imageKind", kind: "text", required: false, value: ({ image }) => image?.kind },
  { name: "imageWidth", kind: "integer", required: false, value: ({ image }) => image?.width },
  { name: "imageHeight", kind: "integer", required: false, value: ({ image }) => image?.height },
  { name: "recolorable", kind: "flag", required: false, value: ({ image }) => image?.recolorable },
];

/** The column with the drawing itself. Included only on request, since it is larger than all others. */
const DRAWING: Column = { name: "svg", kind: "text", required: false, value: (icon) => icon.drawing() };

const DEFAULT_COLUMNS = [
  ...FIELD_NAMES.filter((name) => !IMAGE_COLUMNS.some((column) => column.name === name)).map(fieldColumn),
  ...IMAGE_COLUMNS,
];

/** The names of all columns: record fields, then attribution and image, then `svg`. */
export const COLUMN_NAMES: readonly string[] = [...DEFAULT_COLUMNS, DRAWING].map(({ name }) => name);

/**
 * The columns with these names, in this order, without duplicates; without names, all but `svg`.
 * @param names of `COLUMN_NAMES`
 */
export function columnsOf(names: readonly string[] | undefined): readonly Column[] {
  if (names === undefined) return DEFAULT_COLUMNS;
  return [...new Set(names)].map((name) => [...DEFAULT_COLUMNS, DRAWING].find((column) => column.name === name)!);
}

/** The values of an icon in these columns; undefined for missing values. */
export function rowOf(icon: TableIcon, columns: readonly Column[]): unknown[] {
  const credits = creditsOf(icon.record);
  return columns.map(({ value }) => value(icon, credits));
}

function fieldColumn(name: FieldName): Column {
  const { schema, required = false }: RecordField = RECORD_FIELDS[name];
  return { name, kind: kindOf(schema), required, value: ({ record }) => record[name] };
}

function kindOf(schema: FieldSchema): ColumnKind {
  if (schema.type === "string") return "text";
  return schema.type === "array" && schema.items.type === "string" ? "texts" : "json";
}
