import { readdirSync, readFileSync } from "node:fs";

/** The ids of the processes that draw images for a process, by default this one. */
export function renderersOf(parent = process.pid): number[] {
  const tasks = listed(`/proc/${parent}/task`);
  const children = tasks.flatMap((task) => read(`/proc/${parent}/task/${task}/children`).split(" "));
  return children.filter((pid) => read(`/proc/${pid}/cmdline`).includes("render-process.js")).map(Number);
}

/**
 * Lists the processes that draw images for this process and have started since this call. Those of earlier tests end at some time.
 */
export function listNewRenderers(): () => number[] {
  const earlier = renderersOf();
  return () => renderersOf().filter((pid) => !earlier.includes(pid));
}

/** The most memory that one of them has had so far, in bytes; 0 where there is none. */
export function peakOfRenderers(parent = process.pid): number {
  const peaks = renderersOf(parent).map((pid) => /VmHWM:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0);
  return Math.max(0, ...peaks.map((peak) => Number(peak) * 1024));
}

/** Seconds of processor time that a process has used. */
export function processorSecondsOf(pid: number): number {
  const stat = read(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  // User and system time, in ticks of 10 ms.
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** A process may end while it is looked at. */
function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
