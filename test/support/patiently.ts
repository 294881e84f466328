/** How long to wait for what happens on its own: long enough for a machine that is busy with something else. */
export const PATIENTLY = { timeout: 30_000, interval: 50 };
