import { readFileSync } from "node:fs";
import { libc } from "./libc.js";

/** Maximum memory of a process that decodes an image, in bytes; it starts with about 75 MiB. */
const MAX_MEMORY = 256 * 2 ** 20;
/** Default reserve for growth between two checks, in bytes. */
const RESERVE = 16 * 2 ** 20;
/** Limit of CPU time, so that the result does not depend on the machine's load. */
const MAX_SECONDS = 2;
const CHECK_EVERY_MS = 5;
/** Growth of a process outside its writable memory: pages of libraries that it uses for the first time, in bytes. */
const LIBRARY_PAGES = 12 * 2 ** 20;

/** The signal with which a process ends itself if it uses too much memory. */
export const OUT_OF_MEMORY = "SIGUSR2";

/** The signals with which a process ends itself, and the error message for the image. */
export const EXCESS = {
  SIGVTALRM: `decoding it takes more than ${MAX_SECONDS} seconds; make it smaller or simpler`,
  [OUT_OF_MEMORY]: `decoding it takes more than ${MAX_MEMORY / 2 ** 20} MiB of memory; make it smaller or simpler`,
} as const satisfies Partial<Record<NodeJS.Signals, string>>;

/**
 * Environment of a process that works on images, for the allocators. glibc keeps up to 16 MiB of freed memory in blocks
 * of up to 1 MiB (512 pixels square) for the next image. By default, it returns each block above 128 KiB to the system
 * and faults it in again, which takes a quarter of the time per icon. All threads share this memory, since only one
 * works at a time; otherwise each would keep its own. mimalloc, of resvg, keeps it for a second instead of 10 ms.
 */
export const ALLOCATOR_ENVIRONMENT = {
  MALLOC_ARENA_MAX: "1",
  MALLOC_MMAP_THRESHOLD_: String(2 ** 20 + 2 ** 12),
  MALLOC_TRIM_THRESHOLD_: String(16 * 2 ** 20),
  MIMALLOC_PURGE_DELAY: "1000",
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
 * @param reserve for growth between two checks, in bytes, which counts as used
 * @returns a function that stops watching
 */
export function watchResources(reserve = RESERVE): () => void {
  limitGrowth();
  const before = process.cpuUsage();
  const timer = setInterval(() => {
    const excess = excessOf(before, reserve);
    if (excess !== undefined) process.kill(process.pid, excess);
  }, CHECK_EVERY_MS);
  return () => clearInterval(timer);
}

/**
 * Lets the system refuse memory beyond the limit, since checks come late on a busy machine while the other thread keeps
 * allocating. The decoder then crashes.
 */
function limitGrowth(): void {
  if (libc?.limitData === undefined) return;
  const status = readFileSync("/proc/self/status", "utf8");
  const data = Number(/^VmData:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) * 1024;
  const growth = MAX_MEMORY - LIBRARY_PAGES - process.memoryUsage.rss();
  if (data > 0) libc.limitData(data + Math.max(0, growth));
}

function excessOf(before: NodeJS.CpuUsage, reserve: number): keyof typeof EXCESS | undefined {
  if (process.memoryUsage.rss() > MAX_MEMORY - reserve) return OUT_OF_MEMORY;
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6 > MAX_SECONDS ? "SIGVTALRM" : undefined;
}
