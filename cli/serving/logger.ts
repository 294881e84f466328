import { once } from "node:events";
import { pino } from "pino";
import { escapeControls, writeDrawn } from "../terminal/output.js";
import type { ServeFlags } from "./serve-options.js";

/** The log of a serving process. */
export interface ServingLog {
  readonly logger: pino.Logger;
  /**
   * Waits until all lines are written, and accepts no more. Lines are written asynchronously, and at the end of a
   * process the last one would overtake a pending one.
   */
  finish(): Promise<void>;
}

/** Logs JSON lines, or a readable form on a terminal. */
export async function createLogger(level: ServeFlags["logLevel"]): Promise<ServingLog> {
  const options = { level, base: { pid: process.pid } };
  if (!process.stdout.isTTY) {
    const lines = pino.destination({ dest: 1, sync: false });
    return {
      // Logs are often read on a terminal.
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

/** Escapes the text of a log field. Only an error's stack may have several lines. Field names are our own. */
function harmless(name: string, value: unknown): unknown {
  return typeof value === "string" ? escapeControls(value, name === "stack" ? "\n" : "") : value;
}
