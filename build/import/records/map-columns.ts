import { parseJson } from "#src/platform/nesting.js";
import { nearestName } from "#src/text/nearest-name.js";
import { SourceRecord } from "../../dataset/source-record.js";
import type { Row } from "./read-rows.js";

/** Column names that mean a field, besides the field's own name. The first of a row's columns counts. */
const USUAL_NAMES: Readonly<Record<string, readonly string[]>> = {
  id: ["slug", "key", "identifier"],
  name: ["title", "label", "app", "app name", "icon name"],
  developer: ["vendor", "company", "publisher", "author", "maker", "brand", "owner"],
  category: ["group", "section", "type"],
  image: ["icon", "logo", "file", "file name", "path", "svg"],
  description: ["summary", "about"],
  website: ["homepage", "url", "link", "site"],
  keywords: ["tags"],
  aliases: ["synonyms", "also known as"],
};
/** Fields that hold others: `attributes.price`, `identifiers.domains`. */
const NESTED = ["attributes", "identifiers"];
const FIELDS: Readonly<Record<string, object>> = SourceRecord.properties;

/** Which column each field comes from. */
export type Mapping = ReadonlyMap<string, string>;

/**
 * Assigns columns to fields: the given pairs, then columns named like a field or with a usual name for one. Case,
 * spaces and punctuation of names don't matter.
 *
 * @param given pairs `field=column`
 * @throws Error if a pair names an unknown field or column
 */
export function mapColumns(columns: readonly string[], given: readonly string[]): Mapping {
  const mapping = new Map<string, string>();
  for (const pair of given) {
    const at = pair.indexOf("=");
    const [field, column] = at < 0 ? [pair, ""] : [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    if (column === "") throw new Error(`--map ${pair}: is not a pair. Write --map field=column, such as name=title.`);
    if (!isField(field)) {
      const near = nearestName(field, Object.keys(FIELDS));
      const hint = near === undefined ? "Fields are" : `Did you mean ${near}? Fields are`;
      throw new Error(`--map ${pair}: there is no field ${field}. ${hint} ${Object.keys(FIELDS).join(", ")}.`);
    }
    const found = columns.find((name) => name === column) ?? columns.find((name) => plain(name) === plain(column));
    if (found === undefined)
      throw new Error(`--map ${pair}: there is no column ${column}. Columns are ${columns.join(", ")}.`);
    mapping.set(field, found);
  }
  const used = new Set(mapping.values());
  const guess = (field: string, names: readonly string[]): void => {
    if (mapping.has(field)) return;
    const found = names
      .map((name) => columns.find((column) => !used.has(column) && plain(column) === plain(name)))
      .find((column) => column !== undefined);
    if (found === undefined) return;
    mapping.set(field, found);
    used.add(found);
  };
  // The fields' own names first, so that no usual name takes them.
  for (const field of Object.keys(FIELDS)) guess(field, [field]);
  for (const column of columns) if (column.includes(".") && isField(column)) guess(column, [column]);
  for (const [field, names] of Object.entries(USUAL_NAMES)) guess(field, names);
  return mapping;
}

/**
 * The values of a row by field, with the types of the schema where a table only has text. Empty values are left out.
 */
export function mapRow(row: Row, mapping: Mapping): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [field, column] of mapping) {
    const [name = field, inner] = splitField(field);
    const schema = inner === undefined ? FIELDS[name] : innerSchema(name, inner);
    const value = Object.hasOwn(row, column) ? convert(row[column], typeOf(schema)) : undefined;
    if (value === undefined) continue;
    if (inner === undefined) values[name] = value;
    else values[name] = { ...(values[name] as object | undefined), [inner]: value };
  }
  return values;
}

function convert(value: unknown, type: string | undefined): unknown {
  if (value === null || value === undefined) return undefined;
  if (typeof value === "string") return fromText(value.trim(), type);
  if (type === "string" && (typeof value === "number" || typeof value === "boolean")) return String(value);
  return type === "array" && typeof value !== "object" ? [String(value)] : value;
}

function fromText(text: string, type: string | undefined): unknown {
  if (text === "") return undefined;
  if (type === "number") return Number.isFinite(Number(text)) ? Number(text) : text;
  if (type === "object" || (type === "array" && text.startsWith("["))) return jsonOr(text);
  if (type !== "array") return text;
  const separator = /[;|]/.test(text) ? /[;|]/ : ",";
  const items = text.split(separator).map((item) => item.trim());
  return [...new Set(items)].filter((item) => item !== "");
}

/** The JSON value of a text; the text itself if it is none, which the schema then rejects. */
function jsonOr(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

function isField(name: string): boolean {
  const [outer = "", inner] = splitField(name);
  if (inner === undefined) return Object.hasOwn(FIELDS, outer);
  return NESTED.includes(outer) && (outer === "attributes" || innerSchema(outer, inner) !== undefined);
}

/** A field and, behind the first dot, the one inside of it. */
function splitField(name: string): string[] {
  const dot = name.indexOf(".");
  return dot < 0 ? [name] : [name.slice(0, dot), name.slice(dot + 1)];
}

function innerSchema(outer: string, inner: string): object | undefined {
  const { properties } = FIELDS[outer] as { readonly properties?: Readonly<Record<string, object>> };
  return properties !== undefined && Object.hasOwn(properties, inner) ? properties[inner] : undefined;
}

function typeOf(schema: object | undefined): string | undefined {
  return (schema as { readonly type?: string } | undefined)?.type;
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}
