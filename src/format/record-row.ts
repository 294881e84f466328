import type { CardItem } from "./card.js";
import type { IconRecord } from "./record.js";

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
