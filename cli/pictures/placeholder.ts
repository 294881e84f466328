import stringWidth from "string-width";
import { escapeControls, forTerminal, paint } from "../output.js";
import type { Area, Painting } from "./painting.js";

const LETTERS = new Intl.Segmenter();

/** What stands for a picture that an icon does not have: a frame of the same size with its first letter. */
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
