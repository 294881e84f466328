import { spawnSync } from "node:child_process";
import type { Running } from "./cli.js";

/** The process ids of a supervisor's workers. */
export function workersOf({ process: { pid } }: Running): number[] {
  const { stdout } = spawnSync("ps", ["-o", "pid=", "--ppid", String(pid)], { encoding: "utf8" });
  return stdout.split(/\s+/).filter(Boolean).map(Number);
}
