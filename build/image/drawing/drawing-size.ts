import type { XmlElement } from "@rgrove/parse-xml";
import { MAX_STORED_SIDE, storedSide } from "#src/format/stored-image.js";

/** Pixels per unit of length, for units that don't depend on fonts or the viewport. */
export const PIXELS: Readonly<Record<string, number>> = {
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
};
const LENGTH = /^\s*([+]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(px|pt|pc|in|cm|mm)?\s*$/i;

export interface DrawingSize {
  readonly width: number;
  readonly height: number;
}

/**
 * The size of a drawing in pixels: width and height of its root element, else of its view box. Undefined if neither is
 * given.
 */
export function sizeOfDrawing({ attributes }: XmlElement): DrawingSize | undefined {
  const box = viewBoxOf(attributes.viewBox);
  const width = lengthOf(attributes.width);
  const height = lengthOf(attributes.height);
  if (width !== undefined && height !== undefined) return { width, height };
  if (box === undefined) return undefined;
  if (width !== undefined) return { width, height: (width * box.height) / box.width };
  if (height !== undefined) return { width: (height * box.width) / box.height, height };
  return { width: box.width, height: box.height };
}

/** Pixels of the longer side at which a change of the aspect ratio by less than one pixel does not show. */
const NOTICEABLE = 1024;
/** The longer side of a drawing whose own size has no whole pixels, or too many. */
const SCALED = 4096;

/**
 * The size of a drawing in whole pixels, at most 65,535. One with a view box, which looks the same at any size, gets
 * another size if rounding would show in its aspect ratio.
 */
export function wholeSizeOfDrawing(root: XmlElement): DrawingSize | undefined {
  const size = sizeOfDrawing(root);
  if (size === undefined) return undefined;
  const whole = { width: storedSide(size.width), height: storedSide(size.height) };
  const longer = Math.max(size.width, size.height);
  const shorter = ({ width, height }: DrawingSize): number =>
    (Math.min(width, height) * NOTICEABLE) / Math.max(width, height);
  const isEven = longer <= MAX_STORED_SIDE && Math.abs(shorter(whole) - shorter(size)) < 1;
  if (isEven || viewBoxOf(root.attributes.viewBox) === undefined) return whole;
  return { width: storedSide((size.width * SCALED) / longer), height: storedSide((size.height * SCALED) / longer) };
}

function lengthOf(text: string | undefined): number | undefined {
  const [, number, unit = "px"] = LENGTH.exec(text ?? "") ?? [];
  const length = Number(number) * PIXELS[unit.toLowerCase()]!;
  return length > 0 && Number.isFinite(length) ? length : undefined;
}

/** A rectangle in user units. */
export interface Box extends DrawingSize {
  readonly x: number;
  readonly y: number;
}

/** A view box from its attribute; undefined if it is missing, not valid or empty. */
export function viewBoxOf(text: string | undefined): Box | undefined {
  const numbers = text
    ?.trim()
    .split(/[\s,]+/)
    .map(Number);
  if (numbers?.length !== 4 || !numbers.every(Number.isFinite)) return undefined;
  const [x, y, width, height] = numbers as [number, number, number, number];
  return width > 0 && height > 0 ? { x, y, width, height } : undefined;
}
