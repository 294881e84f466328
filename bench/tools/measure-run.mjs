import { once } from "node:events";
import { startChild } from "./children.mjs";
import { cpuSecondsOf, memoryOf, treeOf } from "./process-memory.mjs";

const POLL_MS = 25;

/**
 * Runs a process to its end: seconds, processor seconds, and the peaks in bytes of its resident and of its private memory, processes
 * that it starts included. All but the seconds are polled 40 times a second; the kernel's own peak (`VmHWM`) counts where
 * there is one process.
 *
 * @throws Error when it fails
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
