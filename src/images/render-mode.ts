/** Who may request forms of images that need rendering: everyone, callers with a key, or nobody. */
export const RENDER_MODES = ["open", "keys", "off"] as const;

export type RenderMode = (typeof RENDER_MODES)[number];
