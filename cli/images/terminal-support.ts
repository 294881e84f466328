import type { ReadStream, WriteStream } from "node:tty";
import type { Rgb } from "../terminal/color.js";

/**
 * Requests the background color (OSC 11), support of Kitty's graphics protocol (its query of an image of one pixel) and
 * the type of terminal (Primary Device Attributes). Terminals respond in this order and skip unknown requests; all of
 * them respond to the last.
 */
const QUESTIONS = "\u001b]11;?\u001b\\\u001b_Gi=1,s=1,v=1,a=q,t=d,f=24;AAAA\u001b\\\u001b[c";
const KITTY_RESPONSE = "\u001b_Gi=1;OK\u001b\\";
const LAST_RESPONSE = /\[\?[\d;]*c/;
/** Long enough for terminals of the same machine; only one that never responds takes this long. */
const PATIENCE_MS = 200;
/** Over SSH, the response takes a round trip. */
const REMOTE_PATIENCE_MS = 500;
/** The environment variable with another time in milliseconds, for slow connections. */
const PATIENCE_VARIABLE = "ICONS_TERMINAL_WAIT_MS";
const INTERRUPT = "\u0003";

/** Features reported by a terminal. */
export interface TerminalResponse {
  /** Whether it draws images by Kitty's graphics protocol. */
  readonly kitty: boolean;
  /** The background color. */
  readonly ground?: Rgb;
}

/**
 * Queries the features of the terminal and waits at most 0.2 seconds, over SSH 0.5, or as `ICONS_TERMINAL_WAIT_MS`
 * says. Meanwhile `input` is in raw mode, so that responses are not shown; anything typed then is lost, but Ctrl-C still
 * interrupts.
 */
export async function askTerminal(input: ReadStream, output: WriteStream): Promise<TerminalResponse> {
  const wasRaw = input.isRaw;
  input.setRawMode(true);
  try {
    return readResponse(await listen(input, () => output.write(QUESTIONS)));
  } finally {
    input.setRawMode(wasRaw);
    input.pause();
  }
}

/** The terminal's output after `ask`, until its last response or the timeout. */
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
      else if (LAST_RESPONSE.test(said)) finish();
    };
    // Deferred, so that input that has already arrived is read first, even if this process had to wait for a CPU.
    const timer = setTimeout(() => setImmediate(finish), patienceMs());
    input.on("data", hear).on("end", finish);
    ask();
  });
}

function patienceMs(): number {
  const { env } = process;
  const given = Number(env[PATIENCE_VARIABLE]);
  if (Number.isFinite(given) && given > 0) return given;
  return env.SSH_CONNECTION === undefined ? PATIENCE_MS : REMOTE_PATIENCE_MS;
}

function readResponse(said: string): TerminalResponse {
  const color = /\]11;rgb:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})/i.exec(said);
  return {
    kitty: said.includes(KITTY_RESPONSE),
    ...(color && { ground: [toByte(color[1]!), toByte(color[2]!), toByte(color[3]!)] as const }),
  };
}

/** A channel of one to four hex digits; all digits f are the maximum. */
function toByte(digits: string): number {
  return Math.round((Number.parseInt(digits, 16) / (16 ** digits.length - 1)) * 255);
}
