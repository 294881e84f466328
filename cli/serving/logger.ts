import { once } from "node:events";
import { pino } from "pino";
import { escapeControls, writeDrawn } from "../terminal/output.js";

/** Minimum levels of the log. */
export const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

export const LOG_FORMATS = ["json", "logfmt", "pretty"] as const;

/** The settings of the log. */
export interface LogFlags {
  readonly logLevel: (typeof LOG_LEVELS)[number];
  /** Undefined: `pretty` on a terminal, else `json`. */
  readonly logFormat?: (typeof LOG_FORMATS)[number];
}

/** The log of a serving process. */
export interface ServingLog {
  readonly logger: pino.Logger;
  /**
   * Waits until all lines are written, and accepts no more. Lines are written asynchronously, and at the end of a
   * process the last one would overtake a pending one.
   */
  finish(): Promise<void>;
}

/** Logs one line per event: as JSON or logfmt, or a readable form, the default on a terminal. */
export async function createLogger({ logLevel, logFormat }: LogFlags): Promise<ServingLog> {
  const options = {
    level: logLevel,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  const format = logFormat ?? (process.stdout.isTTY ? "pretty" : "json");
  if (format !== "pretty") {
    const lines = pino.destination({ dest: 1, sync: false });
    const write = format === "json" ? (line: string) => line : (line: string) => logfmt(JSON.parse(line));
    return {
      // Logs are often read on a terminal.
      logger: pino(options, { write: (line: string) => lines.write(escapeControls(write(line), "\n")) }),
      async finish() {
        const closed = once(lines, "close");
        lines.end();
        await closed;
      },
    };
  }
  const { prettyFactory } = await import("pino-pretty");
  const pretty = prettyFactory({
    colorize: Boolean(process.stdout.isTTY) && !process.env.NO_COLOR,
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

/** A text that logfmt need not quote. */
const PLAIN = /^[^\s="\\]+$/;

/** Members as `key=value`; those of nested objects as `key.member=value`. Source: the conventions of Go's logfmt. */
function logfmt(members: object, prefix = ""): string {
  const pairs = Object.entries(members).map(([name, value]) => {
    if (typeof value === "object" && value !== null) return logfmt(value, `${prefix}${name}.`).trimEnd();
    const text = String(value);
    return `${prefix}${name}=${PLAIN.test(text) ? text : JSON.stringify(text)}`;
  });
  return `${pairs.filter((pair) => pair !== "").join(" ")}\n`;
}
