import type { ToneMap } from "./tone-map.js";

/** Smaller ones, in pixels, are dots that nobody counts. */
const MIN_AREA = 16;

/** How many connected areas of one tone a picture has: those a person could count. Cost: each pixel is visited once. */
export function countRegions({ width, height, map }: ToneMap): number {
  const seen = new Uint8Array(map.length);
  const open = new Int32Array(map.length);
  let regions = 0;
  let waiting = 0;
  let tone = 0;
  const visit = (at: number): void => {
    if (map[at] !== tone || seen[at] === 1) return;
    seen[at] = 1;
    open[waiting++] = at;
  };
  for (let start = 0; start < map.length; start++) {
    if (map[start] === 0 || seen[start] === 1) continue;
    tone = map[start]!;
    let area = 0;
    visit(start);
    while (waiting > 0) {
      const at = open[--waiting]!;
      const x = at % width;
      area++;
      if (x > 0) visit(at - 1);
      if (x < width - 1) visit(at + 1);
      if (at >= width) visit(at - width);
      if (at < width * (height - 1)) visit(at + width);
    }
    if (area >= MIN_AREA) regions++;
  }
  return regions;
}
