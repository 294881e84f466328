import { type IconRecord, imagePath } from "../format/record.js";
import { DETAIL_FIELDS, FREE_FIELDS, ITEM_FIELDS, rowPosition, type VisibleField } from "../format/record-fields.js";
import { type ImageForms, imageForms } from "../images/image-forms.js";
import { asByteText, type ByteText, toByteText } from "../text/byte-text.js";

/** What the detail answer says of an icon: always a URL of its image, other fields only where the dataset has them. */
export type IconDetail = Pick<IconRecord, Exclude<VisibleField, "iconUrl">> & {
  readonly iconUrl: string;
  /** Where the image is served in which form; absent where the generation has none. */
  readonly images?: ImageForms;
};

/**
 * The detail of a record.
 *
 * @param origin the public origin, for an icon whose image is served here
 * @param full whether the fields of the pro plan are part of it
 * @param item the icon's image as the blob `images` holds it, such as `catalog.storedImage` returns it
 */
export function detailOf(record: IconRecord, origin: string, full: boolean, item?: Buffer): IconDetail {
  const iconUrl = record.iconUrl ?? `${origin}${imagePath(record.id)}`;
  const detail: Record<string, unknown> = {};
  for (const field of ITEM_FIELDS) detail[field] = field === "iconUrl" ? iconUrl : record[field];
  for (const field of full ? DETAIL_FIELDS : FREE_FIELDS) {
    const value = record[field];
    if (value !== undefined) detail[field] = value;
  }
  const images = imageForms(record.id, item, origin);
  if (images !== undefined) detail.images = images;
  return detail as unknown as IconDetail;
}

/**
 * The same as JSON, put together from what the generation holds, without making the record.
 *
 * @param card the list item as a JSON object that is not closed yet
 * @param row what the record says beyond item and hash, as `ROW_FIELDS` orders it
 * @param images where the icon's image is served
 */
export function renderDetail(
  card: ByteText,
  phash: string | undefined,
  row: readonly unknown[],
  full: boolean,
  images: ImageForms | undefined,
): ByteText {
  let more = "";
  for (const { field, at, opening } of full ? FULL_PARTS : FREE_PARTS) {
    const value = field === "phash" ? phash : row[at];
    if (value !== undefined && value !== null) more += opening + JSON.stringify(value);
  }
  if (images !== undefined) more += `,"images":${JSON.stringify(images)}`;
  return asByteText(`${card}${toByteText(more)}}`);
}

const partsOf = (fields: typeof FREE_FIELDS) =>
  fields.map((field) => ({ field, at: rowPosition(field), opening: `,"${field}":` }));
const FREE_PARTS = partsOf(FREE_FIELDS);
const FULL_PARTS = partsOf(DETAIL_FIELDS);
