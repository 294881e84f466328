import type { IconRecord } from "#src/format/record.js";

/** Kinds of changes, in the order of reports. An icon can have several. */
export const CHANGE_KINDS = [
  "added",
  "removed",
  /** The id is another one, while name and developer, or the image, stayed. */
  "id",
  "name",
  "category",
  /** The perceptual hash is another one, or there was or is none. */
  "image",
  /** The image is another one, its perceptual hash the same. */
  "redrawn",
  /** The colors moved by `PALETTE_MOVED` or more. */
  "palette",
  /** Other fields than those above. */
  "fields",
] as const;

export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** An icon that is not as it was. */
export interface IconChange {
  readonly kinds: readonly ChangeKind[];
  /** The record as it was; absent for an icon that was added. */
  readonly before?: IconRecord;
  /** The record as it is; absent for an icon that was removed. */
  readonly after?: IconRecord;
  /** Hamming distance of the perceptual hashes, 0 to 64, where both have one and it is not 0. */
  readonly distance?: number;
  /** Earth mover's distance of the palettes, in OKLab, where it is `PALETTE_MOVED` or more. */
  readonly paletteDistance?: number;
  /** Names of the other fields that changed. */
  readonly fields: readonly string[];
}

/** What people read for a kind of change. */
export const KIND_TITLES: Readonly<Record<ChangeKind, string>> = {
  added: "Added",
  removed: "Removed",
  id: "Id changed",
  name: "Renamed",
  category: "Recategorized",
  image: "Image changed",
  redrawn: "Redrawn, same hash",
  palette: "Palette changed",
  fields: "Other fields changed",
};
