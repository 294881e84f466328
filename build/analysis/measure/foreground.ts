import type { Oklab } from "#src/color/color.js";
import { toOklab } from "#src/color/culori.js";
import { binKey, MIN_ALPHA, oklabDistance } from "#src/palette/colors.js";
import type { RunPixels } from "#src/phash/pixels.js";
import { type Mask, MaskWriter } from "./mask.js";
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
 * @param image with edges
 */
export function findBackground(toneMap: ToneMap, image: RunPixels): number {
  const { width, map, tones } = toneMap;
  const rim = new Uint32Array(tones.length + 1);
  for (let x = 0; x < width; x++) {
    rim[map[x]!]!++;
    rim[map[map.length - 1 - x]!]!++;
  }
  for (let at = 0; at < map.length; at += width) {
    rim[map[at]!]!++;
    rim[map[at + width - 1]!]!++;
  }
  const most = rim.indexOf(Math.max(...rim));
  return most > 0 || tones.length < 2 || !isCompact(image) ? most : findPlate(toneMap, image);
}

/** Whether the visible part fills its bounding rectangle like a plate. */
function isCompact({ width, height, data, runs: { starts, rows } }: RunPixels): boolean {
  let [left, right, top, bottom] = [width, -1, height, -1];
  let area = 0;
  for (let y = 0; y < height; y++) {
    for (let run = rows[y]!; run < rows[y + 1]!; run++) {
      const start = starts[run]!;
      if (data[start * 4 + 3]! < MIN_ALPHA) continue;
      const from = start - y * width;
      const to = run + 1 < rows[y + 1]! ? starts[run + 1]! - y * width : width;
      area += to - from;
      if (from < left) left = from;
      if (to - 1 > right) right = to - 1;
      if (y < top) top = y;
      bottom = y;
    }
  }
  return area >= MIN_FILL * (right - left + 1) * (bottom - top + 1);
}

/** The tone of most of the visible part's rim, if there is one. */
function findPlate({ width, height, map, tones }: ToneMap, { data, runs: { starts, rows } }: RunPixels): number {
  const rim = new Uint32Array(tones.length + 1);
  let length = 0;
  const isClear = (at: number): boolean => data[at * 4 + 3]! < MIN_ALPHA;
  for (let y = 0; y < height; y++) {
    const row = y * width;
    const isOuter = y === 0 || y === height - 1;
    for (let run = rows[y]!; run < rows[y + 1]!; run++) {
      const start = starts[run]!;
      if (isClear(start)) continue;
      const end = run + 1 < rows[y + 1]! ? starts[run + 1]! : row + width;
      for (let at = start; at < end; at++) {
        const isRim =
          isOuter ||
          (at === start && (at === row || isClear(at - 1))) ||
          (at + 1 === end && (end === row + width || isClear(end))) ||
          isClear(at - width) ||
          isClear(at + width);
        if (!isRim) continue;
        length++;
        rim[map[at]!]!++;
      }
    }
  }
  const most = rim.indexOf(Math.max(...rim));
  return rim[most]! >= MIN_RIM * length ? most : 0;
}

/**
 * A mask of a foreground with a single tone, without background and transparent pixels. Edge pixels belong to the more
 * similar side. Cost: a step for each run, or with a background for each visible pixel; a conversion to OKLab for each
 * color of edges.
 *
 * @param image with edges
 * @param background the background's entry of the map, 0 for none
 * @param tone the foreground's tone
 */
export function maskForeground(
  { map, tones }: ToneMap,
  { width, height, data, runs: { starts, rows } }: RunPixels,
  background: number,
  tone: Oklab,
): Mask {
  const mask = new MaskWriter(width, height);
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
  for (let y = 0; y < height; y++) {
    mask.startRow();
    for (let run = rows[y]!; run < rows[y + 1]!; run++) {
      const start = starts[run]!;
      if (data[start * 4 + 3]! < MIN_ALPHA) continue;
      const end = run + 1 < rows[y + 1]! ? starts[run + 1]! : (y + 1) * width;
      if (backgroundColor === undefined) mask.add(start, end);
      else {
        for (let at = start, next = start; at < end; at = next) {
          const entry = map[at];
          while (next < end && map[next] === entry) next++;
          if (entry === 0 ? isForeground(at, backgroundColor) : entry !== background) mask.add(at, next);
        }
      }
    }
  }
  return mask.finish();
}
