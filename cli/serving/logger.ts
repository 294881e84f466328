import { once } from "node:events";
import { pino } from "pino";
import { escapeControls, writeDrawn } from "../terminal/output.js";
import type { ServeFlags } from "./serve-options.js";

/** The log of a serving process. */
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
      // Who follows a log does so on a terminal.
      logger: pino(options, { write: (line: string) => lines.write(escapeControls(line, "\n")) }),
      async finish() {
        const closed = once(lines, "close");
        lines.end();
        await closed;
      },
    };
  }
  const { prettyFactory } = await import("pino-pretty");
  const pretty = prettyFactory({
    colorize: !process.env.NO_COLOR,
    ignore: "pid,hostname",
    translateTime: "HH:MM:ss",
  });
  const write = (line: string): void => writeDrawn(pretty(JSON.parse(line, harmless)));
  return { logger: pino(options, { write }), finish: async () => undefined };
}

/** What a text of a log line is shown as; only an error's stack has lines. Names of fields are our own. */
function harmless(name: string, value: unknown): unknown {
  return typeof value === "string" ? escapeControls(value, name === "stack" ? "\n" : "") : value;
}
