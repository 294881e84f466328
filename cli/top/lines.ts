import type { Report } from "./report.js";

const HEAD = ["time", "requests/s", "p50 ms", "p99 ms", "4xx/s", "5xx/s", "loop p99 ms", "generation", "busiest key"];

/** The names of what `reportLine` gives, with tabs between. */
export const REPORT_HEAD = HEAD.join("\t");

/** A report as one line with tabs between, for `cut` and `awk`; `-` where there is nothing. */
export function reportLine({ time, requests, statuses, eventLoopP99, generation, keys }: Report): string {
  const ofClass = (first: string): number =>
    Object.entries(statuses).reduce((sum, [status, rate]) => (status.startsWith(first) ? sum + rate : sum), 0);
  const busiest = keys.find(({ perSecond }) => perSecond > 0);
  return [
    time,
    requests.perSecond.toFixed(1),
    milliseconds(requests.p50),
    milliseconds(requests.p99),
    ofClass("4").toFixed(1),
    ofClass("5").toFixed(1),
    milliseconds(eventLoopP99),
    generation.names.join(",") || "-",
    busiest?.id ?? "-",
  ].join("\t");
}

function milliseconds(seconds: number | undefined): string {
  return seconds === undefined ? "-" : (seconds * 1000).toFixed(3);
}
