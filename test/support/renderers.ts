import { readdirSync, readFileSync } from "node:fs";

/** Ids of the renderers of a process, by default this one. */
export function renderersOf(parent = process.pid): number[] {
  const tasks = listed(`/proc/${parent}/task`);
  const children = tasks.flatMap((task) => read(`/proc/${parent}/task/${task}/children`).split(" "));
  return children.filter((pid) => read(`/proc/${pid}/cmdline`).includes("render-process.js")).map(Number);
}

/**
 * Creates a list of this process's renderers that have started since this call. Renderers of earlier tests may still
 * end.
 */
export function listNewRenderers(): () => number[] {
  const earlier = renderersOf();
  return () => renderersOf().filter((pid) => !earlier.includes(pid));
}

/** Peak memory of any of its renderers, in bytes; 0 if there is none. */
export function peakOfRenderers(parent = process.pid): number {
  const peaks = renderersOf(parent).map((pid) => /VmHWM:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0);
  return Math.max(0, ...peaks.map((peak) => Number(peak) * 1024));
}

/** Seconds of CPU time that a process has used. */
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

/** The process may end while its file is read. */
function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
