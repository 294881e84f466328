import type { Oklab } from "culori";
import type { Shape } from "#build/analysis/measure/shape.js";
import type { ToneMap } from "#build/analysis/measure/tones.js";
import { toOklab } from "#src/color/culori.js";
import { binKey, MIN_ALPHA, oklabDistance } from "#src/palette/colors.js";
import type { Pixels } from "#src/phash/pixels.js";

// Naive measurements, one pixel at a time. The build's measurements, which visit runs, must be equal to the last bit.

type Pixel = readonly [red: number, green: number, blue: number, alpha: number];

const CLEAR: Pixel = [0, 0, 0, 0];

function pixelAt({ width, height, data }: Pixels, x: number, y: number): Pixel | undefined {
  if (x < 0 || y < 0 || x >= width || y >= height) return undefined;
  const at = (y * width + x) * 4;
  return [data[at]!, data[at + 1]!, data[at + 2]!, data[at + 3]!];
}

function* places({ width, height }: Pixels, stride = 1): Generator<readonly [x: number, y: number]> {
  for (let y = 0; y < height; y += stride) for (let x = 0; x < width; x += stride) yield [x, y];
}

function distance(one: Pixel, other: Pixel): number {
  return Math.abs(one[0] - other[0]) + Math.abs(one[1] - other[1]) + Math.abs(one[2] - other[2]);
}

const isVisible = (pixel: Pixel | undefined): pixel is Pixel => pixel !== undefined && pixel[3] >= MIN_ALPHA;
const isOpaque = (pixel: Pixel | undefined): pixel is Pixel => pixel !== undefined && pixel[3] >= 250;

/** The bytes of the image without its edges. */
export function naiveWithoutEdges(image: Pixels): number[] {
  const isEdge = (x: number, y: number, dx: number, dy: number): boolean => {
    const pixel = pixelAt(image, x, y)!;
    const before = pixelAt(image, x - dx, y - dy);
    const after = pixelAt(image, x + dx, y + dy);
    if (!isVisible(before) || !isVisible(after)) return false;
    const contrast = distance(before, after);
    const parts = [distance(pixel, before), distance(pixel, after)] as const;
    return contrast >= 40 && parts[0] + parts[1] === contrast && Math.min(...parts) >= 10;
  };
  const kept = [...places(image)].map(([x, y]) =>
    isEdge(x, y, 1, 0) || isEdge(x, y, 0, 1) ? CLEAR : pixelAt(image, x, y)!,
  );
  return kept.some(isVisible) ? kept.flat() : [...image.data];
}

export function naiveEdgeShare(image: Pixels): number {
  return shareOfOpaque(image, (pixel, x, y) =>
    [pixelAt(image, x + 1, y), pixelAt(image, x, y + 1)].some((next) => isOpaque(next) && distance(pixel, next) >= 60),
  );
}

export function naiveSlopeShare(image: Pixels): number {
  return shareOfOpaque(image, (pixel, x, y) =>
    [4, 12].some((reach) =>
      [[1, 0] as const, [0, 1] as const].some(([dx, dy]) => {
        const end = pixelAt(image, x + reach * dx, y + reach * dy);
        if (!isOpaque(end)) return false;
        const middle = pixelAt(image, x + (reach / 2) * dx, y + (reach / 2) * dy)!;
        const rise = distance(pixel, end);
        return rise >= 7 && rise <= 120 && Math.max(distance(pixel, middle), distance(middle, end)) <= rise * 0.75 + 1;
      }),
    ),
  );
}

/** The share among every second opaque pixel of every second row. */
function shareOfOpaque(image: Pixels, counts: (pixel: Pixel, x: number, y: number) => boolean): number {
  const opaque = [...places(image, 2)].filter(([x, y]) => isOpaque(pixelAt(image, x, y)));
  const counted = opaque.filter(([x, y]) => counts(pixelAt(image, x, y)!, x, y));
  return opaque.length === 0 ? 0 : counted.length / opaque.length;
}

export function naiveShape(image: Pixels): Shape {
  const { width: side } = image;
  const levelOf = ([, green, , alpha]: Pixel): number => (alpha * (255 + green)) / 255;
  const seen = [...places(image)].filter(([x, y]) => pixelAt(image, x, y)![3] >= 16);
  const levels = [...places(image)].map(([x, y]) => levelOf(pixelAt(image, x, y)!));
  const steps = [...places(image)].flatMap(([x, y]) =>
    [pixelAt(image, x + 1, y), pixelAt(image, x, y + 1)]
      .filter((next) => next !== undefined)
      .map((next) => Math.abs(levelOf(next) - levelOf(pixelAt(image, x, y)!))),
  );
  const extent = (axis: 0 | 1): number => {
    const lengths = seen.map((place) => place[axis]);
    return seen.length === 0 ? 0 : Math.max(...lengths) - Math.min(...lengths) + 1;
  };
  const range = Math.max(...levels) - Math.min(...levels);
  return {
    cover: seen.length / side ** 2,
    width: extent(0) / side,
    height: extent(1) / side,
    sharpness: range === 0 ? 0 : Math.max(...steps) / range,
  };
}

/** The most frequent tone of these pixels, and its count. */
function tonesOf({ tones, map }: ToneMap, at: readonly number[]): { readonly most: number; readonly count: number } {
  const counts = Array<number>(tones.length + 1).fill(0);
  for (const place of at) counts[map[place]!]!++;
  const count = Math.max(...counts);
  return { most: counts.indexOf(count), count };
}

