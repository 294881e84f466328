import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The phases of the compiler's files, by their path under dist/; the first match counts. */
const PHASES = [
  ["check records", /build\/(check|source\/(elements|places|dataset))/],
  ["check images", /build\/image\//],
  ["recall analyses", /build\/(cache|analysis)\//],
  ["read records", /build\/(analyze-records|map-in-order|source)/],
  ["write", /build\/write\/(artifact-writer|blob-writer|finish-generation)|src\/(platform|store)\//],
  ["compare", /build\/(diff|history)\//],
  ["merge", /build\/write\/(merge|dictionary-file|key-index|write-tasks|run|spool|palette-writer)/],
  ["encode", /build\/write\//],
];

/** The phases that write the files of a generation. */
export const WRITING = ["encode", "merge", "write"];

/**
 * CPU time of a build by phase, as shares of its profiles (`--cpu-prof`), all threads together. A sample counts for the
 * nearest file of the compiler on the stack; module loading, garbage collection and the like are `other`.
 */
export function profileShares(folder) {
  const spent = new Map();
  for (const name of readdirSync(folder)) {
    const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(join(folder, name), "utf8"));
    const phases = phasesOf(nodes);
    for (const [at, id] of samples.entries()) {
      const phase = phases.get(id);
      if (phase !== "idle") spent.set(phase, (spent.get(phase) ?? 0) + timeDeltas[at]);
    }
  }
  const all = [...spent.values()].reduce((sum, time) => sum + time, 0);
  return Object.fromEntries([...spent].map(([phase, time]) => [phase, time / all]).sort((a, b) => b[1] - a[1]));
}

function phasesOf(nodes) {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const byId = new Map(nodes.map((node) => [node.id, node.callFrame]));
  return new Map(
    nodes.map(({ id, callFrame: { functionName } }) => {
      if (functionName === "(idle)" || functionName === "atomicsWaitLoop") return [id, "idle"];
      for (let at = id; at !== undefined; at = parents.get(at)) {
        const path = byId.get(at).url.split("/dist/").at(-1);
        const phase = PHASES.find(([, pattern]) => pattern.test(path));
        if (phase !== undefined) return [id, phase[0]];
      }
      return [id, "other"];
    }),
  );
}
