import ansiEscapes from "ansi-escapes";
import stringWidth from "string-width";
import type { Pixels } from "../../src/phash/pixels.js";
import { parseRgb, type Rgb } from "../terminal/color.js";
import { escapeControls, forTerminal, paint } from "../terminal/output.js";

const LETTERS = new Intl.Segmenter();

/** The explorer page's background for dark drawings, and its counterpart. */
const LIGHT = parseRgb("#e6e9ef");
const DARK = parseRgb("#30343b");
/** Up to this difference in brightness, 0 to 255, a color can hardly be distinguished from the background. */
const ALIKE = 48;

/** The space for images next to their text. */
export interface Area {
  readonly columns: number;
  /** Number of whole rows. */
  readonly rows: number;
}

/** An image as output for the terminal: each row of text follows the row of the same number. */
export interface Painting {
  /** Printed first, at the beginning of a line, where it leaves the cursor. */
  readonly before: string;
  /** Each as wide as the area; there may be one more or one less than the area's rows. */
  readonly rows: readonly string[];
}

/**
 * An image that the terminal draws over its cells. Empty lines come first, since scrolling meanwhile would move the
 * image but not the saved cursor position.
 *
 * @param sequence draws the image with its upper left corner at the cursor
 */
export function overlay(sequence: string, { columns, rows }: Area): Painting {
  const lines = rows + 1;
  const { cursorUp, cursorForward, cursorSavePosition, cursorRestorePosition } = ansiEscapes;
  const before = `${"\n".repeat(lines)}${cursorUp(lines)}${cursorSavePosition}${sequence}${cursorRestorePosition}`;
  return { before, rows: Array(rows).fill(cursorForward(columns)) };
}

/** The placeholder for a missing image: a frame of the same size with the icon's first letter. */
export function placeholder(name: string, { columns, rows }: Area): Painting {
  const inside = columns - 2;
  const [first] = LETTERS.segment(name);
  const wanted = escapeControls(first?.segment.toUpperCase() ?? "");
  const letter = stringWidth(wanted) <= inside ? wanted : "";
  const left = Math.max(0, (inside - stringWidth(letter)) >> 1);
  const middle = `${" ".repeat(left)}${letter}${" ".repeat(Math.max(0, inside - left - stringWidth(letter)))}`;
  const between = Array.from({ length: rows - 2 }, (_, row) =>
    row === (rows - 2) >> 1 ? `│${middle}│` : `│${" ".repeat(inside)}│`,
  );
  const lines = [`╭${"─".repeat(inside)}╮`, ...between, `╰${"─".repeat(inside)}╯`];
  return { before: "", rows: lines.map((line) => forTerminal(paint("dim", line))) };
}

/**
 * Puts a drawing on a plain tile if most of it would be invisible on the terminal's background, such as a black one on
 * black. Other drawings stay unchanged.
 */
export function layOnTile(pixels: Pixels, ground: Rgb): Pixels {
  if (!isLost(pixels.data, ground)) return pixels;
  const tile = brightness(ground) < 128 ? LIGHT : DARK;
  const data = new Uint8Array(pixels.data.length);
  for (let at = 0; at < data.length; at += 4) {
    const alpha = pixels.data[at + 3]!;
    for (let channel = 0; channel < 3; channel++)
      data[at + channel] = Math.round((pixels.data[at + channel]! * alpha + tile[channel]! * (255 - alpha)) / 255);
    data[at + 3] = 255;
  }
  return { ...pixels, data };
}

/** Whether the image has transparent parts and most of the rest is about as bright as the background. */
function isLost(data: Pixels["data"], ground: Rgb): boolean {
  const behind = brightness(ground);
  let seen = 0;
  let alike = 0;
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3]!;
    seen += alpha;
    if (Math.abs(brightness([data[at]!, data[at + 1]!, data[at + 2]!]) - behind) < ALIKE) alike += alpha;
  }
  const isWhole = seen > (data.length / 4) * 255 * 0.98;
  return !isWhole && alike > seen / 2;
}

/** Luma by ITU-R BT.601. */
function brightness([red, green, blue]: Rgb): number {
  return 0.299 * red + 0.587 * green + 0.114 * blue;
}
