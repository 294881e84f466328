import type { KeyCount } from "./key-counts.js";
import { parseMetrics, type Sample } from "./metrics-text.js";

/** An answer takes a second at most where a worker is slow; longer, and nobody is there. */
const TIMEOUT_MS = 5000;

/** What a server has counted up to a moment. */
export interface Look {
  /** Milliseconds of this process's own clock. */
  readonly at: number;
  readonly samples: readonly Sample[];
  readonly keys: readonly KeyCount[];
}

/** @throws Error when the address does not answer with metrics, naming it */
export async function takeLook(metrics: URL, keyCounts: (() => KeyCount[]) | undefined): Promise<Look> {
  const text = await fetchText(metrics);
  return { at: performance.now(), samples: parseMetrics(text), keys: keyCounts?.() ?? [] };
}

async function fetchText(address: URL): Promise<string> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
    return await answer.text();
  } catch (error) {
    const { message, cause } = error as Error;
    const reason = cause instanceof Error ? cause.message : message;
    throw new Error(`no metrics at ${address}: ${reason}; start the server with --metrics and name that address`);
  }
}
