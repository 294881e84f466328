/** Timeout for asynchronous events: long enough for a busy machine. */
export const PATIENTLY = { timeout: 30_000, interval: 50 };
