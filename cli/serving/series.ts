/** Work that is asked for in bursts and done one at a time. */
export interface Series {
  /** Has the work done when nobody has asked for a while; once more when it is running already. */
  request(): void;
  /** Forgets what was asked for and has not begun. */
  cancel(): void;
  /** The same, and waits for what has begun. */
  close(): Promise<void>;
}

/**
 * @param settleMs how long nobody asks before the work begins
 * @param work must not reject
 */
export function createSeries(settleMs: number, work: () => Promise<void>): Series {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let again = false;

  const cancel = (): void => {
    clearTimeout(timer);
    again = false;
  };
  const runAll = async (): Promise<void> => {
    do {
      again = false;
      await work();
    } while (again);
    running = undefined;
  };
  return {
    request() {
      clearTimeout(timer);
      timer = setTimeout(() => {
        again = running !== undefined;
        running ??= runAll();
      }, settleMs);
    },
    cancel,
    async close() {
      cancel();
      await running;
    },
  };
}
