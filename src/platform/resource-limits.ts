/** Maximum memory of a process that decodes an image, in bytes; it starts with about 75 MiB. */
const MAX_MEMORY = 256 * 2 ** 20;
/** Reserve for growth between two checks. */
const MARGIN = 16 * 2 ** 20;
/** Limit of CPU time, so that the result does not depend on the machine's load. */
const MAX_SECONDS = 2;
const CHECK_EVERY_MS = 5;

/** The signal with which a process ends itself if it uses too much memory. */
export const OUT_OF_MEMORY = "SIGUSR2";

/** The signals with which a process ends itself, and the error message for the image. */
export const EXCESS = {
  SIGVTALRM: `decoding it takes more than ${MAX_SECONDS} seconds; make it smaller or simpler`,
  [OUT_OF_MEMORY]: `decoding it takes more than ${MAX_MEMORY / 2 ** 20} MiB of memory; make it smaller or simpler`,
} as const satisfies Partial<Record<NodeJS.Signals, string>>;

/**
 * Environment of a process that works on images, for glibc: it keeps up to 16 MiB of freed memory for the next image.
 * By default, it returns each block above 128 KiB to the system and faults it in again, which takes a quarter of the
 * time per icon.
 */
export const ALLOCATOR_ENVIRONMENT = {
  MALLOC_MMAP_THRESHOLD_: String(4 * 2 ** 20),
  MALLOC_TRIM_THRESHOLD_: String(16 * 2 ** 20),
} as const;

/** The signals with which programs end because of their own error. */
const CRASHES: ReadonlySet<string> = new Set(["SIGABRT", "SIGBUS", "SIGFPE", "SIGILL", "SIGSEGV", "SIGTRAP"]);

/** Whether a process with this exit signal ended because of an error in a decoder or renderer. */
export function isCrash(signal: NodeJS.Signals | null): boolean {
  return signal !== null && CRASHES.has(signal);
}

/**
 * Ends this process if decoding in another thread takes too much time or memory. A signal is used because the parent
 * process may notice the exit before it receives a message.
 *
 * @returns a function that stops watching
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
