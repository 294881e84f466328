import { execFileSync } from "node:child_process";
import type { Running } from "./cli.js";

/** The process ids of a supervisor's workers. */
export function workersOf({ process: { pid } }: Running): number[] {
  return execFileSync("ps", ["-o", "pid=", "--ppid", String(pid)], { encoding: "utf8" })
    .trim()
    .split(/\s+/)
    .map(Number);
}
