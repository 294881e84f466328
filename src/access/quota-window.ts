/** The window of every quota, in the words of headers, messages and help. */
export const WINDOW = {
  name: "day",
  seconds: 86_400,
  quota: "daily quota",
  requests: "requests per UTC day",
  resets: "it resets at 00:00 UTC",
} as const;

/** The number of the window of a time, counted from 1970. Days fit in 16 bits until 2149. @param now in milliseconds */
export function windowOf(now: number): number {
  return Math.floor(now / 1000 / WINDOW.seconds);
}

/** Whole seconds from a time to the end of a window, at least 1. */
export function secondsToEndOf(window: number, now: number): number {
  return Math.max(1, Math.ceil((window + 1) * WINDOW.seconds - now / 1000));
}
