import headless from "@xterm/headless";

const ROWS = 24;
const ITERM = 1337;

/** A terminal after everything that it was shown. */
export interface Screen {
  /** Its lines, from the first that scrolled away on. */
  readonly lines: readonly string[];
  /** Where the cursor was when an image came by Sixel or iTerm's protocol: which line of all, and how many are below it on the screen. */
  readonly pictures: readonly { readonly line: number; readonly column: number; readonly linesBelow: number }[];
}

/** Shows a text on a real terminal without a window. @throws Error when a line was longer than the terminal is wide */
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
  terminal.parser.registerOscHandler(ITERM, note);
  await new Promise<void>((resolve) => {
    terminal.write(shown.replaceAll("\n", "\r\n"), resolve);
  });
  const lines = Array.from({ length: active.length }, (_, at) => active.getLine(at)!);
  const wrapped = lines.findIndex(({ isWrapped }) => isWrapped);
  if (wrapped >= 0) throw new Error(`line ${wrapped} goes on from the line before it`);
  return { lines: lines.map((line) => line.translateToString()), pictures };
}
