import { type IconRecord, imagePath } from "../format/record.js";
import {
  DETAIL_FIELDS,
  FREE_FIELDS,
  ITEM_FIELDS,
  rowPosition,
  type VisibleField,
} from "../format/record-and-detail-fields.js";
import type { StoredVariant } from "../format/variants.js";
import { type ImageForms, imageForms } from "../images/image-forms.js";
import { asByteText, type ByteText, toByteText } from "../text/byte-text.js";

/** The fields of a detail response. The image URL is always present, other fields only if the dataset has them. */
export type IconDetail = Pick<IconRecord, Exclude<VisibleField, "iconUrl">> & {
  readonly iconUrl: string;
  /** URLs and size of the image in its available forms. Absent if the generation has no image. */
  readonly images?: ImageForms;
  /** Other images of the icon, in the order of its record. Absent if there are none. */
  readonly variants?: readonly IconVariant[];
};

/** Another image of an icon. */
export interface IconVariant extends Omit<StoredVariant, "image"> {
  /** URLs and size of the image in its available forms. Absent if the generation has no images. */
  readonly images?: ImageForms;
}

/** The variants of an icon as in the detail response; undefined if it has none. @throws FormatError if one is damaged */
export function variantsOf(
  id: string,
  stored: readonly StoredVariant[],
  origin: string,
): readonly IconVariant[] | undefined {
  if (stored.length === 0) return undefined;
  return stored.map(({ image, ...facts }) => {
    const images = imageForms(id, image.length === 0 ? undefined : image, origin, facts.name);
    return { ...facts, ...(images === undefined ? {} : { images }) };
  });
}

/**
 * Returns the detail of a record.
 *
 * @param origin the public origin, for an icon whose image is served here
 * @param full whether to include the fields of the pro plan
 * @param item the icon's image as stored in the blob `images`, as returned by `catalog.storedImage`
 * @param stored the icon's variants, as returned by `catalog.variants`
 */
export function detailOf(
  record: IconRecord,
  origin: string,
  full: boolean,
  item?: Buffer,
  stored: readonly StoredVariant[] = [],
): IconDetail {
  const iconUrl = record.iconUrl ?? `${origin}${imagePath(record.id)}`;
  const detail: Record<string, unknown> = {};
  for (const field of ITEM_FIELDS) detail[field] = field === "iconUrl" ? iconUrl : record[field];
  for (const field of full ? DETAIL_FIELDS : FREE_FIELDS) {
    const value = record[field];
    if (value !== undefined) detail[field] = value;
  }
  const images = imageForms(record.id, item, origin);
  if (images !== undefined) detail.images = images;
  const variants = variantsOf(record.id, stored, origin);
  if (variants !== undefined) detail.variants = variants;
  // The names of its members come from tables, whose types the compiler can't follow.
  return detail as unknown as IconDetail;
}

/**
 * Returns the same detail as JSON, assembled from stored text without decoding the record.
 *
 * @param card the list item as a JSON object without its closing brace
 * @param row the fields that are in neither the item nor the hash table, in the order of `ROW_FIELDS`
 * @param images the available forms of the icon's image
 * @param variants as returned by `variantsOf`
 */
export function renderDetail(
  card: ByteText,
  phash: string | undefined,
  row: readonly unknown[],
  full: boolean,
  images: ImageForms | undefined,
  variants: readonly IconVariant[] | undefined,
): ByteText {
  let more = "";
  for (const { field, at, opening } of full ? FULL_PARTS : FREE_PARTS) {
    const value = field === "phash" ? phash : row[at];
    if (value !== undefined && value !== null) more += opening + JSON.stringify(value);
  }
  if (images !== undefined) more += `,"images":${JSON.stringify(images)}`;
  if (variants !== undefined) more += `,"variants":${JSON.stringify(variants)}`;
  return asByteText(`${card}${toByteText(more)}}`);
}

const partsOf = (fields: typeof FREE_FIELDS) =>
  fields.map((field) => ({ field, at: rowPosition(field), opening: `,"${field}":` }));
const FREE_PARTS = partsOf(FREE_FIELDS);
const FULL_PARTS = partsOf(DETAIL_FIELDS);
