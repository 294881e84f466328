import { type Pixels, pixelWords } from "#src/phash/pixels.js";
import { MIN_ALPHA } from "../color-bins.js";
import { channelDistance } from "./channel-distance.js";

/** How far apart, over the three channels together, two neighbours of a pixel are for it to be an edge between them. */
const MIN_CONTRAST = 40;
/** A pixel that differs by less from one of its neighbours is a plain one beside an edge. */
const MIN_DIFFERENCE = 10;

/**
 * A picture whose anti-aliased edges are clear: pixels that lie between their two neighbours, left and right or above and
 * below, in every channel, where these differ plainly. They have colours that nobody painted: pink between red and white. A
 * line of one pixel stays, since both its neighbours are on the same side of it. Where nothing visible would be left, the
 * picture itself.
 *
 * Cost: one pass, four neighbours a pixel that differs from one of them.
 */
export function withoutEdges({ width, height, data }: Pixels): Pixels {
  // Not data.slice(): sharp gives Buffers, whose slices are the same memory.
  const kept = new Uint8Array(data);
  const words = pixelWords(data);
  const keptWords = pixelWords(kept);
  let left = false;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const word = words[at];
      const across = x > 0 && x < width - 1 && (words[at - 1] !== word || words[at + 1] !== word);
      const down = y > 0 && y < height - 1 && (words[at - width] !== word || words[at + width] !== word);
      if ((across && isBetween(data, at, 1)) || (down && isBetween(data, at, width))) keptWords[at] = 0;
      else left ||= data[at * 4 + 3]! >= MIN_ALPHA;
    }
  }
  return left ? { width, height, data: kept } : { width, height, data };
}

function isBetween(data: Pixels["data"], at: number, step: number): boolean {
  const before = at - step;
  const after = at + step;
  if (data[before * 4 + 3]! < MIN_ALPHA || data[after * 4 + 3]! < MIN_ALPHA) return false;
  const contrast = channelDistance(data, before, after);
  if (contrast < MIN_CONTRAST) return false;
  const [toBefore, toAfter] = [channelDistance(data, at, before), channelDistance(data, at, after)];
  // The ways to both add up to the way between them only where each channel lies between.
  return toBefore + toAfter === contrast && Math.min(toBefore, toAfter) >= MIN_DIFFERENCE;
}
