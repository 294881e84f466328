import { StoreError } from "./store-error.js";

/** Deadlines for a store. An exchange that takes longer fails. */
export interface StoreDeadlines {
  /** Maximum time without receiving a byte, including connecting. */
  readonly silenceMs: number;
  /** From a request to the head of its response and, for small objects, to the last byte. */
  readonly responseMs: number;
  /** Minimum transfer rate of large objects in bytes per second, over each `progressMs` and as a whole. */
  readonly minBytesPerSecond: number;
  readonly progressMs: number;
}

export const STORE_DEADLINES: StoreDeadlines = {
  silenceMs: 30_000,
  responseMs: 60_000,
  minBytesPerSecond: 32_768,
  progressMs: 30_000,
};

/** Sent bytes that systems may buffer. */
const BUFFERED_BYTES = 8 << 20;

/** Aborts an exchange with a store that takes too long. `end` stops its timers. */
export interface Watch {
  /** Aborted to end the exchange, with the cause as its reason. */
  readonly signal: AbortSignal;
  /**
   * From now on, the rest of the exchange must finish within `responseMs`. @param sent bytes that may still be buffered
   * on the way
   */
  expectResponse(sent?: number): void;
  /** From now on, `size` bytes must be transferred at the minimum rate. */
  expectBytes(size: number): void;
  /** Reports transferred bytes. */
  pass(bytes: number): void;
  /** Ends the exchange for another reason. */
  giveUp(reason: string): void;
  end(): void;
}

/** @param ending also ends the exchange */
export function watchExchange(deadlines: StoreDeadlines, ending?: AbortSignal): Watch {
  const { responseMs, minBytesPerSecond, progressMs } = deadlines;
  const controller = new AbortController();
  const giveUp = (reason: string): void => controller.abort(new StoreError(reason));
  const stop = (): void => giveUp("was aborted");
  let ended = false;
  let overall: NodeJS.Timeout | undefined;
  let window: NodeJS.Timeout | undefined;
  let passed = 0;

  const clear = (): void => {
    clearTimeout(overall);
    clearInterval(window);
  };
  const limit = (ms: number, what: string): void => {
    clear();
    if (!ended) overall = setTimeout(() => giveUp(`is too slow: ${what} within ${seconds(ms)}`), ms);
  };
  if (ending?.aborted) stop();
  ending?.addEventListener("abort", stop, { once: true });
  return {
    signal: controller.signal,
    expectResponse: (sent = 0) =>
      limit(responseMs + (Math.min(sent, BUFFERED_BYTES) / minBytesPerSecond) * 1000, "no complete response"),
    expectBytes(size) {
      limit(responseMs + (size / minBytesPerSecond) * 1000, `not all of ${size} bytes`);
      if (ended) return;
      passed = 0;
      window = setInterval(() => {
        const least = Math.ceil((minBytesPerSecond * progressMs) / 1000);
        if (passed < least)
          giveUp(`is too slow: ${passed} bytes in ${seconds(progressMs)}, at least ${least} are expected`);
        passed = 0;
      }, progressMs);
    },
    pass(bytes) {
      passed += bytes;
    },
    giveUp,
    end() {
      ended = true;
      clear();
      ending?.removeEventListener("abort", stop);
    },
  };
}

function seconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`;
}
