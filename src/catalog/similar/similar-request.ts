import type { PaletteColor } from "../../format/record.js";

/** Orders of similar icons. */
export const ORDERS = ["auto", "phash", "shape", "look", "color", "blend", "vector"] as const;

export type Order = (typeof ORDERS)[number];

/** The largest Hamming distance between two 64-bit hashes. */
export const MAX_DISTANCE = 64;

/** The usual distance of hashes of unrelated images: half of their bits. */
export const CHANCE_DISTANCE = MAX_DISTANCE / 2;

/** Variants of the query image, in the order of preference at equal distance. */
export const VARIANTS = ["mirrored", "inverted"] as const;

export type Variant = (typeof VARIANTS)[number];

/** Maximum `limit` of a request. */
export const MAX_MATCHES = 20;

/** What to compare with, and how. */
export interface SimilarRequest {
  /** The icon to compare with. It is not part of the result. */
  readonly id?: string;
  /** The hash to compare with: 16 hex digits. */
  readonly phash?: string;
  /** The shape descriptor to compare with: 128 hex digits. */
  readonly shape?: string;
  /** The palette of the image that has this shape, to compare both by look. The five largest shares count. */
  readonly palette?: readonly Pick<PaletteColor, "hex" | "share">[];
  /**
   * The vector to compare with, by the model of the dataset's vectors (`manifest.options.vectors`) and with as many
   * numbers. It is quantized like them; its length doesn't matter.
   */
  readonly vector?: ArrayLike<number>;
  /** The uncertain bits of `phash`: 16 hex digits. Orders by weighted distance, which takes a pass over all icons. */
  readonly uncertain?: string;
  /** Default 10. */
  readonly limit?: number;
  /** Hamming distance, 0 to 64; default 64. */
  readonly maxDistance?: number;
  /** Variants of the query image to compare as well; default: none. */
  readonly include?: readonly Variant[];
  /**
   * `auto` (default for an id): icons with nearly the same hash, then by look, from 65,536 icons on of those with likely
   * shapes; by hash if the icon lacks a shape or a palette. `phash` (default for a hash, `maxDistance` and `include`): by Hamming distance of the hashes. `shape`
   * (default for a shape): by Hamming distance of the shape descriptors; needs an `id` or a `shape`. `look` (default for
   * a shape with a palette): by shape distance / 480 plus palette distance; needs an `id` or both. `color`: by palette
   * distance. `blend`: by Hamming distance / 64 plus palette distance. Both need an `id`. `vector` (default for a
   * vector): by cosine similarity of the dataset's vectors; needs an `id` or a `vector`.
   */
  readonly by?: Order;
}

/** The order of a request: the one given, or else the default for its subject and options. */
export function orderOf({ id, shape, palette, vector, by, maxDistance, include = [] }: SimilarRequest): Order {
  if (by !== undefined && by !== "auto") return by;
  if (shape !== undefined) return palette === undefined ? "shape" : "look";
  if (vector !== undefined) return "vector";
  return id === undefined || maxDistance !== undefined || include.length > 0 ? "phash" : "auto";
}
