import { readFileSync } from "node:fs";

/** Private memory of a process in bytes, without mapped files; 0 if it has ended. Linux only. */
export function privateMemory(pid: number): number {
  try {
    return Number(/^RssAnon:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}
