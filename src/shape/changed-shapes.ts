import { findRuns, type Pixels } from "../phash/pixels.js";
import { type Color, findSignOnPlate, SIDE, type Sign, type SignOnPlate, VISIBLE } from "./find-sign.js";
import { describeShape, describeSign } from "./shape-descriptor.js";

/** A descriptor to look an image up by. */
export interface ChangedShape {
  readonly descriptor: Uint8Array;
  /** Bits that are added to its distances, since every further descriptor also comes near icons by chance. */
  readonly addedBits: number;
}

/** Added bits, fitted to the tuning half of the images that `bench/perturbed.mjs` modifies. */
const REPAIRED = 12;
const TURNED = 24;

/** Cells along a side of a descriptor. */
const CELLS = 8;
/** Units in a pixel when resampling. */
const UNITS = 65536;
/** 12 degrees: the descriptor itself finds up to about 8, so this covers 4 to 20. */
const COSINE = 64104;
const SINE = 13626;

/** Pixels of a plate's color differ less from it, in levels. */
const PLATE_LEVELS = 60;
/** Neighbors in a badge differ at most by this many levels from its first pixel. */
const BADGE_LEVELS = 12;
/** Area of a badge in pixels, at least and at most, */
const BADGE_AREA = [150, 4000] as const;
/** and as a percentage of its bounding box: a disc fills 79 %. */
const BADGE_FILL = [70, 86] as const;
/** Smallest distance of a badge from the image's center lines, doubled. */
const BADGE_ASIDE = 40;

/**
 * The descriptors of an image and of what it may have been made from: without a badge, without a plate of any form or
 * a second plate, turned by 12 and by 90 degrees, mirrored. An icon is as near as the nearest of them with its added
 * bits.
 *
 * @param pixels a square with a side of 128
 * @returns the image's own descriptor first; empty if it shows no edges
 * Cost: about 10 ms.
 */
export function describeChanges(pixels: Pixels): readonly ChangedShape[] {
  const own = describeShape(pixels);
  if (own === undefined) return [];
  const repaired = [
    describeWithoutBadge(pixels),
    describeOnPlate(pixels),
    describeOnSecondPlate(pixels),
    describeShape(rotate(pixels, SINE)),
    describeShape(rotate(pixels, -SINE)),
  ];
  const quarter = turnDescriptor(own);
  const half = turnDescriptor(quarter);
  const turned = [mirrorDescriptor(own), quarter, half, turnDescriptor(half)];
  const found: ChangedShape[] = [{ descriptor: own, addedBits: 0 }];
  const add = (descriptor: Uint8Array | undefined, addedBits: number): void => {
    if (descriptor === undefined || found.some((other) => areEqual(other.descriptor, descriptor))) return;
    found.push({ descriptor, addedBits });
  };
  for (const descriptor of repaired) add(descriptor, REPAIRED);
  for (const descriptor of turned) add(descriptor, TURNED);
  return found;
}

/** The descriptor of the mirrored image, but for rounding. */
export function mirrorDescriptor(descriptor: Uint8Array): Uint8Array {
  // Falling and rising edges change places.
  const swap = (byte: number): number => (byte & 0xaa) | ((byte & 0x44) >> 2) | ((byte & 0x11) << 2);
  return descriptor.map((_, at) => swap(descriptor[at - (at % CELLS) + CELLS - 1 - (at % CELLS)]!));
}

/** The descriptor of the image turned clockwise by 90 degrees, but for rounding. */
export function turnDescriptor(descriptor: Uint8Array): Uint8Array {
  // Vertical and horizontal edges change places, so do falling and rising ones.
  const swap = (byte: number): number => ((byte & 0xcc) >> 2) | ((byte & 0x33) << 2);
  return descriptor.map((_, at) => {
    const [row, column] = [Math.floor(at / CELLS), at % CELLS];
    return swap(descriptor[(CELLS - 1 - column) * CELLS + row]!);
  });
}

function areEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.every((byte, at) => byte === other[at]);
}

/** What stands on a plate of any form. */
function describeOnPlate(pixels: Pixels): Uint8Array | undefined {
  const runs = findRuns(pixels);
  const sign = findSignOnPlate(pixels, runs, true);
  return sign && describeSign(pixels, runs, sign);
}

/** What stands on a plate that stands on a plate. */
function describeOnSecondPlate(pixels: Pixels): Uint8Array | undefined {
  const sign = findSignOnPlate(pixels, findRuns(pixels), false);
  return sign && describeOnPlate(cutOut(pixels, sign));
}

