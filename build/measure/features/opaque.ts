/** The least alpha of what counts as opaque; decoders and blends are off by a level or two. */
export const OPAQUE = 250;
