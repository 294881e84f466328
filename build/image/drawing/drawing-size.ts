import type { XmlElement } from "@rgrove/parse-xml";

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
