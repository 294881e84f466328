import { converter, type Oklab } from "culori";
import type { Pixels } from "#src/phash/pixels.js";
import { binKey, MIN_ALPHA, oklabDistance } from "./colors.js";
import type { ToneMap } from "./tones.js";

/** A plate has a single tone along at least this share of its rim, */
const MIN_RIM = 0.75;
/** and fills at least this share of its bounding rectangle. For a disc, this share is 0.79. */
const MIN_FILL = 0.7;

/**
 * The tone of the background, as an entry of the map; 0 if there is none. The background is the most frequent tone on
 * the image's rim. If the rim is transparent, a plate of a single tone, such as a disc, is the background of everything
 * on it.
 *
 * @param pixels with edges
 */
export function findBackground({ width, height, map, tones }: ToneMap, { data }: Pixels): number {
  const rim = new Uint32Array(tones.length + 1);
  for (let x = 0; x < width; x++) for (const at of [x, map.length - 1 - x]) rim[map[at]!]!++;
  for (let y = 0; y < height; y++) for (const at of [y * width, y * width + width - 1]) rim[map[at]!]!++;
  const most = rim.indexOf(Math.max(...rim));
  return most > 0 || tones.length < 2 ? most : findPlate(width, height, map, data, tones.length);
}

function findPlate(width: number, height: number, map: Uint8Array, data: Pixels["data"], tones: number): number {
  const rim = new Uint32Array(tones + 1);
  let [left, right, top, bottom] = [width, -1, height, -1];
  let area = 0;
  let length = 0;
  const isClear = (x: number, y: number): boolean =>
    x < 0 || y < 0 || x === width || y === height || data[(y * width + x) * 4 + 3]! < MIN_ALPHA;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (data[(y * width + x) * 4 + 3]! < MIN_ALPHA) continue;
      area++;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      bottom = y;
      if (!(isClear(x - 1, y) || isClear(x + 1, y) || isClear(x, y - 1) || isClear(x, y + 1))) continue;
      length++;
      rim[map[y * width + x]!]!++;
    }
  }
  const fills = area >= MIN_FILL * (right - left + 1) * (bottom - top + 1);
  const most = rim.indexOf(Math.max(...rim));
  return fills && rim[most]! >= MIN_RIM * length ? most : 0;
}

const toOklab = converter("oklab");

/**
 * A mask of a foreground with a single tone: 1 for its pixels, 0 for background and transparent pixels. Edge pixels
 * belong to the more similar side.
 *
 * @param pixels with edges
 * @param background the background's entry of the map, 0 for none
 * @param tone the foreground's tone
 */
export function maskForeground({ map, tones }: ToneMap, { data }: Pixels, background: number, tone: Oklab): Uint8Array {
  const mask = new Uint8Array(map.length);
  const backgroundColor = tones[background - 1]?.color;
  const known = new Map<number, boolean>();
  const isForeground = (at: number, under: Oklab): boolean => {
    const key = binKey(data[at * 4]!, data[at * 4 + 1]!, data[at * 4 + 2]!);
    let foreground = known.get(key);
    if (foreground === undefined) {
      const [r, g, b] = [data[at * 4]! / 255, data[at * 4 + 1]! / 255, data[at * 4 + 2]! / 255];
      const color = toOklab({ mode: "rgb", r, g, b });
      foreground = oklabDistance(color, tone) < oklabDistance(color, under);
      known.set(key, foreground);
    }
    return foreground;
  };
  for (let at = 0; at < mask.length; at++) {
    if (data[at * 4 + 3]! < MIN_ALPHA) continue;
    if (backgroundColor === undefined) mask[at] = 1;
    else if (map[at] === 0) mask[at] = isForeground(at, backgroundColor) ? 1 : 0;
    else mask[at] = map[at] === background ? 0 : 1;
  }
  return mask;
}
