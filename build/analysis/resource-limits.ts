/** Bytes that a process may take while it works on an image; it has about 75 MiB before. */
const MAX_MEMORY = 256 * 2 ** 20;
/** What grows between two looks must not lead beyond. */
const MARGIN = 16 * 2 ** 20;
/** Of processor time, so that an image does not depend on what else the machine does. */
const MAX_SECONDS = 2;
const CHECK_EVERY_MS = 5;

/** The signal by which a process ends itself that takes too much memory. */
export const OUT_OF_MEMORY = "SIGUSR2";

/** By which signal a process ends itself for what an image takes, and what that means for the image. */
export const EXCESS = {
  SIGVTALRM: `decoding it takes more than ${MAX_SECONDS} seconds; make it smaller or simpler`,
  [OUT_OF_MEMORY]: `decoding it takes more than ${MAX_MEMORY / 2 ** 20} MiB of memory; make it smaller or simpler`,
} as const satisfies Partial<Record<NodeJS.Signals, string>>;

/**
 * Ends this process when it takes too much for an image on which a decoder's thread works. A message would not do: the process that starts
 * processes may hear of the end first.
 *
 * @returns ends the watch
 */
export function watchResources(): () => void {
  const before = process.cpuUsage();
  const timer = setInterval(() => {
    const excess = excessOf(before);
    if (excess !== undefined) process.kill(process.pid, excess);
  }, CHECK_EVERY_MS);
  return () => clearInterval(timer);
}

function excessOf(before: NodeJS.CpuUsage): keyof typeof EXCESS | undefined {
  if (process.memoryUsage.rss() > MAX_MEMORY - MARGIN) return OUT_OF_MEMORY;
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6 > MAX_SECONDS ? "SIGVTALRM" : undefined;
}
