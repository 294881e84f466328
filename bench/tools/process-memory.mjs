import { readdirSync, readFileSync } from "node:fs";

/**
 * Memory of a process in bytes: resident, resident and private (`RssAnon`, no mapped files), and the resident peak.
 * Linux only.
 */
export function memoryOf(pid) {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const field = (name) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1] ?? 0) * 1024;
  return { rss: field("VmRSS"), anonymous: field("RssAnon"), peak: field("VmHWM") };
}

/** CPU seconds that a process has used so far, including all its threads and ended children. Linux only. */
export function cpuSecondsOf(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  // utime, stime, cutime, cstime, in ticks of 10 ms.
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100;
}

/** The process and all its descendants. */
export function treeOf(pid) {
  const parents = new Map();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "utf8");
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]));
    } catch {
      // It has ended meanwhile.
    }
  }
  const tree = [pid];
  for (const member of tree) for (const [child, parent] of parents) if (parent === member) tree.push(child);
  return tree;
}
