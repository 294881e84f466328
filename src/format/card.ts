import { NO_SPLICE } from "./locator.js";
import { CARD_FIELDS, type IconRecord, imagePath } from "./record.js";

/** A list item as JSON with a comma behind it, so that neighbouring items can be sent as one slice. */
export interface Card {
  readonly bytes: Buffer;
  /** Offset at which the public origin is inserted, or `NO_SPLICE`. */
  readonly splice: number;
}

/** The fields of a card; `iconUrl` of a picture served here is a path. */
export type CardItem = Readonly<Record<(typeof CARD_FIELDS)[number], string>>;

/** Reads a card back. @throws SyntaxError when the bytes are no card */
export function decodeCard(bytes: Buffer): CardItem {
  return JSON.parse(bytes.toString("utf8", 0, bytes.length - 1));
}

/**
 * Renders the list item of a record.
 *
 * @throws RangeError when so much stands before the icon's URL that the offset does not fit in 16 bits
 */
export function encodeCard(record: IconRecord): Card {
  const item = { ...record, iconUrl: record.iconUrl ?? imagePath(record.id) };
  const members = CARD_FIELDS.map((field) => `${JSON.stringify(field)}:${JSON.stringify(item[field])}`);
  const bytes = Buffer.from(`{${members.join(",")}},`);
  if (record.iconUrl !== undefined) return { bytes, splice: NO_SPLICE };
  const at = CARD_FIELDS.indexOf("iconUrl");
  const splice = Buffer.byteLength(`{${members.slice(0, at).join(",")},"iconUrl":"`);
  if (splice >= NO_SPLICE) throw new RangeError(`record ${record.id}: id, name and category are too long for a card`);
  return { bytes, splice };
}
