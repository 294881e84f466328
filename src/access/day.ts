const DAY_MS = 86_400_000;

/** The UTC day of a time, in days since 1970. Fits in 16 bits until 2149. */
export function dayOf(now: number): number {
  return Math.floor(now / DAY_MS);
}

/** Whole seconds from a time to the end of a UTC day, at least 1. */
export function secondsToEndOf(day: number, now: number): number {
  return Math.max(1, Math.ceil(((day + 1) * DAY_MS - now) / 1000));
}
