import type { Oklab } from "culori";

/** How far apart two colours look: 0.02 is just seen, black and white are 1 apart. */
export function oklabDistance(a: Oklab, b: Oklab): number {
  // Several times as fast as Math.hypot, which guards against an overflow that colours can't cause.
  return Math.sqrt((a.l - b.l) ** 2 + (a.a - b.a) ** 2 + (a.b - b.b) ** 2);
}
