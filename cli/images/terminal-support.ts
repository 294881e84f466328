import type { ReadStream, WriteStream } from "node:tty";
import { createSupportsTerminalGraphics } from "supports-terminal-graphics";
import type { Protocol } from "../options/image-options.js";
import type { Rgb } from "../terminal/color.js";

/**
 * The color of the ground (OSC 11), the size of a cell (XTWINOPS 16), what kind of terminal it is (Primary Device Attributes).
 * Terminals answer in this order and leave out what they don't know; all know the last.
 */
const QUESTIONS = "\u001b]11;?\u001b\\\u001b[16t\u001b[c";
const LAST_ANSWER = /\[\?([\d;]*)c/;
/** Long enough for a terminal behind a slow line; only one that never answers takes so long. */
const PATIENCE_MS = 500;
/** Sides of a cell in pixels. */
const MIN_CELL = 4;
const MAX_CELL = 128;
const INTERRUPT = "\u0003";

/** What a terminal says of itself. */
export interface TerminalAnswer {
  readonly sixel: boolean;
  /** Size of a character cell in pixels. */
  readonly cell?: { readonly width: number; readonly height: number };
  /** The color behind the text. */
  readonly ground?: Rgb;
}

/**
 * Asks the terminal about itself and waits half a second at most. Meanwhile `input` is in raw mode, so that answers are not shown; what
 * somebody types then is lost, but Ctrl-C still interrupts.
 */
export async function askTerminal(input: ReadStream, output: WriteStream): Promise<TerminalAnswer> {
  const wasRaw = input.isRaw;
  input.setRawMode(true);
  try {
    return readAnswer(await listen(input, () => output.write(QUESTIONS)));
  } finally {
    input.setRawMode(wasRaw);
    input.pause();
  }
}

/** What the terminal says after `ask`, until its last answer or the end of patience. */
function listen(input: ReadStream, ask: () => void): Promise<string> {
  return new Promise((resolve) => {
    let said = "";
    const finish = (): void => {
      clearTimeout(timer);
      input.off("data", hear).off("end", finish);
      resolve(said);
    };
    const hear = (chunk: Buffer): void => {
      said += chunk.toString("latin1");
      if (said.includes(INTERRUPT)) process.kill(process.pid, "SIGINT");
      else if (LAST_ANSWER.test(said)) finish();
    };
    // Not at once, so that what has arrived is read first where this process had to wait for a processor.
    const timer = setTimeout(() => setImmediate(finish), PATIENCE_MS);
    input.on("data", hear).on("end", finish);
    ask();
  });
}

function readAnswer(said: string): TerminalAnswer {
  // The first attribute is the kind of terminal, the others are what it can; 4 is Sixel.
  const abilities = LAST_ANSWER.exec(said)?.[1]?.split(";").slice(1) ?? [];
  const size = /\[6;(\d+);(\d+)t/.exec(said);
  const color = /\]11;rgb:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})/i.exec(said);
  return {
    sixel: abilities.includes("4"),
    ...(size && isLikely(size) && { cell: { width: Number(size[2]), height: Number(size[1]) } }),
    ...(color && { ground: [toByte(color[1]!), toByte(color[2]!), toByte(color[3]!)] as const }),
  };
}

/** Some terminals say 0 where they don't know; what is far too large would cost memory. */
function isLikely([, height, width]: RegExpExecArray): boolean {
  return [height, width].every((side) => Number(side) >= MIN_CELL && Number(side) <= MAX_CELL);
}

/** A channel of one to four hex digits, the highest of which means full. */
function toByte(digits: string): number {
  return Math.round((Number.parseInt(digits, 16) / (16 ** digits.length - 1)) * 255);
}

/**
 * The best way of drawing that the terminal is known to have: by the names that terminals leave in the environment, and by its own
 * answer. Output is taken to go to a terminal. Where several are there, iTerm's comes first, since terminals that have it beside Kitty's may have that switched off.
 */
export function chooseProtocol({ sixel }: TerminalAnswer): Protocol {
  const { env } = process;
  if (isMultiplexed(env)) return "blocks";
  const known = createSupportsTerminalGraphics();
  // In Visual Studio Code images are an option, which only the terminal's answer shows.
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