/** The sign on a plate, filling the square, without the color of the plate. */
function cutOut(pixels: Pixels, sign: SignOnPlate): Pixels {
  const { left, right, top, bottom } = sign;
  const [width, height] = [right - left + 1, bottom - top + 1];
  const step = Math.floor((UNITS * Math.max(width, height)) / SIDE);
  const startOf = (from: number, size: number): number =>
    UNITS * from + Math.floor((UNITS * size - SIDE * step + step - UNITS) / 2);
  const cut = resample(pixels, { left: startOf(left, width), top: startOf(top, height), along: step, across: 0 }, sign);
  const { data } = cut;
  for (let at = 0; at < data.length; at += 4) if (differenceOf(data, at, sign.color) < PLATE_LEVELS) data[at + 3] = 0;
  return cut;
}

/** The image turned about its center. @param sine of the angle, in units; its cosine is `COSINE` */
function rotate(pixels: Pixels, sine: number): Pixels {
  const half = (SIDE - 1) / 2;
  const grid = {
    left: half * (UNITS - COSINE - sine),
    top: half * (UNITS - COSINE + sine),
    along: COSINE,
    across: sine,
  };
  return resample(pixels, grid, { left: 0, right: SIDE - 1, top: 0, bottom: SIDE - 1 });
}

/** Where samples are taken, in units: the first one, and the step from one to the next, along a row and across it. */
interface Grid {
  readonly left: number;
  readonly top: number;
  readonly along: number;
  readonly across: number;
}

/** Samples an image between its nearest four pixels. What is outside the box is transparent. */
function resample({ data }: Pixels, grid: Grid, box: Omit<Sign, "ground">): Pixels & { data: Uint8Array } {
  const into = new Uint8Array(SIDE * SIDE * 4);
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      const fromX = grid.left + x * grid.along + y * grid.across;
      const fromY = grid.top + y * grid.along - x * grid.across;
      const [pixelX, pixelY] = [Math.floor(fromX / UNITS), Math.floor(fromY / UNITS)];
      // In 256ths, so that sums of products stay integers.
      const [partX, partY] = [((fromX - pixelX * UNITS) >> 8) & 255, ((fromY - pixelY * UNITS) >> 8) & 255];
      let [opaque, red, green, blue] = [0, 0, 0, 0];
      for (let corner = 0; corner < 4; corner++) {
        const right = corner & 1;
        const below = corner >> 1;
        const sourceX = pixelX + right;
        const sourceY = pixelY + below;
        if (sourceX < box.left || sourceX > box.right || sourceY < box.top || sourceY > box.bottom) continue;
        const at = (sourceY * SIDE + sourceX) * 4;
        const weight = data[at + 3]! * (right ? partX : 256 - partX) * (below ? partY : 256 - partY);
        opaque += weight;
        red += weight * data[at]!;
        green += weight * data[at + 1]!;
        blue += weight * data[at + 2]!;
      }
      if (opaque === 0) continue;
      const to = (y * SIDE + x) * 4;
      into[to] = Math.round(red / opaque);
      into[to + 1] = Math.round(green / opaque);
      into[to + 2] = Math.round(blue / opaque);
      into[to + 3] = Math.round(opaque / UNITS);
    }
  }
  return { width: SIDE, height: SIDE, data: into };
}

/** The image without the largest disc of one color beside its center, such as a notification badge. */
function describeWithoutBadge(pixels: Pixels): Uint8Array | undefined {
  const badge = findBadge(pixels.data);
  return badge && describeShape(paintOver(pixels, badge));
}

/** Center and width of a disc, in half pixels. */
interface Disc {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

function findBadge(data: Pixels["data"]): Disc | undefined {
  const seen = new Uint8Array(SIDE * SIDE);
  let largest: (Disc & { readonly area: number }) | undefined;
  for (let start = 0; start < seen.length; start++) {
    if (seen[start] === 1 || data[start * 4 + 3]! < VISIBLE) continue;
    const { area, left, right, top, bottom } = fill(data, start, seen);
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

/** Marks the connected pixels of about one color as seen. */
function fill(data: Pixels["data"], start: number, seen: Uint8Array): Omit<Sign, "ground"> & { readonly area: number } {
  const color: Color = [data[start * 4]!, data[start * 4 + 1]!, data[start * 4 + 2]!];
  const stack = [start];
  seen[start] = 1;
  let [area, left, right, top, bottom] = [0, SIDE, -1, SIDE, -1];
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    const [x, y] = [at % SIDE, Math.floor(at / SIDE)];
    area++;
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
    const visit = (other: number, exists: boolean): void => {
      if (!exists || seen[other] === 1 || data[other * 4 + 3]! < VISIBLE) return;
      if (differenceOf(data, other * 4, color) > BADGE_LEVELS) return;
      seen[other] = 1;
      stack.push(other);
    };
    visit(at - 1, x > 0);
    visit(at + 1, x < SIDE - 1);
    visit(at - SIDE, y > 0);
    visit(at + SIDE, y < SIDE - 1);
  }
  return { area, left, right, top, bottom };
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

function differenceOf(data: Pixels["data"], at: number, [red, green, blue]: Color): number {
  return Math.max(Math.abs(data[at]! - red), Math.abs(data[at + 1]! - green), Math.abs(data[at + 2]! - blue));
}
