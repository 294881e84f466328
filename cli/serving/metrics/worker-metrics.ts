import type { MetricObjectWithValues, MetricValue, Registry } from "prom-client";

/** Metrics of one process, as sent between processes. */
export type Figures = MetricObjectWithValues<MetricValue<string>>[];

const ASKED = "icons metrics?";
const TOLD = "icons metrics";

/** The supervisor's request message. */
export const METRICS_REQUEST = { type: ASKED };

/** The figures in a message from a worker; undefined for any other message. */
export function figuresOf(message: unknown): Figures | undefined {
  const { type, figures } = (message ?? {}) as { type?: unknown; figures?: Figures };
  return type === TOLD ? figures : undefined;
}

/**
 * Sends a worker's figures to its supervisor on request, and once more at `close`, so that nothing is lost when a
 * worker ends.
 */
export function reportToSupervisor(registry: Registry): { close(): Promise<void> } {
  const tell = async (): Promise<void> => {
    const figures = await registry.getMetricsAsJSON();
    // Ignores errors, since the supervisor may be gone.
    await new Promise<void>((done) => process.send?.({ type: TOLD, figures }, () => done()));
  };
  const onMessage = (message: unknown): void => {
    if ((message as { type?: unknown } | null)?.type === ASKED) void tell();
  };
  process.on("message", onMessage);
  return {
    async close() {
      process.off("message", onMessage);
      if (process.connected) await tell();
    },
  };
}
