import { once } from "node:events";
import { pino } from "pino";
import type { ServeFlags } from "./serve-options.js";

/** Where a serving process tells what it does. */
export interface ServingLog {
  readonly logger: pino.Logger;
  /**
   * Waits until all lines are written, and takes no more. They are written behind the scenes, and at the end of a process the
   * last one would overtake one that is under way.
   */
  finish(): Promise<void>;
}

/** JSON lines, or a readable form on a terminal. */
export async function createLogger(level: ServeFlags["logLevel"]): Promise<ServingLog> {
  const options = { level, base: { pid: process.pid } };
  if (!process.stdout.isTTY) {
    const lines = pino.destination({ dest: 1, sync: false });
    return {
      logger: pino(options, lines),
      async finish() {
        const closed = once(lines, "close");
        lines.end();
        await closed;
      },
    };
  }
  const { default: pretty } = await import("pino-pretty");
  const readable = pretty({
    colorize: !process.env.NO_COLOR,
    ignore: "pid,hostname",
    translateTime: "HH:MM:ss",
    sync: true,
  });
  return { logger: pino(options, readable), finish: async () => undefined };
}
