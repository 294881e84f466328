import { readdirSync, readFileSync } from "node:fs";
import { memoryOf, treeOf } from "./process-memory.mjs";

/**
 * What a process and all below it hold at this moment, one row each: private memory in bytes, open descriptors, mappings, and which
 * of the `generations` it has mapped. Linux only.
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
 * How far the highest value of the last quarter is above the highest before it. What grows without end passes its own peaks; collections of
 * garbage make a sawtooth, of which only the peaks compare.
 */
export function growthOf(values) {
  const last = Math.floor(values.length * 0.75);
  return Math.max(0, Math.max(...values.slice(last)) - Math.max(...values.slice(0, last)));
}
