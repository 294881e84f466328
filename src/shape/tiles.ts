import type { Pixels } from "../phash/pixels.js";
import { type ColorPart, findColorParts } from "./color-parts.js";
import { levelsApart, SIDE } from "./find-sign.js";
import { largestPart } from "./largest-part.js";
import { removeBackground } from "./remove-background.js";
import { enlarge } from "./resample.js";

/** Smallest side of a tile in pixels, */
const LEAST_SIDE = 32;
/** its own color as a percentage of its area, at least, */
const LEAST_FILL = 20;
/** the largest difference of its sides in pixels, */
const MOST_UNEVEN = 3;
/** and the rim to leave out, as a percentage of its side: its rounded corners, in which its surroundings show. */
const RIM = 7;
/** So far from its corners, as a percentage of its side, a rounded square has its color, but a disc does not, */
const CORNER = 11;
/** but for some levels. */
const SAME_LEVELS = 24;
/** An icon with a plate may stand on a tile, as on a home screen. */
const TILES = 2;

/**
 * What stands on the largest tiles of one color in an image, such as in the screenshot of a home screen: each enlarged
 * to fill the square, with its background, then without. The largest tile comes first.
 *
 * @param pixels a square with a side of `SIDE`
 */
export function tilesIn(pixels: Pixels): Pixels[] {
  const tiles = [...findColorParts(pixels.data)]
    .filter((part) => isTile(pixels, part))
    .sort((one, other) => other.area - one.area);
  return tiles.slice(0, TILES).flatMap(({ left, right, top, bottom }) => {
    const shorter = Math.min(right - left, bottom - top);
    const side = shorter - 2 * Math.round((shorter * RIM) / 100);
    const [x, y] = [Math.floor((left + right - side) / 2), Math.floor((top + bottom - side) / 2)];
    const tile = enlarge(pixels, { left: x, right: x + side, top: y, bottom: y + side });
    const bare = removeBackground(tile);
    const part = bare && largestPart(bare);
    return [tile, bare, part].filter((each) => each !== undefined);
  });
}

/** Whether a part is a square, apart from what stands on it, with something around it. */
function isTile({ data }: Pixels, { left, right, top, bottom, area, color }: ColorPart): boolean {
  const [width, height] = [right - left + 1, bottom - top + 1];
  const isInside = left > 0 && top > 0 && right < SIDE - 1 && bottom < SIDE - 1;
  const isSquare = width >= LEAST_SIDE && Math.abs(width - height) <= MOST_UNEVEN;
  if (!isInside || !isSquare || 100 * area < LEAST_FILL * width * height) return false;
  const [across, down] = [Math.round((width * CORNER) / 100), Math.round((height * CORNER) / 100)];
  return [top + down, bottom - down].every((y) =>
    [left + across, right - across].every((x) => levelsApart(data, (y * SIDE + x) * 4, color) <= SAME_LEVELS),
  );
}
