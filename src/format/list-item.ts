import { type ByteText, toByteText } from "../text/byte-text.js";
import { decodeItem } from "./decode-item.js";
import { NO_SPLICE } from "./locator.js";
import { type IconRecord, imagePath } from "./record.js";
import { ITEM_FIELDS, type ItemField } from "./record-and-detail-fields.js";
import { RECORD_SHAPE } from "./record-shape.js";

/** A list item as JSON followed by a comma, so that adjacent items can be sent as one slice. */
export interface EncodedItem {
  readonly bytes: Buffer;
  /** Offset at which the public origin is inserted, or `NO_SPLICE`. */
  readonly splice: number;
}

/** The fields of a list item. `iconUrl` is a path if this server serves the image. */
export type ListItem = Readonly<Record<ItemField, string>>;

/**
 * Decodes the list item of the icon at `ordinal`.
 *
 * @param file path or name of the file that contains it, for the error
 * @throws FormatError if the bytes are not a list item
 */
export function decodeListItem(bytes: Buffer, ordinal: number, file = "cards"): ListItem {
  return decodeItem(file, ordinal, () => {
    const item = JSON.parse(bytes.toString("utf8", 0, bytes.length - 1));
    for (const field of ITEM_FIELDS)
      if (!RECORD_SHAPE[field](item[field])) throw new TypeError(`its ${field} is missing or of another type`);
    return item;
  });
}

/**
 * Renders the list item of a record.
 *
 * @throws RangeError if the icon's URL is too far from the start for a 16-bit offset
 */
export function encodeListItem(record: IconRecord): EncodedItem {
  const { id, name, category, developer, iconUrl = imagePath(id) } = record;
  // A field that is added to list items causes a compile error here.
  ({ id, name, category, developer, iconUrl }) satisfies ListItem;
  const before = `{"id":${quote(id)},"name":${quote(name)},"category":${quote(category)},"iconUrl":"`;
  const behind = `${quote(iconUrl).slice(1)},"developer":${quote(developer)}},`;
  const bytes = Buffer.from(before + behind);
  if (record.iconUrl !== undefined) return { bytes, splice: NO_SPLICE };
  const splice = Buffer.byteLength(before);
  if (splice >= NO_SPLICE)
    throw new RangeError(`record ${record.id}: id, name and category are too long for a list item`);
  return { bytes, splice };
}

/**
 * Whether bytes are a list item exactly as `encodeListItem` writes it: valid UTF-8 and JSON, the five texts in order, a
 * comma after them, and the splice at the start of the image path, or none. Slices of such items are valid JSON.
 *
 * Cost: some tenths of a microsecond for printable ASCII, a few microseconds for other texts.
 */
export function isListItem(text: ByteText, splice: number): boolean {
  if (PLAIN_ITEM.test(text)) {
    const url = text.indexOf(URL_OPENING) + URL_OPENING.length;
    return splice === (text[url] === "/" ? url : NO_SPLICE);
  }
  try {
    const bytes = Buffer.from(text, "latin1");
    const item = decodeListItem(bytes, 0);
    const { iconUrl, ...others } = item;
    const written = encodeListItem(iconUrl.startsWith("/") ? others : item);
    return written.splice === splice && written.bytes.equals(bytes);
  } catch {
    return false;
  }
}

/**
 * Returns a check of whether the name of a list item contains a text without letters and digits. If JSON doesn't escape
 * the text, the check doesn't decode the item and takes some tenths of a microsecond.
 */
export function nameHolds(text: string): (item: ByteText) => boolean {
  const sought = toByteText(JSON.stringify(text).slice(1, -1));
  // A character after a backslash is part of an escape.
  if (sought.includes("\\")) return (item) => decodeListItem(Buffer.from(item, "latin1"), 0).name.includes(text);
  return (item) => {
    const from = item.indexOf(NAME_OPENING) + NAME_OPENING.length;
    const at = item.indexOf(sought, from);
    return at >= 0 && at < item.indexOf(NAME_CLOSING, from);
  };
}

/** The text before and after the name. Quotes within the texts of an item are always escaped. */
const NAME_OPENING = '","name":"';
const NAME_CLOSING = '","category":"';

/** The text before the icon's URL. */
const URL_OPENING = '"iconUrl":"';

/** A list item whose texts are printable ASCII without JSON escapes. */
const PLAIN_ITEM = new RegExp(`^\\{${ITEM_FIELDS.map((field) => `"${field}":"[ !#-[\\]-~]*"`).join(",")}\\},$`);

/** Printable ASCII without JSON escapes. */
const PLAIN = /^[ !#-[\]-~]*$/;

/** A text as JSON. Calling `JSON.stringify` takes several times as long as testing a name. */
function quote(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : JSON.stringify(text);
}
