import { type RunPixels, withRuns } from "../phash/pixels.js";
import { removeBackground } from "./remove-background.js";
import { tilesIn } from "./tiles.js";

/**
 * The images whose looks an image is compared by: itself; without its background, if it has one; and what stands on its
 * tiles, if it is a screenshot.
 *
 * @param square with a side of `SIDE`
 * @returns at most eight
 */
export function iconsIn(square: RunPixels): readonly RunPixels[] {
  const bare = removeBackground(square);
  return [square, ...(bare === undefined ? [] : [withRuns(bare)]), ...tilesIn(square).map((tile) => withRuns(tile))];
}
