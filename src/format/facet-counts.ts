import { decodeContainer, encodeContainer, u32Section } from "./container.js";
import { FACET_ENTRIES, FACETS, type Facet } from "./filter-facets.js";
import { FormatError } from "./format-error.js";
import { RECORD_FIELDS } from "./record-and-detail-fields.js";

/** With more combinations than this, the table is omitted: sets are then intersected and counted on request. */
export const MAX_COMBINATIONS = 2 ** 20;

const MULTIPLE_FACETS: ReadonlySet<Facet> = new Set(
  FACET_ENTRIES.filter((entry) => RECORD_FIELDS[entry.field].schema.type === "array" && !("single" in entry)).map(
    ({ name }) => name,
  ),
);
const MULTIPLE = FACETS.map(isMultiple);
/** The facet for which pairs of labels may be counted: the first one with usually several labels per icon. */
export const PAIRED = MULTIPLE.indexOf(true);

/** Maximum number of combinations per icon for counting pairs. For few icons, pairs would be most of the data. */
const PAIRED_PER_ICON = 4;

/**
 * The number of icons for each combination of labels, counted at build time: at most one label, or any, of each facet.
 */
export interface FacetCounts {
  /** Number of labels of each facet, in the order of `FACETS`. */
  readonly sizes: readonly number[];
  /** Per facet, whether an icon may have several of its labels. */
  readonly several: readonly boolean[];
  /**
   * The number of icons with any of the given labels in each facet.
   *
   * @param labels per facet: distinct indexes of labels in its dictionary; undefined: not filtered by this facet
   * @returns undefined if the table does not contain it: for labels that one icon may have together, unless they are
   * two of the paired facet and the table has pairs; and if the table was omitted
   */
  total(labels: readonly (readonly number[] | undefined)[]): number | undefined;
  /** Number of counts that `total` adds up for these labels. */
  addends(labels: readonly (readonly number[] | undefined)[]): number;
}

/**
 * Whether icons usually have several labels of a facet. For the other facets, the counts of a generation say whether
 * any icon has.
 */
export function isMultiple(facet: Facet): boolean {
  return MULTIPLE_FACETS.has(facet);
}

/** One combination of labels that records have. */
export interface Combination {
  /** Per facet: one label index; none: any label; two, for the paired facet: icons with both labels. */
  readonly labels: readonly (readonly number[])[];
  /**
   * Facets, besides those of `isMultiple`, of which these icons have several labels: another combination counts the
   * icons without a label of it.
   */
  readonly several?: readonly number[];
  readonly icons: number;
}

/**
 * @param sizes number of labels of each facet
 * @param combinations each record once without its labels of a multi-label facet, once for each of them, and once for
 * each pair of the paired facet; with several such facets, once for each of all combinations
 * @param icons number of records
 */
export function encodeFacetCounts(
  sizes: readonly number[],
  combinations: Iterable<Combination>,
  icons: number,
): Uint8Array {
  const paired = lengthOf(placesOf(sizes, true));
  const pairs = paired <= Math.min(PAIRED_PER_ICON * icons, MAX_COMBINATIONS);
  const places = placesOf(sizes, pairs);
  const length = lengthOf(places);
  const counts = new Uint32Array(length <= MAX_COMBINATIONS ? length : 0);
  const several = Uint32Array.from(MULTIPLE, Number);
  const strides = stridesOf(places);
  for (const combination of combinations) {
    for (const facet of combination.several ?? []) several[facet] = 1;
    if (counts.length > 0 && (pairs || combination.labels[PAIRED]!.length < 2))
      addCombination(counts, sizes, places, strides, combination);
  }
  return encodeContainer("FCNT", 0, [Uint32Array.from(sizes), counts, several]);
}

/** Opens the table in place. @throws FormatError if it is damaged */
export function decodeFacetCounts(bytes: Uint8Array, file: string): FacetCounts {
  const container = decodeContainer(bytes, "FCNT", file);
  const sizes = [...u32Section(container, 0)];
  const counts = u32Section(container, 1);
  if (sizes.length !== FACETS.length)
    throw new FormatError(file, `counts ${sizes.length} facets, not ${FACETS.length}`);
  const several = Array.from(u32Section(container, 2), (flag) => flag !== 0);
  if (several.length !== FACETS.length) throw new FormatError(file, "does not say of which facets icons have several");
  const pairs = counts.length === lengthOf(placesOf(sizes, true));
  const places = placesOf(sizes, pairs);
  const strides = stridesOf(places);
  if (counts.length > 0 && counts.length !== lengthOf(places))
    throw new FormatError(file, "labels and counts do not add up");

  /** Adds up the counts at all given positions of each facet. */
  const sum = (given: readonly (readonly number[])[], facet = 0, offset = 0): number => {
    if (facet === FACETS.length) return counts[offset]!;
    let total = 0;
    for (const place of given[facet]!) total += sum(given, facet + 1, offset + place * strides[facet]!);
    return total;
  };
  const isTold = (labels: readonly (readonly number[] | undefined)[]): boolean => {
    if (counts.length === 0) return false;
    if ((labels[PAIRED]?.length ?? 0) > (pairs ? 2 : 1)) return false;
    return several.every((may, facet) => !may || facet === PAIRED || (labels[facet]?.length ?? 0) < 2);
  };
  return {
    sizes,
    several,
    addends: (labels) => (isTold(labels) ? labels.reduce((product, own) => product * (own?.length ?? 1), 1) : 0),
    total(labels) {
      if (!isTold(labels)) return undefined;
      const given = labels.map((own, facet) => own ?? [places[facet]! - 1]);
      const total = sum(given);
      const paired = given[PAIRED]!;
      // Icons with both labels were counted twice.
      return paired.length < 2 ? total : total - sum(given.with(PAIRED, [placeOf(paired, sizes[PAIRED]!)]));
    },
  };
}

/** Number of positions of each facet: its labels, pairs of them if they are counted, and a last one for any or none. */
function placesOf(sizes: readonly number[], pairs: boolean): number[] {
  return sizes.map((size, facet) => size + (pairs && facet === PAIRED ? (size * (size - 1)) / 2 : 0) + 1);
}

/** The position of a label, or of a pair among `size` labels. Pairs come after single labels. */
function placeOf(labels: readonly number[], size: number): number {
  if (labels.length === 1) return labels[0]!;
  const [low, high] = [Math.min(...labels), Math.max(...labels)];
  return size + (low * (2 * size - low - 1)) / 2 + high - low - 1;
}

function lengthOf(places: readonly number[]): number {
  return places.reduce((product, count) => product * count, 1);
}

/** Distance between adjacent positions along each facet. */
function stridesOf(places: readonly number[]): number[] {
  return places.map((_, facet) => lengthOf(places.slice(facet + 1)));
}

/** Adds to the combination and to all that replace single labels by any. */
function addCombination(
  counts: Uint32Array,
  sizes: readonly number[],
  places: readonly number[],
  strides: readonly number[],
  { labels, several = [], icons }: Combination,
): void {
  const add = (facet: number, offset: number): void => {
    if (facet === FACETS.length) {
      counts[offset]! += icons;
      return;
    }
    const own = labels[facet]!;
    if (own.length > 0) add(facet + 1, offset + placeOf(own, sizes[facet]!) * strides[facet]!);
    if (own.length === 0 || !(MULTIPLE[facet] || several.includes(facet)))
      add(facet + 1, offset + (places[facet]! - 1) * strides[facet]!);
  };
  add(0, 0);
}
