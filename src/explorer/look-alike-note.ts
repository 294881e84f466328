import type { LookAlike } from "./answers.js";

/** How near a look-alike is, and how it was turned. */
export function noteOf({ distance, similarity, variant }: LookAlike): string {
  const near = distance === 0 ? "same hash" : `${Math.round(similarity * 100)} %`;
  return variant === undefined ? near : `${near} ${variant}`;
}
