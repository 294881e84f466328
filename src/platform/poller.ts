/** Interval between two reports of a persisting fault. */
const REPORT_EVERY_MS = 60_000;

/** A failure to read some state, and its duration. */
export interface PollFault {
  /** What is polled, such as `key file`. */
  readonly name: string;
  /** Error of the latest failure. */
  readonly error: Error;
  /** Number of consecutive failures. */
  readonly failures: number;
  /** Time of the first of them, in milliseconds since the epoch. */
  readonly since: number;
}

/** The state of a poller, for readiness details and diagnostics. */
export interface PollStatus {
  readonly name: string;
  /** Failures since the start, including recovered ones. */
  readonly totalFailures: number;
  /** Present if the latest attempt has failed. */
  readonly fault?: PollFault;
}

/** A source of a poll status. */
export interface Polled {
  status(): PollStatus;
}

export interface PollerOptions {
  /** What is polled, such as `key file`. */
  readonly name: string;
  /** From the end of one attempt to the start of the next. */
  readonly intervalMs: number;
  /**
   * Reads the state if it has changed. A failed attempt is repeated at the next poll, so the stamp for comparison must
   * only be stored after a successful read.
   */
  readonly attempt: () => void | Promise<void>;
  /** Delay after a failure; default: `intervalMs`. @param failures in a row, from 1 */
  readonly retryMs?: (failures: number) => number;
  /** Called for the first failure, for each new message, and every minute while the same one persists. */
  readonly onFault?: (fault: PollFault, retryMs: number) => void;
  /** Called for every failure, for counters. */
  readonly onFailure?: (error: Error) => void;
  /** Called when an attempt succeeds after failures. */
  readonly onRecovered?: (fault: PollFault) => void;
  /** The clock, in milliseconds since the epoch. */
  readonly now?: () => number;
}

/** External state that is polled until closed. */
export interface Poller extends Polled {
  /** Makes an attempt now, or joins a running one. Never rejects: failures go to `onFault`. */
  poll(): Promise<void>;
  /** Stops further attempts. A running one finishes. */
  close(): void;
}

/**
 * Polls state that another process or machine changes: one attempt at a time, retried after every failure. The first
 * attempt is made after `intervalMs`; call `poll` for an earlier one. The timer does not keep the process alive.
 */
export function createPoller(options: PollerOptions): Poller {
  const { name, intervalMs, attempt, retryMs = () => intervalMs, onFault, onFailure, onRecovered } = options;
  const now = options.now ?? Date.now;
  let totalFailures = 0;
  let fault: PollFault | undefined;
  let reported: { readonly message: string; readonly at: number } | undefined;
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  const fail = (error: Error): void => {
    const time = now();
    totalFailures++;
    fault = { name, error, failures: (fault?.failures ?? 0) + 1, since: fault?.since ?? time };
    onFailure?.(error);
    if (reported?.message === error.message && time - reported.at < REPORT_EVERY_MS) return;
    reported = { message: error.message, at: time };
    onFault?.(fault, retryMs(fault.failures));
  };
  const recover = (): void => {
    const past = fault;
    fault = undefined;
    reported = undefined;
    if (past !== undefined) onRecovered?.(past);
  };
  const run = async (): Promise<void> => {
    try {
      await attempt();
      recover();
    } catch (error) {
      if (!closed) fail(error instanceof Error ? error : new Error(String(error)));
    }
  };
  const schedule = (): void => {
    if (closed) return;
    timer = setTimeout(() => void poll(), fault === undefined ? intervalMs : retryMs(fault.failures));
    timer.unref();
  };
  const poll = async (): Promise<void> => {
    if (closed) return running;
    clearTimeout(timer);
    running ??= run().finally(() => {
      running = undefined;
      schedule();
    });
    return running;
  };

  schedule();
  return {
    poll,
    status: () => ({ name, totalFailures, ...(fault === undefined ? {} : { fault }) }),
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}
