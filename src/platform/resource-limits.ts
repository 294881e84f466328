/** Maximum memory of a process that works on an image, in bytes; it starts with about 75 MiB. */
const MAX_MEMORY = 256 * 2 ** 20;
/** Allows for growth between two checks. */
const MARGIN = 16 * 2 ** 20;
/** Limit of CPU time, so that the result does not depend on the load of the machine. */
const MAX_SECONDS = 2;
const CHECK_EVERY_MS = 5;

/** The signal by which a process ends itself if it takes too much memory. */
export const OUT_OF_MEMORY = "SIGUSR2";

/** The signals by which a process ends itself, and their meaning for the image. */
export const EXCESS = {
  SIGVTALRM: `decoding it takes more than ${MAX_SECONDS} seconds; make it smaller or simpler`,
  [OUT_OF_MEMORY]: `decoding it takes more than ${MAX_MEMORY / 2 ** 20} MiB of memory; make it smaller or simpler`,
} as const satisfies Partial<Record<NodeJS.Signals, string>>;

/**
 * Environment of a process that works on images, for glibc: it keeps up to 16 MiB of what an image took for the next one. By default it returns
 * each block above 128 KiB to the system and faults it in again, which takes a quarter of the time of an icon.
 */
export const ALLOCATOR_ENVIRONMENT = {
  MALLOC_MMAP_THRESHOLD_: String(4 * 2 ** 20),
  MALLOC_TRIM_THRESHOLD_: String(16 * 2 ** 20),
} as const;

/**
 * Ends this process if it takes too much for an image that a decoder's thread works on. A message would not do: the
 * parent process may learn of the exit first.
 *
 * @returns a function that ends the watch
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