export function naiveBackground(toneMap: ToneMap, image: Pixels): number {
  const { width, height } = image;
  const rows = Array.from({ length: height }, (_, y) => [y * width, y * width + width - 1]);
  const columns = Array.from({ length: width }, (_, x) => [x, (height - 1) * width + x]);
  const { most } = tonesOf(toneMap, [...rows, ...columns].flat());
  if (most > 0 || toneMap.tones.length < 2) return most;
  const visible = [...places(image)].filter(([x, y]) => isVisible(pixelAt(image, x, y)));
  if (visible.length === 0) return 0;
  const rim = visible.filter(
    ([x, y]) =>
      !(
        isVisible(pixelAt(image, x - 1, y)) &&
        isVisible(pixelAt(image, x + 1, y)) &&
        isVisible(pixelAt(image, x, y - 1)) &&
        isVisible(pixelAt(image, x, y + 1))
      ),
  );
  const extent = (axis: 0 | 1): number => {
    const lengths = visible.map((place) => place[axis]);
    return Math.max(...lengths) - Math.min(...lengths) + 1;
  };
  const plate = tonesOf(
    toneMap,
    rim.map(([x, y]) => y * width + x),
  );
  const fills = visible.length >= 0.7 * extent(0) * extent(1);
  return fills && plate.count >= 0.75 * rim.length ? plate.most : 0;
}

export function naiveMask({ map, tones }: ToneMap, image: Pixels, background: number, tone: Oklab): number[] {
  const under = tones[background - 1]?.color;
  // The first color of a bin decides for the whole bin.
  const known = new Map<number, boolean>();
  return [...places(image)].map(([x, y]) => {
    const pixel = pixelAt(image, x, y)!;
    const own = map[y * image.width + x]!;
    if (!isVisible(pixel)) return 0;
    if (under === undefined) return 1;
    if (own !== 0) return own === background ? 0 : 1;
    const [red, green, blue] = pixel;
    const key = binKey(red, green, blue);
    const color = toOklab({ mode: "rgb", r: red / 255, g: green / 255, b: blue / 255 });
    if (!known.has(key)) known.set(key, oklabDistance(color, tone) < oklabDistance(color, under));
    return known.get(key) ? 1 : 0;
  });
}

/** Joins neighbors of the same tone until nothing changes, and counts regions of at least 16 pixels. */
export function naiveRegions(width: number, map: Uint8Array): number {
  const names = Int32Array.from(map, (tone, at) => (tone === 0 ? -1 : at));
  for (let changed = true; changed; ) {
    changed = false;
    for (let at = 0; at < map.length; at++) {
      for (const next of [at % width === width - 1 ? -1 : at + 1, at + width]) {
        if (next < 0 || next >= map.length || map[next] !== map[at] || names[next] === names[at]) continue;
        names[at] = names[next] = Math.min(names[at]!, names[next]!);
        changed = true;
      }
    }
  }
  const areas = new Map<number, number>();
  for (const name of names) if (name >= 0) areas.set(name, (areas.get(name) ?? 0) + 1);
  return [...areas.values()].filter((area) => area >= 16).length;
}

/** By distances that are lowered until none is more than a step above a neighbor's. */
export function naiveStrokeWidth(mask: Uint8Array, width: number): number | undefined {
  const height = mask.length / width;
  const inside = [...mask.keys()]
    .filter((at) => mask[at] === 1)
    .map((at) => [at % width, Math.floor(at / width)] as const);
  if (inside.length === 0) return undefined;
  const distances = inside.map(() => Number.POSITIVE_INFINITY);
  const numbers = new Map(inside.map(([x, y], number) => [y * width + x, number]));
  const at = (x: number, y: number): number => {
    const number = x < 0 || x >= width || y < 0 || y >= height ? undefined : numbers.get(y * width + x);
    return number === undefined ? 0 : distances[number]!;
  };
  for (let changed = true; changed; ) {
    changed = false;
    for (const [number, [x, y]] of inside.entries()) {
      const sides = [at(x - 1, y), at(x + 1, y), at(x, y - 1), at(x, y + 1)].map((side) => side + 5);
      const corners = [at(x - 1, y - 1), at(x + 1, y - 1), at(x - 1, y + 1), at(x + 1, y + 1)].map(
        (corner) => corner + 7,
      );
      const least = Math.min(...sides, ...corners);
      if (least >= distances[number]!) continue;
      distances[number] = least;
      changed = true;
    }
  }
  const centers = inside
    .filter(([x, y]) => [at(x - 1, y), at(x + 1, y), at(x, y - 1), at(x, y + 1)].every((other) => other <= at(x, y)))
    .map(([x, y]) => at(x, y))
    .sort((a, b) => a - b);
  const extent = (axis: 0 | 1): number => {
    const lengths = inside.map((place) => place[axis]);
    return Math.max(...lengths) - Math.min(...lengths) + 1;
  };
  return (2 * centers[Math.floor(0.9 * centers.length)]!) / 5 / Math.min(extent(0), extent(1));
}

/** Spreads the outside from the rim until nothing changes. */
export function naiveEnclosedShare(mask: Uint8Array, width: number): number {
  const outside = new Set<number>();
  for (let changed = true; changed; ) {
    changed = false;
    for (const [at, value] of mask.entries()) {
      if (value === 1 || outside.has(at)) continue;
      const around = [
        at - width,
        at + width,
        ...(at % width > 0 ? [at - 1] : []),
        ...((at + 1) % width > 0 ? [at + 1] : []),
      ];
      const onRim = around.length < 4 || around.some((next) => next < 0 || next >= mask.length);
      if (!onRim && !around.some((next) => outside.has(next))) continue;
      outside.add(at);
      changed = true;
    }
  }
  const foreground = mask.filter((value) => value === 1).length;
  return foreground === 0 ? 0 : (mask.length - foreground - outside.size) / foreground;
}
