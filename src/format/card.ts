import { decodeItem } from "./decode-item.js";
import { NO_SPLICE } from "./locator.js";
import { CARD_FIELDS, type IconRecord, imagePath } from "./record.js";
import { RECORD_SHAPE } from "./record-shape.js";

/** A list item as JSON with a comma behind it, so that neighbouring items can be sent as one slice. */
export interface Card {
  readonly bytes: Buffer;
  /** Offset at which the public origin is inserted, or `NO_SPLICE`. */
  readonly splice: number;
}

/** The fields of a card; `iconUrl` of a picture served here is a path. */
export type CardItem = Readonly<Record<(typeof CARD_FIELDS)[number], string>>;

/** Reads the card of the icon at `ordinal` back. @throws FormatError when the bytes are no card */
export function decodeCard(bytes: Buffer, ordinal: number): CardItem {
  return decodeItem("cards", ordinal, () => {
    const item = JSON.parse(bytes.toString("utf8", 0, bytes.length - 1));
    for (const field of CARD_FIELDS)
      if (!RECORD_SHAPE[field](item[field])) throw new TypeError(`its ${field} is missing or of another type`);
    return item;
  });
}

/**
 * Renders the list item of a record.
 *
 * @throws RangeError when so much stands before the icon's URL that the offset does not fit in 16 bits
 */
export function encodeCard(record: IconRecord): Card {
  const { id, name, category, developer, iconUrl = imagePath(id) } = record;
  const before = `{"id":${quote(id)},"name":${quote(name)},"category":${quote(category)},"iconUrl":"`;
  const behind = `${quote(iconUrl).slice(1)},"developer":${quote(developer)}},`;
  const bytes = Buffer.from(before + behind);
  if (record.iconUrl !== undefined) return { bytes, splice: NO_SPLICE };
  const splice = Buffer.byteLength(before);
  if (splice >= NO_SPLICE) throw new RangeError(`record ${record.id}: id, name and category are too long for a card`);
  return { bytes, splice };
}

/** Printable ASCII that JSON writes as it stands. */
const PLAIN = /^[ !#-[\]-~]*$/;

/** A text as JSON: `JSON.stringify`, whose call takes several times as long as looking at a name. */
function quote(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : JSON.stringify(text);
}
