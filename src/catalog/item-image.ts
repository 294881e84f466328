import { toOklab } from "../color/culori.js";
import { LAB_NEUTRAL, LAB_STEPS, type PaletteTable, shareOf } from "../format/palette-table.js";
import { decodeImageHead } from "../format/stored-image.js";
import { PALETTE_COLORS } from "../palette/palette-size.js";
import type { Backdrop } from "./backdrops.js";

/** How a page can show the image of an icon, as `_image` of a list item. */
export interface ItemImage {
  /** Whether the image is a drawing, so that `.svg` exists. */
  readonly drawing: boolean;
  /** `#rrggbb` that the record puts behind the image. */
  readonly background?: string;
  /** The background that the image itself needs to be visible; absent if it is visible on any. */
  readonly backdrop?: Backdrop;
}

/** Lightness in OKLab below which a color vanishes on a dark page, and above which a pale one vanishes on white. */
const DARK = 0.45;
const LIGHT = 0.93;
/** Chroma in OKLab below which a color is pale. */
const PALE = 0.08;
/**
 * Shares of the image that may vanish. Light parts are often enclosed by darker ones, dark parts rarely by light ones.
 */
const MOST_DARK = 0.25;
/** The same for an image with a background, which dark parts, such as lettering, may be the reason for. */
const MOST_DARK_ON_BACKGROUND = 0.02;
const MOST_LIGHT = 0.6;
/** Lightness below which a pale color is black, as names often are, and the share of them that may vanish. */
const BLACK = 0.32;
const MOST_BLACK = 0.03;
/** Distance in OKLab within which a color of the palette is the background. */
const SAME = 0.05;

/**
 * Describes the image of the icon at `ordinal`. O(1): reads the head of the image and the palette.
 *
 * @param item as stored in the blob `images`
 * @throws FormatError if the item is damaged
 */
export function itemImage(item: Buffer, palettes: PaletteTable, ordinal: number): ItemImage {
  const { kind, background } = decodeImageHead(item);
  const backdrop = backdropOf(palettes, ordinal, background);
  return {
    drawing: kind === "svg",
    ...(background === undefined ? {} : { background }),
    ...(backdrop === undefined ? {} : { backdrop }),
  };
}

/** The backdrop that the colors other than the background need. */
function backdropOf(palettes: PaletteTable, ordinal: number, background: string | undefined): Backdrop | undefined {
  const { l, a, b } = background === undefined ? { l: -1, a: 0, b: 0 } : toOklab(background)!;
  let [all, dark, black, light] = [0, 0, 0, 0];
  for (let at = 0; at < palettes.size(ordinal); at++) {
    const color = palettes.colors[ordinal * PALETTE_COLORS + at]!;
    const lightness = (color & 0xff) / LAB_STEPS;
    const [green, blue] = [axis(color >>> 8), axis(color >>> 16)];
    if (Math.hypot(lightness - l, green - a, blue - b) < SAME) continue;
    const share = shareOf(color);
    all += share;
    const isPale = Math.hypot(green, blue) < PALE;
    if (lightness < DARK) dark += share;
    if (lightness < BLACK && isPale) black += share;
    if (lightness > LIGHT && isPale) light += share;
  }
  if (black > all * MOST_BLACK) return "light";
  if (dark > all * (background === undefined ? MOST_DARK : MOST_DARK_ON_BACKGROUND)) return "light";
  return light > all * MOST_LIGHT ? "dark" : undefined;
}

/** An axis of OKLab from its byte. */
function axis(byte: number): number {
  return ((byte & 0xff) - LAB_NEUTRAL) / LAB_STEPS;
}
