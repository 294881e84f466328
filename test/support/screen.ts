import headless from "@xterm/headless";

const ROWS = 24;

/**
 * What stands in the lines of a terminal, from the first that scrolled away on, after everything in `shown` was carried out.
 *
 * @throws Error when a line was longer than the terminal is wide
 */
export async function linesOnScreen(shown: string, columns = 100): Promise<string[]> {
  const terminal = new headless.Terminal({ cols: columns, rows: ROWS, scrollback: 5000, allowProposedApi: true });
  await new Promise<void>((resolve) => {
    terminal.write(shown.replaceAll("\n", "\r\n"), resolve);
  });
  const { active } = terminal.buffer;
  const lines = Array.from({ length: active.length }, (_, at) => active.getLine(at)!);
  const wrapped = lines.findIndex(({ isWrapped }) => isWrapped);
  if (wrapped >= 0) throw new Error(`line ${wrapped} goes on from the line before it`);
  return lines.map((line) => line.translateToString());
}
