import { clearLine, clearScreenDown, cursorTo, emitKeypressEvents, type Key } from "node:readline";
import { forTerminal } from "../terminal/output.js";

const ENTER = "\u001b[?1049h\u001b[?25l";
const LEAVE = "\u001b[?25h\u001b[?1049l";

/** A full-screen terminal whose content is redrawn in place. */
export interface TakenTerminal {
  readonly size: { readonly columns: number; readonly rows: number };
  draw(lines: readonly string[]): void;
  /** Calls back after the terminal was resized. */
  onResize(redraw: () => void): void;
  /** Restores the terminal. */
  restore(): void;
}

/** A terminal that does not report its size has none. */
function sizeOf({ columns, rows }: NodeJS.WriteStream): TakenTerminal["size"] {
  return { columns: columns || 80, rows: rows || 24 };
}

/** @param onEnd called when the user presses q or Ctrl-C, or the process gets a signal to stop */
export function takeTerminal(onEnd: () => void): TakenTerminal {
  const { stdin, stdout } = process;
  const onKey = (_text: string | undefined, { name, ctrl }: Key): void => {
    if (name === "q" || (ctrl && name === "c")) onEnd();
  };
  stdout.write(ENTER);
  if (stdin.isTTY) {
    emitKeypressEvents(stdin);
    stdin.setRawMode(true).on("keypress", onKey);
  }
  process.on("SIGINT", onEnd).on("SIGTERM", onEnd);
  return {
    get size() {
      return sizeOf(stdout);
    },
    draw(lines) {
      for (const [row, line] of lines.entries()) {
        cursorTo(stdout, 0, row);
        stdout.write(forTerminal(line));
        clearLine(stdout, 1);
      }
      if (lines.length >= sizeOf(stdout).rows) return;
      cursorTo(stdout, 0, lines.length);
      clearScreenDown(stdout);
    },
    onResize: (redraw) => stdout.on("resize", redraw),
    restore() {
      if (stdin.isTTY) stdin.setRawMode(false).off("keypress", onKey).pause();
      stdout.removeAllListeners("resize");
      process.off("SIGINT", onEnd).off("SIGTERM", onEnd);
      stdout.write(LEAVE);
    },
  };
}
