import type { Pixels } from "../phash/pixels.js";
import { findColorParts } from "./color-parts.js";
import { SIDE, VISIBLE } from "./find-sign.js";

/** Area of a badge in pixels, at least and at most, */
const BADGE_AREA = [150, 4000] as const;
/** and as a percentage of its bounding box: a disc fills 79 %. */
const BADGE_FILL = [70, 86] as const;
/** Smallest distance of a badge from the image's center lines, doubled. */
const BADGE_ASIDE = 40;

/**
 * The image without the largest disc of one color beside its center, such as a notification badge.
 *
 * @param pixels a square with a side of `SIDE`
 * @returns undefined if there is none
 */
export function removeBadge(pixels: Pixels): Pixels | undefined {
  const badge = findBadge(pixels.data);
  return badge && paintOver(pixels, badge);
}

/** Center and width of a disc, in half pixels. */
interface Disc {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

function findBadge(data: Pixels["data"]): Disc | undefined {
  let largest: (Disc & { readonly area: number }) | undefined;
  for (const { area, left, right, top, bottom } of findColorParts(data)) {
    const [width, height] = [right - left + 1, bottom - top + 1];
    const disc = { x: left + right, y: top + bottom, width: Math.max(width, height), area };
    const aside = Math.min(Math.abs(disc.x - SIDE + 1), Math.abs(disc.y - SIDE + 1));
    const isDisc =
      Math.abs(width - height) <= 3 &&
      100 * area >= BADGE_FILL[0] * width * height &&
      100 * area <= BADGE_FILL[1] * width * height;
    if (!isDisc || area < BADGE_AREA[0] || area > BADGE_AREA[1] || aside < BADGE_ASIDE) continue;
    if (largest === undefined || area > largest.area) largest = disc;
  }
  return largest;
}

/** The image with a disc and its antialiased edge in the most frequent color around. */
function paintOver({ data }: Pixels, { x: centerX, y: centerY, width }: Disc): Pixels {
  const covered: number[] = [];
  const around = new Map<number, [count: number, at: number]>();
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      const square = (2 * x - centerX) ** 2 + (2 * y - centerY) ** 2;
      const at = (y * SIDE + x) * 4;
      if (square <= (width + 5) ** 2) covered.push(at);
      else if (square <= (width + 8) ** 2) {
        const bin =
          data[at + 3]! < VISIBLE ? -1 : ((data[at]! >> 4) << 8) | (data[at + 1]! & 0xf0) | (data[at + 2]! >> 4);
        around.set(bin, [(around.get(bin)?.[0] ?? 0) + 1, at]);
      }
    }
  }
  const [, at] = [...around.values()].reduce((most, bin) => (bin[0] > most[0] ? bin : most), [0, 0]);
  const isClear = data[at + 3]! < VISIBLE;
  const painted = Uint8Array.from(data);
  for (const pixel of covered)
    for (let channel = 0; channel < 4; channel++) painted[pixel + channel] = isClear ? 0 : data[at + channel]!;
  return { width: SIDE, height: SIDE, data: painted };
}
