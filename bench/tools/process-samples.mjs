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

/** How much `values` grow from the first to the last of `times`, by the straight line of least squares. */
export function growthOf(times, values) {
  const mean = (list) => list.reduce((sum, value) => sum + value, 0) / list.length;
  const [meanTime, meanValue] = [mean(times), mean(values)];
  const spread = times.reduce((sum, time) => sum + (time - meanTime) ** 2, 0);
  const common = times.reduce((sum, time, at) => sum + (time - meanTime) * (values[at] - meanValue), 0);
  return (common / spread) * (times.at(-1) - times[0]);
}
