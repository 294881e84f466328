import { type IconRecord, imagePath } from "../format/record.js";
import { ROW_FIELDS } from "../format/record-row.js";
import { type ByteText, toByteText } from "../text/byte-text.js";

const BASIC = ["description", "website", "colors", "style", "mood", "phash", "updatedAt", "attributes"] as const;
const FULL = [...BASIC, "versionHistory", "aiTags", "colorPalette"] as const;

/** What the detail answer says of an icon: always a URL of its picture, other fields only where the dataset has them. */
export type IconDetail = Omit<IconRecord, "aliases" | "iconUrl"> & { readonly iconUrl: string };

/**
 * The detail of a record.
 *
 * @param origin the public origin, for an icon whose picture is ours
 * @param full whether history, tags and palette are part of it
 */
export function detailOf(record: IconRecord, origin: string, full: boolean): IconDetail {
  const { id, name, category, developer } = record;
  const detail: Record<string, unknown> = {
    id,
    name,
    category,
    iconUrl: record.iconUrl ?? `${origin}${imagePath(id)}`,
    developer,
  };
  for (const field of full ? FULL : BASIC) {
    const value = record[field];
    if (value !== undefined) detail[field] = value;
  }
  return detail as unknown as IconDetail;
}

/**
 * The same as JSON, put together from what the generation holds, without making the record.
 *
 * @param card the card as a JSON object that is not closed yet
 * @param row what the record says beyond card and hash, as `ROW_FIELDS` orders it
 */
export function renderDetail(
  card: ByteText,
  phash: string | undefined,
  row: readonly unknown[],
  full: boolean,
): ByteText {
  let more = "";
  for (const { field, at, opening } of full ? FULL_PARTS : BASIC_PARTS) {
    const value = field === "phash" ? phash : row[at];
    if (value !== undefined && value !== null) more += opening + JSON.stringify(value);
  }
  return `${card}${toByteText(more)}}`;
}

const partsOf = (fields: readonly (typeof FULL)[number][]) =>
  fields.map((field) => ({ field, at: (ROW_FIELDS as readonly string[]).indexOf(field), opening: `,"${field}":` }));
const BASIC_PARTS = partsOf(BASIC);
const FULL_PARTS = partsOf(FULL);
