/** Who may have images drawn in other forms than the usual ones: everybody, callers with a key, nobody. */
export const RENDER_MODES = ["open", "keys", "off"] as const;

export type RenderMode = (typeof RENDER_MODES)[number];
