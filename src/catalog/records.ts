import { dictionaryFile, REMOVED } from "../format/artifact-files.js";
import { decodeSetIcon } from "../format/icon-sets.js";
import { keyBytes } from "../format/key-bytes.js";
import { decodeListItem, type ListItem } from "../format/list-item.js";
import { NO_SPLICE } from "../format/locator.js";
import { ordinalsOf } from "../format/posting-list.js";
import type { IconRecord } from "../format/record.js";
import { rowPosition } from "../format/record-and-detail-fields.js";
import { decodeRow, fromRow } from "../format/record-row.js";
import { decodeRemoval } from "../format/removal.js";
import { formatHash } from "../phash/phash.js";
import { fromByteText } from "../text/byte-text.js";
import { IconNotFoundError, IconRemovedError, IconRenamedError } from "./generation/catalog-errors.js";
import type { Generation } from "./generation/generation.js";

/** Longer than any legitimate chain of aliases. A build writes none that end nowhere, but a file may be forged. */
export const MAX_CHAIN = 60;

/** Reads individual records of a generation. */
export interface RecordReader {
  /** The ordinal of an icon, or undefined if there is no icon with this id. */
  find(id: string): number | undefined;
  /**
   * The ids that equal a text except for case and dashes. Cost: a few look-ups for each letter of the longest beginning
   * that ids have in common with it.
   */
  like(text: string): string[];
  /** The ordinal of the icon with this former id, or undefined. */
  renamed(id: string): number | undefined;
  /** The ordinal of the icon with this id or former id, or undefined. */
  current(id: string): number | undefined;
  /** @throws IconNotFoundError, IconRenamedError, IconRemovedError */
  ordinalOf(id: string): number;
  /** The perceptual hash at `ordinal`, 16 lower-case hex digits. Undefined if there is none. */
  phash(ordinal: number): string | undefined;
  /** The list item at `ordinal`. @throws FormatError if it is damaged */
  item(ordinal: number): ListItem;
  /** Size of the rest of the record, beyond its list item, in bytes. */
  size(ordinal: number): number;
  /** The aliases of the icon at `ordinal`. Decodes the rest of the record. @throws FormatError if it is damaged */
  aliases(ordinal: number): readonly string[];
  /**
   * The fields of the record that list item and hash don't contain, ordered as `ROW_FIELDS`. @throws FormatError if it
   * is damaged
   */
  row(ordinal: number): readonly unknown[];
  /** The whole record, decoded. @throws FormatError if it is damaged */
  record(ordinal: number): IconRecord;
}

export function createRecordReader(generation: Generation): RecordReader {
  const { hashes, removed, sets } = generation;
  const ids = generation.dictionary("ids");
  const formerIds = generation.dictionary("former-ids");
  const rows = generation.blob("records");
  const items = generation.blob("cards");

  const phash = (ordinal: number): string | undefined => {
    const hash = hashes.get(ordinal);
    return hash === undefined ? undefined : formatHash(hash);
  };
  const item = (ordinal: number): ListItem => decodeListItem(items.view(ordinal), ordinal, items.path(ordinal));
  const row = (ordinal: number): readonly unknown[] => decodeRow(rows.view(ordinal), ordinal, rows.path(ordinal));
  const find = (id: string): number | undefined => {
    const index = ids.find(keyBytes(id));
    return index < 0 ? undefined : ordinalsOf(ids.postings(index)).next().value;
  };
  const like = (text: string): string[] => {
    let begun = [{ beginning: "", range: [0, ids.size] as readonly [number, number] }];
    for (const letter of text.replaceAll("-", "")) {
      if (begun.length === 0) break;
      const forms = [...new Set([letter.toLowerCase(), letter.toUpperCase()])].flatMap((form) => [form, `-${form}`]);
      begun = begun
        .flatMap(({ beginning, range }) =>
          forms.map((form) => ({
            beginning: beginning + form,
            range: ids.prefixRange(keyBytes(beginning + form), range),
          })),
        )
        .filter(({ range: [from, end] }) => from < end);
    }
    return begun.map(({ beginning }) => beginning).filter((id) => find(id) !== undefined);
  };
  const renamed = (id: string): number | undefined => {
    const index = formerIds.find(keyBytes(id));
    return index < 0 ? undefined : ordinalsOf(formerIds.postings(index)).next().value;
  };
  /** The ordinal of the icon that an alias of an Iconify set leads to without transforming it, or undefined. */
  const aliased = (id: string): number | undefined => {
    const prefix = id.slice(0, id.indexOf(":") + 1);
    let name = id;
    for (let steps = 0; steps < MAX_CHAIN && prefix !== ""; steps++) {
      const index = sets.names.find(keyBytes(name));
      const entry = index < 0 ? undefined : decodeSetIcon(fromByteText(sets.items.text(index)));
      if (entry === undefined || !("parent" in entry)) return undefined;
      const { parent, hidden: _hidden, ...changes } = entry;
      if (Object.keys(changes).length > 0) return undefined;
      name = prefix + parent;
      const ordinal = find(name);
      if (ordinal !== undefined) return ordinal;
    }
    return undefined;
  };
  const absence = (id: string): Error => {
    const current = renamed(id);
    if (current !== undefined) return new IconRenamedError(id, item(current).id);
    const gone = removed.find(keyBytes(id));
    if (gone >= 0) return new IconRemovedError(id, decodeRemoval(removed.label(gone), gone, dictionaryFile(REMOVED)));
    const icon = aliased(id);
    return icon === undefined ? new IconNotFoundError(id) : new IconRenamedError(id, item(icon).id);
  };
  return {
    item,
    phash,
    row,
    find,
    like,
    renamed,
    current: (id) => find(id) ?? renamed(id) ?? aliased(id),
    size: (ordinal) => rows.view(ordinal).length,
    aliases: (ordinal) => (row(ordinal)[ALIASES] ?? NONE) as readonly string[],
    ordinalOf(id) {
      const ordinal = find(id);
      if (ordinal === undefined) throw absence(id);
      return ordinal;
    },
    record(ordinal) {
      const listItem = item(ordinal);
      const iconUrl = items.locator.splice(ordinal) === NO_SPLICE ? listItem.iconUrl : undefined;
      return fromRow(listItem, iconUrl, phash(ordinal), row(ordinal));
    },
  };
}

const ALIASES = rowPosition("aliases");
const NONE: readonly string[] = [];
