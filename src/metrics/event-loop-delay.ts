const EVERY_MS = 50;

/**
 * Watches how late a timer fires, twenty times a second. Unlike the percentiles of `monitorEventLoopDelay`, which hold its own
 * interval and begin anew with each reader, such a delay can be counted in a histogram, which adds up over processes.
 *
 * @param onDelay is given each delay in seconds
 * @returns ends it
 */
export function observeEventLoop(onDelay: (seconds: number) => void): () => void {
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    onDelay(Math.max(0, now - last - EVERY_MS) / 1000);
    last = now;
  }, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
