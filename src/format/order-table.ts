import { CHAMPIONS, championsOf, type LongTerm } from "./champions.js";
import { decodeContainer, layOutContainer, type Pieces, u32Section } from "./container.js";
import { FormatError } from "./format-error.js";
import type { OrderName } from "./order-names.js";
import { decodePostings, encodeMoved, lowerBound, NO_POSTINGS, type PostingList } from "./posting-list.js";

export function orderFile(name: OrderName): string {
  return `order-${name}.bin`;
}

/** A total order of all icons, read in place. */
export interface OrderTable {
  readonly file: string;
  /** Ordinals in this order. Empty if it is the display order. */
  readonly ordinals: Uint32Array;
  /** Per ordinal, its position in this order. Empty if it is the display order. */
  readonly positions: Uint32Array;
  /** Per ordinal, the time in milliseconds since 1970 that it is sorted by; −Infinity for none. Empty for names and looks. */
  readonly times: Float64Array;
  /**
   * The positions of the icons that have a label, so that filtered lists in this order are read like those in display
   * order. Not for the display order.
   *
   * @param facet its index in `FACETS` @param label its index in the facet's dictionary
   */
  labeled(facet: number, label: number): PostingList;
  /**
   * The first positions of a term's icons, ascending; undefined if the term has too few icons. O(log terms).
   *
   * @param term index of its key in `terms.bin`
   */
  champions(term: number): Uint32Array | undefined;
}

/** The icons whose positions are stored beside an order. */
export interface OrderedIcons {
  /** The ordinals of each label, facet by facet. Memory: as many as the table has */
  readonly labeled: Iterable<PostingList>;
  /** The terms with champion lists, by ascending index. */
  readonly terms: Iterable<LongTerm>;
}

/**
 * Icons in the order of their folded names by code point; equal names in display order, names without letters and
 * digits last.
 */
export interface NameOrderBuilder {
  /** Adds the next name and its ordinals, both ascending. */
  add(ordinals: Uint32Array): void;
  /** The ordinals in this order. */
  ordinals(): Uint32Array;
}

/** @param icons number of ordinals. Memory: 5 bytes each */
export function createNameOrderBuilder(icons: number): NameOrderBuilder {
  const ordinals = new Uint32Array(icons);
  const isAdded = new Uint8Array(icons);
  let size = 0;
  const add = (ordinal: number): void => {
    if (isAdded[ordinal] === 1) return;
    isAdded[ordinal] = 1;
    ordinals[size++] = ordinal;
  };
  return {
    add: (named) => named.forEach(add),
    ordinals() {
      for (let ordinal = 0; ordinal < icons; ordinal++) add(ordinal);
      return ordinals;
    },
  };
}

/**
 * Icons by descending time; equal times, and icons without, in display order.
 *
 * @param times by ordinal, −Infinity for none. Memory: 8 bytes per icon if any has a time
 */
export function encodeTimeOrder(times: Float64Array, icons: OrderedIcons): Pieces {
  if (times.every((time) => time === Number.NEGATIVE_INFINITY)) return layOut([]);
  const ordinals = Uint32Array.from(times, (_, ordinal) => ordinal);
  ordinals.sort((a, b) => (times[a] === times[b] ? a - b : times[a]! > times[b]! ? -1 : 1));
  return encodeOrder(ordinals, times, icons);
}

/**
 * @param ordinals in this order; none: it is the display order
 * @param times that it is sorted by; empty for names and looks
 */
export function encodeOrder(ordinals: Uint32Array, times: Float64Array, { labeled, terms }: OrderedIcons): Pieces {
  if (ordinals.length === 0) return layOut([]);
  const positions = new Uint32Array(ordinals.length);
  for (const [position, ordinal] of ordinals.entries()) positions[ordinal] = position;
  const lists = Array.from(labeled, (postings) => encodeMoved(postings, positions, ordinals.length));
  const starts = new Uint32Array(lists.length + 1);
  for (const [at, { length }] of lists.entries()) starts[at + 1] = starts[at]! + length;
  const indexes: number[] = [];
  const champions: Uint32Array[] = [];
  for (const term of terms) {
    indexes.push(term.index);
    champions.push(championsOf(term, ordinals, positions));
  }
  return layOut([
    ordinals,
    positions,
    times,
    starts,
    concat(lists, starts.at(-1)!),
    Uint32Array.from(indexes),
    concat(champions, champions.length * CHAMPIONS),
  ]);
}

function concat(lists: readonly Uint32Array[], length: number): Uint32Array {
  const all = new Uint32Array(length);
  let at = 0;
  for (const list of lists) {
    all.set(list, at);
    at += list.length;
  }
  return all;
}

const SECTIONS = 7;

/** @param sections none for the display order */
function layOut(sections: readonly (Uint32Array | Float64Array)[]): Pieces {
  const all = Array.from({ length: SECTIONS }, (_, at) => sections[at] ?? new Uint32Array(0));
  return layOutContainer(
    "ORDR",
    0,
    all.map(({ byteLength }) => byteLength),
    all,
  );
}

/**
 * Opens an order in place.
 *
 * @param icons number of ordinals @param sizes number of labels of each facet
 * @throws FormatError if the table is damaged
 */
export function decodeOrderTable(bytes: Uint8Array, file: string, icons: number, sizes: readonly number[]): OrderTable {
  const container = decodeContainer(bytes, "ORDR", file);
  const ordinals = u32Section(container, 0);
  const positions = u32Section(container, 1);
  const section = container.sections[2];
  if (section === undefined || section.length % 8 !== 0) throw new FormatError(file, "has no whole number of times");
  const times = new Float64Array(section.buffer, section.byteOffset, section.length / 8);
  const starts = u32Section(container, 3);
  const postings = u32Section(container, 4);
  const terms = u32Section(container, 5);
  const champions = u32Section(container, 6);
  if (champions.length !== terms.length * CHAMPIONS)
    throw new FormatError(file, "has a different number of champion lists than of terms with one");
  const fits = (length: number): boolean => length === 0 || length === icons;
  if (!fits(ordinals.length) || positions.length !== ordinals.length || !fits(times.length))
    throw new FormatError(file, "has a different number of icons than the manifest");
  const firsts: number[] = [];
  let labels = 0;
  for (const size of sizes) {
    firsts.push(labels);
    labels += size;
  }
  if (ordinals.length > 0 && starts.length !== labels + 1)
    throw new FormatError(file, "has a different number of labels than the facets");
  return {
    file,
    ordinals,
    positions,
    times,
    labeled(facet, label) {
      const at = firsts[facet]! + label;
      const [start, end] = [starts[at], starts[at + 1]];
      if (start === undefined || end === undefined || start > end || end > postings.length)
        throw new FormatError(file, `the icons of label ${at} lie outside the table`);
      return start === end ? NO_POSTINGS : decodePostings(postings.subarray(start, end), icons, file);
    },
    champions(term) {
      const at = lowerBound(terms, term, 0, terms.length);
      return terms[at] === term ? champions.subarray(at * CHAMPIONS, (at + 1) * CHAMPIONS) : undefined;
    },
  };
}
