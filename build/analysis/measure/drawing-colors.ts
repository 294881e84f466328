import type { StoredImage } from "#src/format/stored-image.js";
import { bareTint } from "#src/images/bare-tint.js";
import type { ColorCounts } from "#src/palette/colors.js";

/**
 * The colors of a drawing without its background, and with the tint that it has alone. Undefined if it has no
 * background, or one of its only color. O(colors).
 *
 * @param all of the drawing on its background
 * @param empty number of pixels that show only the background
 */
export function drawingColors(
  all: ColorCounts,
  { background, tint, recolorable }: Pick<StoredImage, "background" | "tint" | "recolorable">,
  empty: number,
): ColorCounts | undefined {
  if (background === undefined) return undefined;
  if (tint !== undefined && recolorable) return only(levelsOf(bareTint(tint, background)));
  const under = levelsOf(background);
  const [from, to] = [tint, tint && bareTint(tint, background)].map((color) => color && levelsOf(color));
  const colors = new Uint8Array(all.colors.length);
  const counts = new Uint32Array(all.size);
  let size = 0;
  for (let at = 0; at < all.size; at++) {
    const color = all.colors.subarray(at * 4, at * 4 + 4);
    const count = all.counts[at]! - (isColor(color, under) ? empty : 0);
    if (count <= 0) continue;
    colors.set(from && to && isColor(color, from) ? to : color, size * 4);
    counts[size++] = count;
  }
  return size === 0 ? undefined : { size, colors: colors.subarray(0, size * 4), counts: counts.subarray(0, size) };
}

function only(levels: Levels): ColorCounts {
  return { size: 1, colors: Uint8Array.of(...levels, 255), counts: Uint32Array.of(1) };
}

type Levels = readonly [red: number, green: number, blue: number];

function levelsOf(hex: string): Levels {
  const number = Number.parseInt(hex.slice(1), 16);
  return [number >> 16, (number >> 8) & 0xff, number & 0xff];
}

function isColor(color: Uint8Array, levels: Levels): boolean {
  return levels.every((level, channel) => color[channel] === level);
}
