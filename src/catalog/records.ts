import { type CardItem, decodeCard } from "../format/card.js";
import { keyBytes } from "../format/key-bytes.js";
import { NO_SPLICE } from "../format/locator.js";
import { ordinalsOf } from "../format/posting-list.js";
import type { IconRecord } from "../format/record.js";
import { rowPosition } from "../format/record-fields.js";
import { decodeRow, fromRow } from "../format/record-row.js";
import { formatHash } from "../phash/hash-text.js";
import { IconNotFoundError } from "./errors.js";
import type { Generation } from "./generation.js";

/** Reads single records of a generation. */
export interface RecordReader {
  /** The ordinal of an icon; undefined where no icon has the id. */
  find(id: string): number | undefined;
  /** @throws IconNotFoundError */
  ordinalOf(id: string): number;
  /** The perceptual hash at `ordinal`, 16 lower-case hex digits; undefined where there is none. */
  phash(ordinal: number): string | undefined;
  /** The list item at `ordinal`. @throws FormatError when it is damaged */
  card(ordinal: number): CardItem;
  /** Bytes of what the record says beyond its card. */
  size(ordinal: number): number;
  /** The other names of the icon at `ordinal`; decodes what the record says beyond its card. @throws FormatError when it is damaged */
  aliases(ordinal: number): readonly string[];
  /** What the record says beyond card and hash, as `ROW_FIELDS` orders it. @throws FormatError when it is damaged */
  row(ordinal: number): readonly unknown[];
  /** The whole record, decoded. @throws FormatError when it is damaged */
  record(ordinal: number): IconRecord;
}

export function createRecordReader(generation: Generation): RecordReader {
  const { hashes } = generation;
  const ids = generation.dictionary("ids");
  const rows = generation.blob("records");
  const cards = generation.blob("cards");

  const phash = (ordinal: number): string | undefined => {
    const hash = hashes.get(ordinal);
    return hash === undefined ? undefined : formatHash(hash);
  };
  const card = (ordinal: number): CardItem => decodeCard(cards.view(ordinal), ordinal, cards.path(ordinal));
  const row = (ordinal: number): readonly unknown[] => decodeRow(rows.view(ordinal), ordinal, rows.path(ordinal));
  const find = (id: string): number | undefined => {
    const index = ids.find(keyBytes(id));
    return index < 0 ? undefined : ordinalsOf(ids.postings(index)).next().value;
  };
  return {
    card,
    phash,
    row,
    find,
    size: (ordinal) => rows.view(ordinal).length,
    aliases: (ordinal) => (row(ordinal)[ALIASES] ?? NONE) as readonly string[],
    ordinalOf(id) {
      const ordinal = find(id);
      if (ordinal === undefined) throw new IconNotFoundError(id);
      return ordinal;
    },
    record(ordinal) {
      const item = card(ordinal);
      const iconUrl = cards.locator.splice(ordinal) === NO_SPLICE ? item.iconUrl : undefined;
      return fromRow(item, iconUrl, phash(ordinal), row(ordinal));
    },
  };
}

const ALIASES = rowPosition("aliases");
const NONE: readonly string[] = [];
