import { isDeepStrictEqual } from "node:util";
import { hammingDistance } from "#src/catalog/similar/hash-distance.js";
import type { IconRecord } from "#src/format/record.js";
import { parseHash } from "#src/phash/phash.js";
import type { ChangeKind, IconChange } from "./change.js";

/**
 * Palettes closer than this count as equal: the mean distance of all painted area in OKLab, where 0.02 is just
 * noticeable.
 */
export const PALETTE_MOVED = 0.02;

/** Fields with a kind of change of their own. */
const TOLD: ReadonlySet<string> = new Set(["id", "name", "category", "phash"]);

/** Differences of the images that records don't contain. */
export interface ImageDifference {
  /** Whether the served images are equal, byte for byte, or both missing. */
  readonly same: boolean;
  /** Likewise the variants. */
  readonly sameVariants: boolean;
  /** Earth mover's distance of the palettes in OKLab; undefined if one is missing. */
  readonly paletteDistance: number | undefined;
}

/** The changes from one record to another of the same icon; undefined if there are none. Ignores the order of keys. */
export function compareRecords(before: IconRecord, after: IconRecord, image: ImageDifference): IconChange | undefined {
  const kinds: ChangeKind[] = [];
  const distance = distanceOf(before.phash, after.phash);
  const { paletteDistance = 0 } = image;
  const moved = paletteDistance >= PALETTE_MOVED;
  const fields = changedFields(before, after).filter((field) => !(moved && field === "colorPalette"));
  if (before.id !== after.id) kinds.push("id");
  if (before.name !== after.name) kinds.push("name");
  if (before.category !== after.category) kinds.push("category");
  if (before.phash !== after.phash) kinds.push("image");
  else if (!image.same) kinds.push("redrawn");
  if (moved) kinds.push("palette");
  if (!image.sameVariants) kinds.push("variants");
  if (fields.length > 0) kinds.push("fields");
  if (kinds.length === 0) return undefined;
  return {
    kinds,
    before,
    after,
    ...(distance ? { distance } : {}),
    ...(moved ? { paletteDistance } : {}),
    fields,
  };
}

function changedFields(before: IconRecord, after: IconRecord): string[] {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]) as Set<keyof IconRecord>;
  return [...fields].filter((field) => !TOLD.has(field) && !isDeepStrictEqual(before[field], after[field])).sort();
}

function distanceOf(before: string | undefined, after: string | undefined): number | undefined {
  const one = parseHash(before ?? "");
  const other = parseHash(after ?? "");
  if (one === undefined || other === undefined) return undefined;
  return hammingDistance(low(one), high(one), low(other), high(other));
}

function low(hash: bigint): number {
  return Number(hash & 0xffffffffn);
}

function high(hash: bigint): number {
  return Number(hash >> 32n);
}
