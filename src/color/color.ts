/*
 * Colors by Culori's names for their members. Declared here, so that the declarations of this package need no types of
 * a library.
 */

/** A color in any color space that CSS knows. */
export type Color = Rgb | Oklab | OtherColor;

/** A color in sRGB; channels from 0 to 1. */
export interface Rgb extends Opacity {
  readonly mode: "rgb";
  readonly r: number;
  readonly g: number;
  readonly b: number;
}

/** A color in OKLab; lightness from 0 to 1. */
export interface Oklab extends Opacity {
  readonly mode: "oklab";
  readonly l: number;
  readonly a: number;
  readonly b: number;
}

/** A color to convert, whose channels are of no interest here. */
interface OtherColor extends Opacity {
  readonly mode:
    | "a98"
    | "hsl"
    | "hwb"
    | "lab"
    | "lch"
    | "lrgb"
    | "oklch"
    | "p3"
    | "prophoto"
    | "rec2020"
    | "xyz50"
    | "xyz65";
}

interface Opacity {
  /** From 0 to 1; undefined: opaque. */
  readonly alpha?: number;
}
