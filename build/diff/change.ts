import type { IconRecord } from "#src/format/record.js";

/** Kinds of changes, in the order of reports. An icon can have several. */
export const CHANGE_KINDS = [
  "added",
  "removed",
  /** The id changed, but name and developer, or the image, stayed the same. */
  "id",
  "name",
  "category",
  /** The perceptual hash changed, or was added or removed. */
  "image",
  /** The image changed, but not its perceptual hash. */
  "redrawn",
  /** The colors moved by `PALETTE_MOVED` or more. */
  "palette",
  /** A variant was added, removed or redrawn. */
  "variants",
  /** Fields other than those above. */
  "fields",
] as const;

export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** A changed icon. */
export interface IconChange {
  readonly kinds: readonly ChangeKind[];
  /** The previous record; absent for an added icon. */
  readonly before?: IconRecord;
  /** The current record; absent for a removed icon. */
  readonly after?: IconRecord;
  /** Hamming distance of the perceptual hashes, 0 to 64, if both exist and differ. */
  readonly distance?: number;
  /** Earth mover's distance of the palettes in OKLab, if it is `PALETTE_MOVED` or more. */
  readonly paletteDistance?: number;
  /** Names of the other fields that changed. */
  readonly fields: readonly string[];
}

/** Display names of the kinds of changes. */
export const KIND_TITLES: Readonly<Record<ChangeKind, string>> = {
  added: "Added",
  removed: "Removed",
  id: "Id changed",
  name: "Renamed",
  category: "Recategorized",
  image: "Image changed",
  redrawn: "Redrawn, same hash",
  palette: "Palette changed",
  variants: "Variants changed",
  fields: "Other fields changed",
};
