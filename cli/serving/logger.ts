import { pino } from "pino";
import type { ServeFlags } from "./serve-options.js";

/** JSON lines, or a readable form on a terminal. */
export async function createLogger(level: ServeFlags["logLevel"]): Promise<pino.Logger> {
  const options = { level, base: { pid: process.pid } };
  if (!process.stdout.isTTY) return pino(options);
  const { default: pretty } = await import("pino-pretty");
  return pino(options, pretty({ colorize: !process.env.NO_COLOR, ignore: "pid,hostname", translateTime: "HH:MM:ss" }));
}
