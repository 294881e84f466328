import { STORE_DEADLINES, type StoreDeadlines } from "#src/store/deadlines.js";

/**
 * Deadlines for tests of slow stores. Only one of them is short. The others can't pass before it, even if other
 * programs keep the processor from the test for seconds.
 */
export const SHORT: Readonly<Record<"silence" | "response" | "progress", StoreDeadlines>> = {
  silence: { ...STORE_DEADLINES, silenceMs: 700 },
  response: { ...STORE_DEADLINES, responseMs: 1000 },
  progress: { ...STORE_DEADLINES, minBytesPerSecond: 20_000, progressMs: 500 },
};
