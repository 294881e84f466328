import { FACETS } from "./artifact-files.js";
import { decodeContainer, encodeContainer, u32Section } from "./container.js";
import { FormatError } from "./errors.js";

/** Beyond so many combinations the table is left out: sets are then intersected and counted when they are asked for. */
export const MAX_COMBINATIONS = 2 ** 20;

const COLOR = FACETS.indexOf("color");

/** How many icons have each combination of labels, counted at build time: at most one label, or any, of each facet. */
export interface FacetCounts {
  /** Number of labels of each facet, in the order of `FACETS`. */
  readonly sizes: readonly number[];
  /**
   * The number of icons with any of some labels in each facet.
   *
   * @param labels per facet: indexes of labels in its dictionary; undefined: not filtered by it
   * @returns undefined where it can't be told from the table: for several colours, which may be those of one icon, and where
   * the table was left out
   */
  total(labels: readonly (readonly number[] | undefined)[]): number | undefined;
}

/** One combination of labels that records have; undefined: no label of that facet counts here. */
export interface Combination {
  /** Per facet, the index of its label. */
  readonly labels: readonly (number | undefined)[];
  readonly icons: number;
}

/**
 * @param sizes number of labels of each facet
 * @param combinations each record once without its colours, and once for each of them
 */
export function encodeFacetCounts(sizes: readonly number[], combinations: Iterable<Combination>): Uint8Array {
  const strides = stridesOf(sizes);
  const length = strides[0]! * (sizes[0]! + 1);
  const counts = new Uint32Array(length <= MAX_COMBINATIONS ? length : 0);
  if (counts.length > 0) {
    for (const { labels, icons } of combinations) addCombination(counts, sizes, strides, labels, icons);
  }
  return encodeContainer("FCNT", 0, [Uint32Array.from(sizes), counts]);
}

/** Opens the table in place. @throws FormatError when it is damaged */
export function decodeFacetCounts(bytes: Uint8Array, file: string): FacetCounts {
  const container = decodeContainer(bytes, "FCNT", file);
  const sizes = [...u32Section(container, 0)];
  const counts = u32Section(container, 1);
  if (sizes.length !== FACETS.length)
    throw new FormatError(file, `counts ${sizes.length} facets, not ${FACETS.length}`);
  const strides = stridesOf(sizes);
  if (counts.length > 0 && counts.length !== strides[0]! * (sizes[0]! + 1))
    throw new FormatError(file, "labels and counts do not add up");

  return {
    sizes,
    total(labels) {
      if (counts.length === 0 || (labels[COLOR]?.length ?? 0) > 1) return undefined;
      let sum = 0;
      const add = (facet: number, offset: number): void => {
        if (facet === FACETS.length) sum += counts[offset]!;
        else for (const label of labels[facet] ?? [sizes[facet]!]) add(facet + 1, offset + label * strides[facet]!);
      };
      add(0, 0);
      return sum;
    },
  };
}

/** Distance between neighbours along each facet; the place behind the last label stands for any. */
function stridesOf(sizes: readonly number[]): number[] {
  const strides: number[] = [];
  let stride = 1;
  for (const size of [...sizes].reverse()) {
    strides.unshift(stride);
    stride *= size + 1;
  }
  return strides;
}

/** Adds to the combination itself and to all in which a facet but colour is any. */
function addCombination(
  counts: Uint32Array,
  sizes: readonly number[],
  strides: readonly number[],
  labels: readonly (number | undefined)[],
  icons: number,
): void {
  const add = (facet: number, offset: number): void => {
    if (facet === FACETS.length) {
      counts[offset]! += icons;
      return;
    }
    const label = labels[facet];
    const any = sizes[facet]!;
    if (label !== undefined) add(facet + 1, offset + label * strides[facet]!);
    if (label === undefined || facet !== COLOR) add(facet + 1, offset + any * strides[facet]!);
  };
  add(0, 0);
}
