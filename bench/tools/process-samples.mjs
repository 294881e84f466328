import { readdirSync, readFileSync } from "node:fs";
import { memoryOf, treeOf } from "./process-memory.mjs";

/**
 * Current resources of a process and all its descendants, one row each: private memory in bytes, open descriptors,
 * mappings, and which of the `generations` it has mapped. Linux only.
 */
export function sampleProcesses(pid, generations) {
  return treeOf(pid).flatMap((member) => {
    try {
      const maps = readFileSync(`/proc/${member}/maps`, "utf8");
      return [
        {
          pid: member,
          anonymousBytes: memoryOf(member).anonymous,
          descriptors: readdirSync(`/proc/${member}/fd`).length,
          mappings: maps.split("\n").length - 1,
          mapped: generations.filter((generation) => maps.includes(generation)),
        },
      ];
    } catch {
      // It has ended meanwhile.
      return [];
    }
  });
}

/**
 * Difference between the maximum of the last quarter and the maximum before it. Endless growth exceeds its earlier
 * peaks; garbage collection creates a sawtooth, of which only the peaks are comparable.
 */
export function growthOf(values) {
  const last = Math.floor(values.length * 0.75);
  return Math.max(0, Math.max(...values.slice(last)) - Math.max(...values.slice(0, last)));
}
