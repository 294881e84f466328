import { decodeContainer, layOutContainer, type Pieces, u32Section } from "./container.js";
import { FormatError } from "./format-error.js";

/** Orders of all icons besides display order. */
export const ORDER_NAMES = ["name", "newest", "updated"] as const;

export type OrderName = (typeof ORDER_NAMES)[number];

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
  /** Per ordinal, the time in milliseconds since 1970 that it is sorted by; −Infinity for none. Empty for names. */
  readonly times: Float64Array;
}

/**
 * Icons in the order of their folded names by code point; equal names in display order, names without letters and
 * digits last.
 */
export interface NameOrderBuilder {
  /** Adds the next name and its ordinals, both ascending. */
  add(ordinals: Uint32Array): void;
  encode(): Pieces;
}

/** @param icons number of ordinals. Memory: 8 bytes each */
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
    encode() {
      for (let ordinal = 0; ordinal < icons; ordinal++) add(ordinal);
      return layOut(ordinals, new Float64Array(0));
    },
  };
}

/**
 * Icons by descending time; equal times, and icons without, in display order.
 *
 * @param times by ordinal, −Infinity for none. Memory: 8 bytes per icon if any has a time
 */
export function encodeTimeOrder(times: Float64Array): Pieces {
  if (times.every((time) => time === Number.NEGATIVE_INFINITY)) return layOut(new Uint32Array(0), new Float64Array(0));
  const ordinals = Uint32Array.from(times, (_, ordinal) => ordinal);
  ordinals.sort((a, b) => (times[a] === times[b] ? a - b : times[a]! > times[b]! ? -1 : 1));
  return layOut(ordinals, times);
}

function layOut(ordinals: Uint32Array, times: Float64Array): Pieces {
  const positions = new Uint32Array(ordinals.length);
  for (const [position, ordinal] of ordinals.entries()) positions[ordinal] = position;
  const sections = [ordinals, positions, times];
  return layOutContainer(
    "ORDR",
    0,
    sections.map(({ byteLength }) => byteLength),
    sections,
  );
}

/** Opens an order in place. @param icons number of ordinals @throws FormatError if the table is damaged */
export function decodeOrderTable(bytes: Uint8Array, file: string, icons: number): OrderTable {
  const container = decodeContainer(bytes, "ORDR", file);
  const ordinals = u32Section(container, 0);
  const positions = u32Section(container, 1);
  const section = container.sections[2];
  if (section === undefined || section.length % 8 !== 0) throw new FormatError(file, "has no whole number of times");
  const times = new Float64Array(section.buffer, section.byteOffset, section.length / 8);
  const fits = (length: number): boolean => length === 0 || length === icons;
  if (!fits(ordinals.length) || positions.length !== ordinals.length || !fits(times.length))
    throw new FormatError(file, "has a different number of icons than the manifest");
  return { file, ordinals, positions, times };
}
