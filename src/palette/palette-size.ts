/** Maximum number of colors in a palette. Those with the largest shares are kept. */
export const PALETTE_COLORS = 5;
