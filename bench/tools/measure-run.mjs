import { once } from "node:events";
import { startChild } from "./children.mjs";
import { memoryOf, treeOf } from "./process-memory.mjs";

const POLL_MS = 25;

/**
 * Runs a process to its end: seconds, and the peaks in bytes of its resident and of its private memory, processes that it
 * starts included. Peaks are polled 40 times a second; the kernel's own peak (`VmHWM`) counts where there is one process.
 *
 * @throws Error when it fails
 */
export async function measureRun(command, args, options = {}) {
  const start = performance.now();
  const child = startChild(command, args, options);
  let peakBytes = 0;
  let peakAnonymousBytes = 0;
  const timer = setInterval(() => {
    const members = treeOf(child.pid).flatMap((pid) => {
      try {
        return [memoryOf(pid)];
      } catch {
        return [];
      }
    });
    const rss = members.length === 1 ? members[0].peak : members.reduce((sum, { rss }) => sum + rss, 0);
    peakBytes = Math.max(peakBytes, rss);
    peakAnonymousBytes = Math.max(
      peakAnonymousBytes,
      members.reduce((sum, { anonymous }) => sum + anonymous, 0),
    );
  }, POLL_MS);
  try {
    const [code, signal] = await once(child, "close");
    if (code !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${code ?? signal}`);
    return { seconds: (performance.now() - start) / 1000, peakBytes, peakAnonymousBytes };
  } finally {
    clearInterval(timer);
  }
}
