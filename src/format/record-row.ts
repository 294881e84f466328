import { Unpackr } from "msgpackr/unpack";
import { decodeItem } from "./decode-item.js";
import type { ListItem } from "./list-item.js";
import type { IconRecord } from "./record.js";
import { ROW_FIELDS } from "./record-and-detail-fields.js";
import { RECORD_SHAPE } from "./record-shape.js";

/** No row contains an integer beyond 2^53; JSON can't represent a BigInt from a damaged row. */
const unpackr = new Unpackr({ useRecords: false, mapsAsObjects: true, int64AsType: "number" });

/**
 * Decodes the row of the icon at `ordinal`.
 *
 * @param file path or name of the file that contains it, for the error
 * @throws FormatError if the bytes are not a row
 */
export function decodeRow(bytes: Buffer, ordinal: number, file = "records"): readonly unknown[] {
  return decodeItem(file, ordinal, () => {
    if (bytes.length > MAX_VALUES && !hasAtMost(bytes, MAX_VALUES))
      throw new RangeError(`it holds more than ${MAX_VALUES} values`);
    const row = unpackr.unpack(bytes);
    if (!Array.isArray(row)) throw new TypeError("it is not a list");
    for (const [at, field] of ROW_FIELDS.entries()) {
      const value = row[at] ?? null;
      if (value !== null && !RECORD_SHAPE[field](value)) throw new TypeError(`its ${field} has another type`);
    }
    return row;
  });
}

/**
 * Maximum number of values in a row, including those of lists and objects: decoding and rendering one costs as much as
 * a hundred characters.
 */
export const MAX_VALUES = 2 ** 16;

/**
 * Whether MessagePack has at most this many values and headers of lists and maps, without decoding it. Cost: a step for
 * each.
 */
function hasAtMost(bytes: Buffer, most: number): boolean {
  let values = 0;
  for (let at = 0; at < bytes.length; at += lengthAt(bytes, at)) if (++values > most) return false;
  return true;
}

/** Size in bytes of the value at an offset; for a list or map, of its header. Source: the MessagePack specification. */
function lengthAt(bytes: Buffer, at: number): number {
  const code = bytes[at]!;
  if (code < 0xa0 || code >= 0xe0) return 1;
  if (code < 0xc0) return 1 + (code & 0x1f);
  const [header, width] = SIZES[code - 0xc0]!;
  if (width === 0 || at + 1 + width > bytes.length) return header;
  return header + bytes.readUIntBE(at + 1, width);
}

/** Per code from 0xc0 on, the number of fixed bytes, and the width of the length field, if any. */
const SIZES: readonly (readonly [header: number, width: number])[] = [
  ...[1, 1, 1, 1].map((header) => [header, 0] as const),
  ...[2, 3, 5].map((header, at) => [header, 2 ** at] as const),
  ...[3, 4, 6].map((header, at) => [header, 2 ** at] as const),
  ...[5, 9, 2, 3, 5, 9, 2, 3, 5, 9, 3, 4, 6, 10, 18].map((header) => [header, 0] as const),
  ...[2, 3, 5].map((header, at) => [header, 2 ** at] as const),
  ...[3, 5, 3, 5].map((header) => [header, 0] as const),
];

/** The row of a record: the values of `ROW_FIELDS`, null if absent, without trailing nulls. */
export function toRow(record: IconRecord): unknown[] {
  const row: unknown[] = ROW_FIELDS.map((field) => record[field] ?? null);
  while (row.length > 0 && row.at(-1) === null) row.pop();
  return row;
}

/**
 * Reassembles a record.
 *
 * @param iconUrl the record's own, not that of the image served here
 */
export function fromRow(
  { id, name, category, developer }: ListItem,
  iconUrl: string | undefined,
  phash: string | undefined,
  row: readonly unknown[],
): IconRecord {
  const more = ROW_FIELDS.flatMap((field, at) => ((row[at] ?? null) === null ? [] : [[field, row[at]] as const]));
  return {
    id,
    name,
    category,
    developer,
    ...(iconUrl === undefined ? {} : { iconUrl }),
    ...(phash === undefined ? {} : { phash }),
    ...Object.fromEntries(more),
  };
}
