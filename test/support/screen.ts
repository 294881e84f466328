import headless from "@xterm/headless";

const ROWS = 24;
const ESC = "\u001b";
/** An image by Kitty's protocol, and a sequence in its place that the terminal reports. */
const KITTY_IMAGE = new RegExp(`${ESC}_Ga=T[^${ESC}]*${ESC}\\\\`, "g");
const REPORTED = `${ESC}Pq${ESC}\\`;

/** The state of a terminal after its input. */
export interface Screen {
  /** Its lines, including those scrolled out. */
  readonly lines: readonly string[];
  /**
   * Cursor positions at which an image arrived by Kitty's protocol: its line, and the number of lines below it on the
   * screen.
   */
  readonly pictures: readonly { readonly line: number; readonly column: number; readonly linesBelow: number }[];
}

/** Writes text to a real headless terminal. @throws Error if a line exceeded the terminal's width */
export async function showOnScreen(shown: string, columns = 100): Promise<Screen> {
  const terminal = new headless.Terminal({ cols: columns, rows: ROWS, scrollback: 5000, allowProposedApi: true });
  const { active } = terminal.buffer;
  const pictures: Screen["pictures"][number][] = [];
  const note = (): boolean => {
    const { baseY, cursorX, cursorY } = active;
    pictures.push({ line: baseY + cursorY, column: cursorX, linesBelow: ROWS - 1 - cursorY });
    return true;
  };
  terminal.parser.registerDcsHandler({ final: "q" }, note);
  await new Promise<void>((resolve) => {
    terminal.write(shown.replaceAll("\n", "\r\n").replaceAll(KITTY_IMAGE, REPORTED), resolve);
  });
  const lines = Array.from({ length: active.length }, (_, at) => active.getLine(at)!);
  const wrapped = lines.findIndex(({ isWrapped }) => isWrapped);
  if (wrapped >= 0) throw new Error(`line ${wrapped} goes on from the line before it`);
  return { lines: lines.map((line) => line.translateToString()), pictures };
}
