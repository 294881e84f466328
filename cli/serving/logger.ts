import { pino } from "pino";
import { queueOutput } from "../process/output-queue.js";
import { escapeControls, writeDrawn } from "../terminal/output.js";

/** The texts of longer lines are shortened. */
const LONG_LINE = 4096;
/** Maximum length of a text in a long line. */
const MAX_TEXT = 1000;

/** Minimum levels of the log. */
export const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

export const LOG_FORMATS = ["json", "logfmt", "pretty"] as const;

/** The settings of the log. */
export interface LogFlags {
  readonly logLevel: (typeof LOG_LEVELS)[number];
  /** Undefined: `pretty` on a terminal, else `json`. */
  readonly logFormat?: (typeof LOG_FORMATS)[number];
}

/**
 * Logs one line per event: as JSON or logfmt, or a readable form, the default on a terminal. The output of this process
 * is queued from then on, so that a log that can't be written stops nothing.
 */
export async function createLogger({ logLevel, logFormat }: LogFlags): Promise<pino.Logger> {
  const options = {
    level: logLevel,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  const format = await formatOf(logFormat ?? (process.stdout.isTTY ? "pretty" : "json"));
  const logger = pino(options, { write: (line: string) => writeDrawn(format(shorten(line))) });
  queueOutput((lines) => logger.warn({ lines }, "log lines could not be written and are lost"));
  return logger;
}

/** A function from a JSON line to the text to write. All formats may be read on a terminal. */
async function formatOf(format: (typeof LOG_FORMATS)[number]): Promise<(line: string) => string> {
  if (format === "json") return (line) => escapeControls(line, "\n");
  if (format === "logfmt") return (line) => escapeControls(logfmt(JSON.parse(line)), "\n");
  const { prettyFactory } = await import("pino-pretty");
  const pretty = prettyFactory({
    colorize: Boolean(process.stdout.isTTY) && !process.env.NO_COLOR,
    ignore: "pid,hostname",
    translateTime: "HH:MM:ss",
  });
  return (line) => pretty(JSON.parse(line, harmless));
}

/** Shortens the texts of a long line: URLs, names and error messages can contain what a client sent. */
function shorten(line: string): string {
  if (line.length <= LONG_LINE) return line;
  const cut = (_name: string, value: unknown): unknown =>
    typeof value === "string" && value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}…` : value;
  return `${JSON.stringify(JSON.parse(line, cut))}\n`;
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
