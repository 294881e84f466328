import { createSupportsTerminalGraphics } from "supports-terminal-graphics";
import type { TerminalAnswer } from "./ask-terminal.js";
import type { Protocol } from "./mode.js";

/**
 * The best way of drawing that the terminal is known to have: by the names that terminals leave in the environment, and by its own
 * answer. Output is taken to go to a terminal. Where several are there, iTerm's comes first, since terminals that have it beside Kitty's may have that switched off.
 */
export function chooseProtocol({ sixel }: TerminalAnswer): Protocol {
  const { env } = process;
  if (isMultiplexed(env)) return "blocks";
  const known = createSupportsTerminalGraphics();
  // In Visual Studio Code pictures are an option, which only the answer tells of.
  if (env.TERM_PROGRAM !== "vscode") {
    if (known.iterm2) return "iterm";
    if (known.kitty) return "kitty";
  }
  return sixel ? "sixel" : "blocks";
}

/** tmux and screen inherit the names of the terminal around them, and answer for themselves whatever that can show. */
function isMultiplexed({ TMUX, STY, TERM = "" }: NodeJS.ProcessEnv): boolean {
  return TMUX !== undefined || STY !== undefined || /^(screen|tmux)/.test(TERM);
}
