import type { SimilarRequest, Variant } from "#src/catalog/similar/similar-request.js";
import { packPalette } from "#src/format/pack-palette.js";
import { COLOR_BYTES, PALETTE_BYTES } from "#src/format/palette-table.js";
import type { IconRecord } from "#src/format/record.js";
import { differingHalves, type Halves, halvesOf } from "../catalog/similar/hash-tables.js";
import { type Colors, paletteDistance } from "../catalog/similar/palette-tables.js";

const TURNED: Record<Variant, Halves> = {
  mirrored: halvesOf(0x5555555555555555n),
  inverted: halvesOf(0xffffffffffffffffn),
};
const COMPARED = 4096;
const LOW_DETAIL_ONES = 22;
const LOW_DETAIL_UNCERTAIN = 48;
/** Palette distance between black and white. */
const UNIT = 64 * 255 * 255;

/** The fields of a similar icon in addition to its list item. */
export interface Nearness {
  readonly id: string;
  readonly distance?: number;
  readonly variant?: string;
  readonly lowDetail?: true;
  readonly colorDistance?: number;
}

/**
 * The result of a similarity request by brute force: compares all hashes and palettes, sorts everything, and spells out
 * every rule.
 *
 * @param uncertain number of uncertain bits of each record's hash; undefined if unknown
 * @param paletteOf the colors that are compared, by default the record's own
 */
export function similarByBruteForce(
  records: readonly IconRecord[],
  request: SimilarRequest,
  uncertain: readonly number[] = [],
  paletteOf: (record: IconRecord, ordinal: number) => Colors = colorsOf,
): Nearness[] {
  const { id, phash, limit = 10, maxDistance = 64, include = [], by = "phash" } = request;
  if (by === "vector" || by === "shape" || by === "look" || by === "auto")
    throw new Error(`the oracle can't compare by ${by}`);
  const asked = records.find((record) => record.id === id);
  const hash = phash ?? asked?.phash;
  const colors = asked === undefined ? [] : paletteOf(asked, records.indexOf(asked));
  const bits = hash === undefined ? undefined : bitsOf(hash);
  const ways: { bits: Halves; variant?: string }[] = bits === undefined ? [] : [{ bits }];
  for (const variant of ["mirrored", "inverted"] as const) {
    if (bits !== undefined && include.includes(variant)) ways.push({ bits: turn(bits, TURNED[variant]), variant });
  }
  const found = records.flatMap((record, ordinal) => {
    if (record.id === id) return [];
    const own = bitsOfRecord(record);
    const [first, ...others] = own === undefined ? [] : ways;
    let nearest = first && { variant: first.variant, distance: differingHalves(first.bits, own!) };
    for (const { bits, variant } of others) {
      const distance = differingHalves(bits, own!);
      if (distance < nearest!.distance) nearest = { variant, distance };
    }
    const distance = nearest?.distance ?? 65;
    if (by === "phash" && distance > Math.min(maxDistance, 64)) return [];
    const low = own !== undefined && isLow(own, uncertain[ordinal]);
    let known: number | undefined;
    const color = (): number => {
      known ??= paletteDistance(colors, paletteOf(record, ordinal));
      return known;
    };
    return [{ record, ordinal, distance, variant: nearest?.variant, low, color }];
  });
  const near = found.filter(
    ({ distance, color }) =>
      (distance <= maxDistance || (distance === 65 && maxDistance === 64 && by === "color")) &&
      (by === "phash" || Number.isFinite(color())),
  );
  const marks = asked === undefined ? 0 : uncertain[records.indexOf(asked)];
  const askedIsLow = bits !== undefined && isLow(bits, marks);
  type Found = (typeof near)[number];
  const byColor = (a: Found, b: Found): number => (a.color() === b.color() ? 0 : a.color() - b.color());
  const byDetail = (a: Found, b: Found): number => (askedIsLow ? 0 : Number(a.low) - Number(b.low));
  const orders = {
    phash: (a: Found, b: Found) => a.distance - b.distance || byDetail(a, b) || byColor(a, b) || a.ordinal - b.ordinal,
    color: (a: Found, b: Found) => byColor(a, b) || a.distance - b.distance || a.ordinal - b.ordinal,
    blend: (a: Found, b: Found) =>
      a.color() + (UNIT / 64) * a.distance - b.color() - (UNIT / 64) * b.distance || a.ordinal - b.ordinal,
  };
  return (by === "phash" ? nearestOf(near, limit) : near)
    .sort(orders[by])
    .slice(0, limit)
    .map(({ record, distance, variant, low, color }) => ({
      id: record.id,
      ...(distance === 65 ? {} : { distance }),
      ...(variant === undefined ? {} : { variant }),
      ...(low ? { lowDetail: true as const } : {}),
      ...(by === "phash" ? {} : { colorDistance: Math.round((color() / UNIT) * 1e4) / 1e4 }),
    }));
}

/**
 * The candidates by distance and ordinal, at most as far as the last of the first `limit`; never more than the larger
 * of `limit` and `COMPARED`.
 */
function nearestOf<Found extends { readonly distance: number; readonly ordinal: number }>(
  found: readonly Found[],
  limit: number,
): Found[] {
  const counts = Array<number>(65).fill(0);
  for (const { distance } of found) counts[distance]!++;
  let farthest = 0;
  for (let total = counts[0]!; total < limit && farthest < 64; total += counts[++farthest]!);
  return found
    .filter(({ distance }) => distance <= farthest)
    .sort((a, b) => a.distance - b.distance || a.ordinal - b.ordinal)
    .slice(0, Math.max(limit, COMPARED));
}

/** Packed once per record, since all pairs are compared. */
const packed = new WeakMap<object, Colors>();

function colorsOf(record: IconRecord): Colors {
  const palette = record.colorPalette ?? [];
  if (palette.length === 0) return [];
  const known = packed.get(palette);
  if (known !== undefined) return known;
  const bytes = new Uint8Array(PALETTE_BYTES);
  packPalette(palette, bytes);
  const all = Array.from(palette, (_, at) => [...bytes.subarray(at * COLOR_BYTES, (at + 1) * COLOR_BYTES)]);
  const colors = all.filter((color) => color.length === COLOR_BYTES && color[3] !== 0) as unknown as Colors;
  packed.set(palette, colors);
  return colors;
}

/** Parsed once per record. */
const parsed = new WeakMap<IconRecord, Halves>();

function bitsOfRecord(record: IconRecord): Halves | undefined {
  if (record.phash === undefined) return undefined;
  const known = parsed.get(record) ?? bitsOf(record.phash);
  parsed.set(record, known);
  return known;
}

function bitsOf(phash: string): Halves {
  return [Number.parseInt(phash.slice(8), 16), Number.parseInt(phash.slice(0, 8), 16)];
}

function turn([low, high]: Halves, [lowMask, highMask]: Halves): Halves {
  return [low ^ lowMask, high ^ highMask];
}

function isLow(bits: Halves, uncertain = 0): boolean {
  return ones(bits) <= LOW_DETAIL_ONES || uncertain >= LOW_DETAIL_UNCERTAIN;
}

function ones(bits: Halves): number {
  return differingHalves(bits, [0, 0]);
}
