import { findRuns, type Pixels } from "../phash/pixels.js";
import { findSign, findSignOnPlate, levelsApart, SIDE, type SignOnPlate } from "./find-sign.js";
import { moveBack } from "./move-back.js";
import { removeBackground } from "./remove-background.js";
import { removeBadge } from "./remove-badge.js";
import { enlarge, resample, UNITS } from "./resample.js";
import { describeShape, describeSign } from "./shape-descriptor.js";
import { tilesIn } from "./tiles.js";

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
/** 12 degrees: the descriptor itself finds up to about 8, so this covers 4 to 20. */
const COSINE = 64104;
const SINE = 13626;

/** Pixels that are missing at the edges of an image of which 12 % were cut off, */
const CROPPED = 9;
/** and how far from an edge a cut sign ends, at most. */
const TOUCHING = 1;

/** Pixels of a plate's color differ less from it, in levels. */
const PLATE_LEVELS = 60;

/**
 * The descriptors of an image and of what it may have been made from: without a background, a badge, a plate of any
 * form, a second plate or a tile, moved back, not cropped, turned by 12 and by 90 degrees, mirrored. An icon is as near as the
 * nearest of them with its added bits.
 *
 * @param pixels a square with a side of 128
 * @returns the image's own descriptor first; empty if it shows no edges
 * Cost: about 10 ms.
 */
export function describeChanges(pixels: Pixels): readonly ChangedShape[] {
  const own = describeShape(pixels);
  if (own === undefined) return [];
  const repaired = [
    describeIfAny(removeBadge(pixels)),
    describeOnPlate(pixels),
    describeOnSecondPlate(pixels),
    ...tilesIn(pixels).map((tile) => describeShape(tile)),
    describeCropped(pixels),
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
  add(describeIfAny(removeBackground(pixels)), 0);
  add(describeMovedBack(pixels), 0);
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

function describeIfAny(pixels: Pixels | undefined): Uint8Array | undefined {
  return pixels && describeShape(pixels);
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

/** The image moved back, as wide as if what was moved out of it were still there. */
function describeMovedBack(pixels: Pixels): Uint8Array | undefined {
  const moved = moveBack(pixels);
  if (moved === undefined) return undefined;
  const { right, down } = moved;
  const runs = findRuns(moved.pixels);
  const sign = findSign(moved.pixels, runs);
  if (sign === undefined) return undefined;
  const last = SIDE - 1;
  const wide = {
    ground: sign.ground,
    left: right < 0 && sign.left <= TOUCHING - right ? 0 : sign.left,
    right: right > 0 && sign.right >= last - right - TOUCHING ? last : sign.right,
    top: down < 0 && sign.top <= TOUCHING - down ? 0 : sign.top,
    bottom: down > 0 && sign.bottom >= last - down - TOUCHING ? last : sign.bottom,
  };
  return describeSign(moved.pixels, runs, wide);
}

/** The sign with as much around it as `CROPPED`, where it touches the edge of the image. */
function describeCropped(pixels: Pixels): Uint8Array | undefined {
  const runs = findRuns(pixels);
  const sign = findSign(pixels, runs);
  if (sign === undefined) return undefined;
  const wide = {
    ground: sign.ground,
    left: sign.left <= TOUCHING ? sign.left - CROPPED : sign.left,
    right: sign.right >= SIDE - 1 - TOUCHING ? sign.right + CROPPED : sign.right,
    top: sign.top <= TOUCHING ? sign.top - CROPPED : sign.top,
    bottom: sign.bottom >= SIDE - 1 - TOUCHING ? sign.bottom + CROPPED : sign.bottom,
  };
  return describeSign(pixels, runs, wide);
}

/** The sign on a plate, filling the square, without the color of the plate. */
function cutOut(pixels: Pixels, sign: SignOnPlate): Pixels {
  const cut = enlarge(pixels, sign);
  const { data } = cut;
  for (let at = 0; at < data.length; at += 4) if (levelsApart(data, at, sign.color) < PLATE_LEVELS) data[at + 3] = 0;
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
