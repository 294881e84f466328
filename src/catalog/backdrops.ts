/** Names of backdrops. */
export const BACKDROPS = ["light", "dark"] as const;

export type Backdrop = (typeof BACKDROPS)[number];
