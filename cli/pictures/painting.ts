import ansiEscapes from "ansi-escapes";

/** The space that pictures have beside their text. */
export interface Area {
  readonly columns: number;
  /** Whole rows. */
  readonly rows: number;
}

/** A picture on its way to the terminal: beside it, each row of text goes behind the row of the same number. */
export interface Painting {
  /** Comes first, at the beginning of a line, and leaves the cursor there. */
  readonly before: string;
  /** Each as wide as the area; there may be a row less or more than the area has. */
  readonly rows: readonly string[];
}

/**
 * A picture that the terminal lays over its cells. Empty lines come first, since a screen that scrolls meanwhile would move the
 * picture but not the cursor that is remembered.
 *
 * @param sequence draws the picture with its upper left corner at the cursor
 */
export function overlay(sequence: string, { columns, rows }: Area): Painting {
  const lines = rows + 1;
  const { cursorUp, cursorForward, cursorSavePosition, cursorRestorePosition } = ansiEscapes;
  const before = `${"\n".repeat(lines)}${cursorUp(lines)}${cursorSavePosition}${sequence}${cursorRestorePosition}`;
  return { before, rows: Array(rows).fill(cursorForward(columns)) };
}
