import { collectGarbage } from "../../platform/collect-garbage.js";
import { libc } from "../../platform/libc.js";

/** Pending bytes in all connections above which garbage is collected afterwards. */
const MUCH_BYTES = 8 * 1024 * 1024;
/** Delay of that collection after the threshold was last exceeded. */
const COLLECT_AFTER_MS = 3000;
const TRIM_AFTER_MS = 1000;
/** A process is idle while it uses less than this part of a core. */
const IDLE_SHARE = 0.03;
/**
 * How long it must be. V8 shrinks the young generation only if less than 1 KB per millisecond was allocated in the last
 * five seconds, counted from an earlier collection.
 */
const IDLE_MS = 10_000;
/** Collections while idle, of about 20 ms each: the first may come too soon to shrink the young generation. */
const MOST_COLLECTIONS = 2;

/**
 * Returns memory to the system that Node would keep: it collects garbage only when it needs more memory, frees buffers
 * in another thread some time later, and leaves the young generation at the size that the start or a peak required.
 *
 * @returns a function to call about every second with the bytes that wait in connections and `performance.now()`
 */
export function memoryKeeper(): (pendingBytes: number, now: number) => void {
  let collectAt = Number.POSITIVE_INFINITY;
  let trimAt = Number.POSITIVE_INFINITY;
  let busyAt = performance.now();
  let collections = 0;
  let checked = { at: busyAt, cpu: cpuMs() };

  const isIdle = (now: number): boolean => {
    const cpu = cpuMs();
    if (cpu - checked.cpu > (now - checked.at) * IDLE_SHARE) {
      busyAt = now;
      collections = 0;
    }
    checked = { at: now, cpu };
    return now - busyAt >= IDLE_MS;
  };

  return (pendingBytes, now) => {
    if (pendingBytes >= MUCH_BYTES) collectAt = now + COLLECT_AFTER_MS;
    if (now >= trimAt) {
      trimAt = Number.POSITIVE_INFINITY;
      libc?.trim?.();
    }
    const isDue = isIdle(now) && collections < MOST_COLLECTIONS;
    if (!isDue && now < collectAt) return;
    collectAt = Number.POSITIVE_INFINITY;
    trimAt = now + TRIM_AFTER_MS;
    const collected = collectGarbage();
    if (!isDue) return;
    collections++;
    busyAt = now;
    // The collection itself does not count as work.
    void collected.then(() => {
      checked = { at: performance.now(), cpu: cpuMs() };
    });
  };
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
