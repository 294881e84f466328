import type { ReadStream, WriteStream } from "node:tty";
import { createSupportsTerminalGraphics } from "supports-terminal-graphics";
import type { Protocol } from "../options/terminal-image-options.js";
import type { Rgb } from "../terminal/color.js";

/**
 * Requests the background color (OSC 11), the size of a cell (XTWINOPS 16) and the type of terminal (Primary Device
 * Attributes). Terminals answer in this order and skip unknown requests; all of them answer the last.
 */
const QUESTIONS = "\u001b]11;?\u001b\\\u001b[16t\u001b[c";
const LAST_ANSWER = /\[\?([\d;]*)c/;
/** Long enough for terminals of the same machine; only one that never answers takes this long. */
const PATIENCE_MS = 200;
/** Over SSH, the answer takes a round trip. */
const REMOTE_PATIENCE_MS = 500;
/** The environment variable with another time in milliseconds, for slow connections. */
const PATIENCE_VARIABLE = "ICONS_TERMINAL_WAIT_MS";
/** Minimum side of a cell in pixels. */
const MIN_CELL = 4;
const MAX_CELL = 128;
const INTERRUPT = "\u0003";

/** Features reported by a terminal. */
export interface TerminalAnswer {
  readonly sixel: boolean;
  /** Size of a character cell in pixels. */
  readonly cell?: { readonly width: number; readonly height: number };
  /** The background color. */
  readonly ground?: Rgb;
}

/**
 * Queries the features of the terminal and waits at most 0.2 seconds, over SSH 0.5, or as `ICONS_TERMINAL_WAIT_MS`
 * says. Meanwhile `input` is in raw mode, so that answers are not shown; anything typed then is lost, but Ctrl-C still
 * interrupts.
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

/** The terminal's output after `ask`, until its last answer or the timeout. */
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
    // Deferred, so that input that has already arrived is read first, even if this process had to wait for a CPU.
    const timer = setTimeout(() => setImmediate(finish), patienceMs());
    input.on("data", hear).on("end", finish);
    ask();
  });
}

function patienceMs(): number {
  const { env } = process;
  const asked = Number(env[PATIENCE_VARIABLE]);
  if (Number.isFinite(asked) && asked > 0) return asked;
  return env.SSH_CONNECTION === undefined ? PATIENCE_MS : REMOTE_PATIENCE_MS;
}

function readAnswer(said: string): TerminalAnswer {
  // The first attribute is the type of terminal, the others are its features; 4 is Sixel.
  const abilities = LAST_ANSWER.exec(said)?.[1]?.split(";").slice(1) ?? [];
  const size = /\[6;(\d+);(\d+)t/.exec(said);
  const color = /\]11;rgb:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})/i.exec(said);
  return {
    sixel: abilities.includes("4"),
    ...(size && isLikely(size) && { cell: { width: Number(size[2]), height: Number(size[1]) } }),
    ...(color && { ground: [toByte(color[1]!), toByte(color[2]!), toByte(color[3]!)] as const }),
  };
}

/** Some terminals report 0 for unknown; far too large values would waste memory. */
function isLikely([, height, width]: RegExpExecArray): boolean {
  return [height, width].every((side) => Number(side) >= MIN_CELL && Number(side) <= MAX_CELL);
}

/** A channel of one to four hex digits; all digits f are the maximum. */
function toByte(digits: string): number {
  return Math.round((Number.parseInt(digits, 16) / (16 ** digits.length - 1)) * 255);
}

/**
 * The best drawing protocol that the terminal is known to support, by environment variables and by its own answer.
 * Assumes that output goes to a terminal. iTerm's protocol comes first, since terminals that also support Kitty's may
 * have that disabled.
 */
export function chooseProtocol({ sixel }: TerminalAnswer): Protocol {
  const { env } = process;
  if (isMultiplexed(env)) return "blocks";
  const known = createSupportsTerminalGraphics();
  // In Visual Studio Code images are an option, which only the terminal's answer reveals.
  if (env.TERM_PROGRAM !== "vscode") {
    if (known.iterm2) return "iterm";
    if (known.kitty) return "kitty";
  }
  return sixel ? "sixel" : "blocks";
}

/**
 * tmux and screen inherit the environment of the outer terminal, and answer for themselves regardless of its features.
 */
function isMultiplexed({ TMUX, STY, TERM = "" }: NodeJS.ProcessEnv): boolean {
  return TMUX !== undefined || STY !== undefined || /^(screen|tmux)/.test(TERM);
}
