import { once } from "node:events";
import { startChild } from "./children.mjs";
import { cpuSecondsOf, memoryOf, treeOf } from "./process-memory.mjs";

const POLL_MS = 25;

/**
 * Runs a process to completion and measures seconds, CPU seconds, and the peaks of its resident and private memory in
 * bytes, including child processes. All but the seconds are polled 40 times per second; for a single process, the
 * kernel's own peak (`VmHWM`) is used.
 *
 * @throws Error if it fails
 */
export async function measureRun(command, args, options = {}) {
  const start = performance.now();
  const child = startChild(command, args, options);
  let peakBytes = 0;
  let peakAnonymousBytes = 0;
  let cpuSeconds = 0;
  const timer = setInterval(() => {
    const members = treeOf(child.pid).flatMap((pid) => {
      try {
        return [{ ...memoryOf(pid), cpu: cpuSecondsOf(pid) }];
      } catch {
        return [];
      }
    });
    const rss = members.length === 1 ? members[0].peak : members.reduce((sum, { rss }) => sum + rss, 0);
    peakBytes = Math.max(peakBytes, rss);
    cpuSeconds = Math.max(
      cpuSeconds,
      members.reduce((sum, { cpu }) => sum + cpu, 0),
    );
    peakAnonymousBytes = Math.max(
      peakAnonymousBytes,
      members.reduce((sum, { anonymous }) => sum + anonymous, 0),
    );
  }, POLL_MS);
  try {
    const [code, signal] = await once(child, "close");
    if (code !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${code ?? signal}`);
    return { seconds: (performance.now() - start) / 1000, cpuSeconds, peakBytes, peakAnonymousBytes };
  } finally {
    clearInterval(timer);
  }
}
