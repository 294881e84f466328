import { basename, dirname, extname } from "node:path";
import { canonicalDomain } from "#src/identity/domain.js";
import { parseUrl } from "#src/platform/parse-url.js";
import { FILL_IN, SourceRecord } from "../../dataset/source-record.js";
import { filesInside } from "../../image/source/files-inside.js";
import { isImage } from "../image-records.js";
import { freeIds, withSpaces } from "../names.js";
import { type AppsImport, type AppsResult, writeAppDataset } from "../write-app-dataset.js";
import { MAX_IMAGE_BYTES } from "../write-images.js";
import { mapColumns, mapRow } from "./map-columns.js";
import { type Rows, readRows } from "./read-rows.js";

/** Images that the record names by an address or a set stay as they are. */
const NOT_A_FILE = /^(?:iconify:|[A-Za-z][A-Za-z\d+.-]*:\/\/)/;
const ADDRESS_FIELDS = Object.entries<object>(SourceRecord.properties)
  .filter(([, schema]) => "format" in schema && schema.format === "uri")
  .map(([field]) => field);
/** A domain with a path, perhaps, but nothing that is the address of a person or has another protocol. */
const WITHOUT_PROTOCOL = /^(?:\/\/)?[^\s/?#@:]+\.[^\s/?#@:]+(?::\d+)?(?:[/?#]\S*)?$/;

export interface RecordsOptions {
  /** A CSV, TSV, YAML, JSON or NDJSON file; images are relative to its folder. */
  readonly file: string;
  /** The dataset's folder: new, empty, or, with `force`, an earlier import, which is replaced. */
  readonly out: string;
  /** The dataset's name; default: the file's, without its extension. */
  readonly name?: string | undefined;
  /** Pairs `field=column`; other columns are assigned by their names. */
  readonly map?: readonly string[] | undefined;
  readonly force?: boolean | undefined;
}

export interface RecordsResult extends AppsResult {
  readonly format: Rows["format"];
  /** The column of each field. */
  readonly mapping: Readonly<Record<string, string>>;
  /** Columns that no field takes. */
  readonly leftOut: readonly string[];
  /** Number of addresses by field that got `https://`. */
  readonly completed: Readonly<Record<string, number>>;
}

/**
 * Converts a file of records in a foreign form to a dataset, with copies of the images beside it. A missing id is made
 * from the name; a missing developer or category is marked to fill in; addresses without a protocol get `https://`.
 * Memory: all records.
 *
 * @throws Error if the file can't be read, no record is valid, or the folder may not be replaced; nothing is left
 * behind
 */
export async function importRecords(options: RecordsOptions): Promise<RecordsResult> {
  const { file, out, force, map = [], name = basename(file, extname(file)) } = options;
  const { format, rows, columns } = readRows(file);
  const mapping = mapColumns(columns, map);
  const used = new Set(mapping.values());
  const completed: Record<string, number> = {};
  const result = await writeAppDataset({ out, force, name, file: "records.ndjson" }, async (work) => {
    const images = filesInside(dirname(file));
    const ids = new Set<string>();
    const records: SourceRecord[] = [];
    // Given ids first, so that no made one takes them.
    const mapped = rows.map((row) => withProtocols(mapRow(row, mapping), completed));
    for (const { id } of mapped) if (typeof id === "string") ids.add(id);
    const made = madeIds(mapped, ids);
    const seen = new Set<string>();
    for (const [at, values] of mapped.entries()) {
      const record = complete(values, made.get(values));
      const id = record?.id;
      const place = `record ${at + 1}`;
      if (record === undefined || typeof id !== "string") {
        work.skipped.add({ icon: place, reason: "has neither id nor name" });
        continue;
      }
      if (seen.has(id)) {
        work.skipped.add({ icon: place, reason: `the id ${JSON.stringify(id)} is already used by an earlier record` });
        continue;
      }
      seen.add(id);
      records.push(await withImage(record, images, work));
    }
    return { records, hidden: 0 };
  });
  return {
    ...result,
    format,
    mapping: Object.fromEntries(mapping),
    leftOut: columns.filter((name) => !used.has(name)),
    completed,
  };
}

type Values = Readonly<Record<string, unknown>>;

/** Completes addresses such as `example.com/app`. @param completed counts them by field */
function withProtocols(values: Values, completed: Record<string, number>): Values {
  const whole = { ...values };
  for (const field of ADDRESS_FIELDS) {
    const value = values[field];
    if (typeof value !== "string") continue;
    whole[field] = value.replace(/^https?:/i, (protocol) => protocol.toLowerCase());
    if (!WITHOUT_PROTOCOL.test(value)) continue;
    const address = `https://${value.replace(/^\/\//, "")}`;
    if (canonicalDomain(parseUrl(address)?.hostname ?? "") === undefined) continue;
    whole[field] = address;
    completed[field] = (completed[field] ?? 0) + 1;
  }
  return whole;
}

/** Ids for the rows that have a name only. @param ids those in use; the new ones are added */
function madeIds(rows: readonly Values[], ids: Set<string>): ReadonlyMap<Values, string> {
  const named = rows.filter(({ id, name }) => id === undefined && name !== undefined);
  const things = named.map((row) => ({ name: withSpaces(String(row.name)), tie: JSON.stringify(row) }));
  return new Map(freeIds(things, ids).map((id, at) => [named[at]!, id]));
}

/** The record with its required fields; undefined if it can't be named. @param made its id if it has none */
function complete(values: Values, made: string | undefined): SourceRecord | undefined {
  const { id = made, name = id, developer = FILL_IN, category, categories, ...others } = values;
  if (name === undefined) return undefined;
  const first = Array.isArray(categories) ? categories[0] : undefined;
  const all = categories === undefined ? {} : { categories };
  return { id, name, developer, category: category ?? first ?? FILL_IN, ...all, ...others } as SourceRecord;
}

async function withImage(
  record: SourceRecord,
  images: ReturnType<typeof filesInside>,
  { takeOver }: AppsImport,
): Promise<SourceRecord> {
  const { image, ...others } = record;
  if (typeof image !== "string" || NOT_A_FILE.test(image) || !isImage(image)) return record;
  const bytes = async () => ({ extension: extname(image).toLowerCase(), bytes: images.read(image, MAX_IMAGE_BYTES) });
  const copied = await takeOver(record.id, bytes);
  return copied === undefined ? (others as SourceRecord) : { ...others, image: copied };
}
