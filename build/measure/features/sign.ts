import { converter, type Oklab } from "culori";
import type { Pixels } from "#src/phash/pixels.js";
import { binKey, MIN_ALPHA } from "../color-bins.js";
import { oklabDistance } from "../oklab-distance.js";
import type { ToneMap } from "./tone-map.js";

const toOklab = converter("oklab");

/**
 * The pixels of a sign that has one tone: 1 for each, 0 for the ground and what is clear. A pixel of the edge belongs to
 * whichever it looks more like.
 *
 * @param pixels with edges
 * @param ground the ground's number in the map, 0 for none
 * @param tone the sign's tone
 */
export function maskSign({ map, tones }: ToneMap, { data }: Pixels, ground: number, tone: Oklab): Uint8Array {
  const mask = new Uint8Array(map.length);
  const groundColor = tones[ground - 1]?.color;
  const known = new Map<number, boolean>();
  const isSign = (at: number, under: Oklab): boolean => {
    const key = binKey(data[at * 4]!, data[at * 4 + 1]!, data[at * 4 + 2]!);
    let sign = known.get(key);
    if (sign === undefined) {
      const [r, g, b] = [data[at * 4]! / 255, data[at * 4 + 1]! / 255, data[at * 4 + 2]! / 255];
      const color = toOklab({ mode: "rgb", r, g, b });
      sign = oklabDistance(color, tone) < oklabDistance(color, under);
      known.set(key, sign);
    }
    return sign;
  };
  for (let at = 0; at < mask.length; at++) {
    if (data[at * 4 + 3]! < MIN_ALPHA) continue;
    if (groundColor === undefined) mask[at] = 1;
    else if (map[at] === 0) mask[at] = isSign(at, groundColor) ? 1 : 0;
    else mask[at] = map[at] === ground ? 0 : 1;
  }
  return mask;
}
