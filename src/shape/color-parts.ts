import type { Pixels } from "../phash/pixels.js";
import { type Box, type Color, levelsApart, SIDE, VISIBLE } from "./find-sign.js";

/** Pixels of a part differ at most by this many levels from its first one. */
const SAME_LEVELS = 12;

/** A connected part of about one color, with its bounding box. */
export interface ColorPart extends Box {
  readonly color: Color;
  /** In pixels. */
  readonly area: number;
}

/** The visible parts of an image, each of about one color. @param data of a square with a side of `SIDE` */
export function* findColorParts(data: Pixels["data"]): Generator<ColorPart> {
  const seen = new Uint8Array(SIDE * SIDE);
  for (let start = 0; start < seen.length; start++) {
    if (seen[start] === 0 && data[start * 4 + 3]! >= VISIBLE) yield fill(data, start, seen);
  }
}

/** Marks the connected pixels of about the first one's color as seen. */
function fill(data: Pixels["data"], start: number, seen: Uint8Array): ColorPart {
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
      if (levelsApart(data, other * 4, color) > SAME_LEVELS) return;
      seen[other] = 1;
      stack.push(other);
    };
    visit(at - 1, x > 0);
    visit(at + 1, x < SIDE - 1);
    visit(at - SIDE, y > 0);
    visit(at + SIDE, y < SIDE - 1);
  }
  return { color, area, left, right, top, bottom };
}
