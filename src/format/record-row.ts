import { Unpackr } from "msgpackr/unpack";
import type { CardItem } from "./card.js";
import { decodeItem } from "./decode-item.js";
import type { IconRecord } from "./record.js";
import { RECORD_SHAPE } from "./record-shape.js";

/**
 * What a record says beyond its card and its hash, in the order in which `records-*.msgpack` holds it: one array per
 * record, null where there is nothing, without the nulls at its end.
 */
export const ROW_FIELDS = [
  "description",
  "website",
  "colors",
  "style",
  "mood",
  "aliases",
  "colorPalette",
  "updatedAt",
  "versionHistory",
  "aiTags",
  "attributes",
] as const satisfies readonly (keyof IconRecord)[];

/** No row holds an integer beyond 2^53; of a damaged one JSON could not say a BigInt. */
const unpackr = new Unpackr({ useRecords: false, mapsAsObjects: true, int64AsType: "number" });

/**
 * Reads the row of the icon at `ordinal` back.
 *
 * @param file path or name of the file that holds it, for the error
 * @throws FormatError when the bytes are no row
 */
export function decodeRow(bytes: Buffer, ordinal: number, file = "records"): readonly unknown[] {
  return decodeItem(file, ordinal, () => {
    const row = unpackr.unpack(bytes);
    if (!Array.isArray(row)) throw new TypeError("it is no list");
    for (const [at, field] of ROW_FIELDS.entries()) {
      const value = row[at] ?? null;
      if (value !== null && !RECORD_SHAPE[field](value)) throw new TypeError(`its ${field} is of another type`);
    }
    return row;
  });
}

/** The row of a record. */
export function toRow(record: IconRecord): unknown[] {
  const row: unknown[] = ROW_FIELDS.map((field) => record[field] ?? null);
  while (row.length > 0 && row.at(-1) === null) row.pop();
  return row;
}

/**
 * Puts a record together again.
 *
 * @param iconUrl the record's own, not that of the picture served here
 */
export function fromRow(
  { id, name, category, developer }: CardItem,
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
