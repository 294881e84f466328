import type { SimilarIcon } from "../client/answers.js";

/** How near a look-alike is, and how it was turned. */
export function noteOf({ distance, similarity = 0, variant }: SimilarIcon): string {
  const near = distance === 0 ? "same hash" : `${Math.round(similarity * 100)} %`;
  return variant === undefined ? near : `${near} ${variant}`;
}
