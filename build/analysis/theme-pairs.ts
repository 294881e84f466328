import { toOklab } from "#src/color/culori.js";
import type { Analysis } from "./analysis.js";

/** Two images whose mean lightness in OKLab differs by less are neither light nor dark compared with each other. */
export const LEAST_DIFFERENCE = 0.05;
const LIGHT = /(^|-)light$/;

/** The names of two variants of an icon that are named after their colors. */
export interface ThemePair {
  /** `light` or `NAME-light`. */
  readonly light: string;
  /** `dark` or `NAME-dark`. */
  readonly dark: string;
}

/** The pairs among the names of variants. */
export function themePairs(names: readonly string[]): ThemePair[] {
  const lights = names.filter((name) => LIGHT.test(name));
  const pairs = lights.map((light) => ({ light, dark: light.replace(LIGHT, "$1dark") }));
  return pairs.filter(({ dark }) => names.includes(dark));
}

/** Whether the image in light colors is darker than the one in dark colors. */
export function isReversed(light: Pick<Analysis, "colorPalette">, dark: Pick<Analysis, "colorPalette">): boolean {
  return lightnessOf(dark) - lightnessOf(light) > LEAST_DIFFERENCE;
}

/** The mean lightness of the visible area in OKLab, 0 to 1. */
export function lightnessOf({ colorPalette }: Pick<Analysis, "colorPalette">): number {
  return colorPalette.reduce((sum, { hex, share }) => sum + share * toOklab(hex)!.l, 0);
}
