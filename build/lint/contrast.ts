import { converter, type Oklab } from "culori";
import type { Analysis } from "../analysis/analyse.js";

const toOklab = converter("oklab");

/** From this part of the square on, a page behind a picture hardly shows. */
const FILLED = 0.99;
const MAX_CHROMA = 0.04;

/** Whether a page behind the picture shows through. */
export function showsGround({ shape }: Analysis): boolean {
  return shape.cover < FILLED;
}

/** The part of a picture whose colours are such. */
export function shareOf({ colorPalette }: Analysis, isSuch: (color: Oklab) => boolean): number {
  return colorPalette.reduce((sum, { hex, share }) => sum + (isSuch(toOklab(hex) as Oklab) ? share : 0), 0);
}

export const isNearlyWhite = (color: Oklab): boolean => color.l > 0.93 && chromaOf(color) < MAX_CHROMA;

export const isNearlyBlack = (color: Oklab): boolean => color.l < 0.25 && chromaOf(color) < MAX_CHROMA;

function chromaOf({ a, b }: Oklab): number {
  return Math.hypot(a, b);
}
