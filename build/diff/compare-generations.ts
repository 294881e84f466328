import { COLOR_DISTANCE_UNIT, createPaletteComparer } from "#src/catalog/similar/palette-comparison.js";
import { decodePaletteTable, encodePaletteTable, PALETTE_BYTES, type PaletteTable } from "#src/format/palette-table.js";
import { PALETTE_COLORS } from "#src/palette/palette-size.js";
import type { IconChange } from "./change.js";
import { compareRecords } from "./compare-records.js";
import { matchIds } from "./match-ids.js";
import type { Side } from "./side.js";

/** Measurements are rounded to four decimal places. */
const DIGITS = 1e4;

/** An icon's ordinals in both generations. */
interface Pair {
  readonly before: number;
  readonly after: number;
}

/** The differences of two generations, icon by icon. */
export interface Comparison {
  /** Can be iterated once: changed icons in the order of the newer generation, then added and removed ones. */
  readonly changes: Iterable<IconChange>;
  /** Whether icons of both generations are in another order. Valid after `changes` has been iterated. */
  reordered(): boolean;
}

/**
 * Compares two generations, icon by icon. Memory: some bytes for each added or removed icon, see `matchIds`. Cost:
 * about a microsecond for an unchanged icon at the same position, which is not decoded.
 *
 * @param before undefined: every icon counts as added
 */
export function compareGenerations(before: Side | undefined, after: Side): Comparison {
  let reordered = false;
  return {
    changes: before === undefined ? addedOf(after, ordinalsOf(after)) : walk(before, after, () => (reordered = true)),
    reordered: () => reordered,
  };
}

function* walk(before: Side, after: Side, onReordered: () => void): Generator<IconChange> {
  const compare = createPairComparer(before, after);
  const added: number[] = [];
  const seen = new Uint8Array(before.catalog.size);
  let last = -1;
  for (const ordinal of ordinalsOf(after)) {
    const old = counterpart(before, after, ordinal, last + 1);
    if (old === undefined) {
      added.push(ordinal);
      continue;
    }
    if (old < last) onReordered();
    last = old;
    seen[old] = 1;
    const change = compare({ before: old, after: ordinal });
    if (change !== undefined) yield change;
  }
  const removed: number[] = [];
  for (const old of ordinalsOf(before)) if (seen[old] === 0) removed.push(old);
  const pairs = matchIds({ side: before, ordinals: removed }, { side: after, ordinals: added });
  for (const [ordinal, old] of pairs) yield compare({ before: old, after: ordinal })!;
  yield* addedOf(
    after,
    added.filter((ordinal) => !pairs.has(ordinal)),
  );
  const matched = new Set(pairs.values());
  for (const old of removed) {
    if (!matched.has(old)) yield { kinds: ["removed"], before: before.records.record(old), fields: [] };
  }
}

/** The previous icon with the same id. @param likely an ordinal to try first: equal cards have equal ids */
function counterpart(before: Side, after: Side, ordinal: number, likely: number): number | undefined {
  if (likely < before.catalog.size && before.texts(likely).card.equals(after.texts(ordinal).card)) return likely;
  return before.records.find(after.records.item(ordinal).id);
}

function* addedOf({ records }: Side, ordinals: Iterable<number>): Generator<IconChange> {
  for (const ordinal of ordinals) yield { kinds: ["added"], after: records.record(ordinal), fields: [] };
}

function* ordinalsOf({ catalog }: Side): Generator<number> {
  for (let ordinal = 0; ordinal < catalog.size; ordinal++) yield ordinal;
}

function createPairComparer(before: Side, after: Side): (pair: Pair) => IconChange | undefined {
  const paletteDistance = createPaletteDistance();
  return (pair) => {
    const same = sameImage(before, after, pair);
    const sameVariants = before.variants(pair.before).equals(after.variants(pair.after));
    if (same && sameVariants && sameRecord(before, after, pair)) return undefined;
    return compareRecords(before.records.record(pair.before), after.records.record(pair.after), {
      same,
      sameVariants,
      paletteDistance: paletteDistance(
        { table: before.generation.palettes, ordinal: pair.before },
        { table: after.generation.palettes, ordinal: pair.after },
      ),
    });
  };
}

function sameImage(before: Side, after: Side, pair: Pair): boolean {
  return before.image(pair.before).equals(after.image(pair.after));
}

/** Whether two records are equal, byte for byte. Records with different bytes may still be equivalent. */
function sameRecord(before: Side, after: Side, pair: Pair): boolean {
  const old = before.texts(pair.before);
  const { card, row } = after.texts(pair.after);
  const sameHash = before.generation.hashes.get(pair.before) === after.generation.hashes.get(pair.after);
  return sameHash && old.card.equals(card) && old.row.equals(row);
}

/** The location of an icon's palette in the table of its generation. */
export interface PalettePlace {
  readonly table: PaletteTable;
  readonly ordinal: number;
}

/**
 * Compares palettes of two generations: the earth mover's distance in OKLab, as in the search by color. The comparer
 * needs both in one table, so they are copied to a table of two.
 *
 * @returns a function that returns the distance of two palettes, rounded to four decimal places; undefined if one is
 * missing
 */
function createPaletteDistance(): (before: PalettePlace, after: PalettePlace) => number | undefined {
  const pair = decodePaletteTable(encodePaletteTable([new Uint8Array(2 * PALETTE_BYTES)]), "a pair");
  const compare = createPaletteComparer(pair);
  const lay = ({ table, ordinal }: PalettePlace, at: number): void => {
    const first = ordinal * PALETTE_COLORS;
    pair.colors.fill(0, at * PALETTE_COLORS, (at + 1) * PALETTE_COLORS);
    pair.colors.set(table.colors.subarray(first, first + table.size(ordinal)), at * PALETTE_COLORS);
  };
  return (before, after) => {
    if (before.table.size(before.ordinal) === 0 || after.table.size(after.ordinal) === 0) return undefined;
    lay(before, 0);
    lay(after, 1);
    const distance = compare(0)!.distanceTo(1, Number.POSITIVE_INFINITY) / COLOR_DISTANCE_UNIT;
    return Math.round(distance * DIGITS) / DIGITS;
  };
}
