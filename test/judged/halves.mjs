import { createHash } from "node:crypto";

export const HALVES = ["tuning", "held-out"];

/** The half of something judged, by a hash of its key: rules are tuned on one half, the other is only measured. */
export function halfOf(key) {
  return createHash("sha256").update(key).digest()[0] % 2 === 0 ? HALVES[0] : HALVES[1];
}
