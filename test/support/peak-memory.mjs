import { readFileSync } from "node:fs";

/**
 * Peak memory of this process in bytes. On Linux, `maxRSS` also counts the memory of the process that started this one,
 * such as a test worker.
 */
export function peakMemory() {
  if (process.platform !== "linux") return process.resourceUsage().maxRSS * 1024;
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))[1]) * 1024;
}
