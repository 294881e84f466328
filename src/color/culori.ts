import { createRequire } from "node:module";
import type { Color, Oklab } from "./color.js";

/** The functions in use, with our types of colors. */
interface Culori {
  oklab(color: Color | string): Oklab | undefined;
  parse(text: string): Color | undefined;
  formatHex(color: Color): string;
  formatHex8(color: Color): string;
  wcagContrast(one: string, other: string): number;
  interpolate(colors: readonly Color[], mode: string): (place: number) => Color;
}

const require = createRequire(import.meta.url);
let library: Culori | undefined;

/**
 * Loads Culori with the first color, so that a server that is asked for none starts sooner; as CommonJS, which is one
 * file instead of 152 ES modules.
 */
function culori(): Culori {
  library ??= require("culori") as Culori;
  return library;
}

/** A color in OKLab; undefined for a text that is none. */
export function toOklab(color: Color): Oklab;
export function toOklab(color: Color | string): Oklab | undefined;
export function toOklab(color: Color | string): Oklab | undefined {
  return culori().oklab(color);
}

/** Parses a CSS color. @throws Error on some texts that are none; others are undefined */
export function parse(text: string): Color | undefined {
  return culori().parse(text);
}

/** A color as `#rrggbb`. */
export function formatHex(color: Color): string {
  return culori().formatHex(color);
}

/** A color as `#rrggbbaa`. */
export function formatHex8(color: Color): string {
  return culori().formatHex8(color);
}

/** The contrast ratio of two CSS colors, 1 to 21, as WCAG 2 defines it. */
export function wcagContrast(one: string, other: string): number {
  return culori().wcagContrast(one, other);
}

/**
 * A mixture of two colors.
 *
 * @param place from 0, the first, to 1, the second
 * @param mode Culori's name of the color space in which they are mixed
 */
export function mixColors(one: Color, other: Color, place: number, mode: string): Color {
  return culori().interpolate([one, other], mode)(place);
}
