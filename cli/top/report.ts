import type { KeyCount } from "./key-counts.js";
import type { Sample, Snapshot } from "./snapshot.js";

const HEAD = ["time", "requests/s", "p50 ms", "p99 ms", "4xx/s", "5xx/s", "loop p99 ms", "generation", "busiest key"];

/** Latency of a group of requests between two snapshots. */
export interface Pace {
  readonly perSecond: number;
  /** Seconds; undefined if nothing was answered. */
  readonly p50: number | undefined;
  readonly p99: number | undefined;
}

/** Activity of a server between two snapshots. Rates are per second. */
export interface Report {
  /** ISO 8601. */
  readonly time: string;
  /** Time between the snapshots. */
  readonly seconds: number;
  readonly requests: Pace;
  /** By route, busiest first. */
  readonly routes: readonly (Pace & { readonly route: string })[];
  readonly statuses: Readonly<Record<string, number>>;
  /** By error code; only codes that occurred. */
  readonly errors: Readonly<Record<string, number>>;
  /** Delay of timers in seconds. */
  readonly eventLoopP99: number | undefined;
  readonly generation: {
    readonly names: readonly string[];
    readonly icons: number | undefined;
    readonly builtAt: string | undefined;
  };
  readonly process: {
    readonly version: string | undefined;
    /** Undefined if a single process serves. */
    readonly workers: number | undefined;
    readonly residentBytes: number | undefined;
    /** 1: one core is fully busy. */
    readonly cores: number;
    readonly descriptors: number | undefined;
  };
  /** Used keys, busiest first. */
  readonly keys: readonly (KeyCount & { readonly perSecond: number })[];
}

const REQUESTS = "icons_http_requests_total";
const DURATIONS = "icons_http_request_duration_seconds_bucket";

/** Computes the activity between two snapshots of the same server. */
export function compareSnapshots(before: Snapshot, after: Snapshot): Report {
  const seconds = (after.at - before.at) / 1000;
  const changes = changesOf(before.samples, after.samples);
  const rateBy = (name: string, label: string): Record<string, number> => {
    const rates = sumBy(changes, name, label);
    return Object.fromEntries([...rates].filter(([, sum]) => sum > 0).map(([value, sum]) => [value, sum / seconds]));
  };
  const paceOf = (route: string | undefined, perSecond: number): Pace => {
    const buckets = bucketsOf(
      changes,
      DURATIONS,
      (sample) => route === undefined || sample.labels.get("route") === route,
    );
    return { perSecond, p50: quantileOf(buckets, 0.5), p99: quantileOf(buckets, 0.99) };
  };
  const now = (name: string): number | undefined => after.samples.find((sample) => sample.name === name)?.value;
  const built = now("icons_generation_build_timestamp_seconds");
  const routes = Object.entries(rateBy(REQUESTS, "route")).map(([route, rate]) => ({ route, ...paceOf(route, rate) }));
  return {
    time: new Date().toISOString(),
    seconds,
    requests: paceOf(
      undefined,
      routes.reduce((sum, { perSecond }) => sum + perSecond, 0),
    ),
    routes: routes.sort((a, b) => b.perSecond - a.perSecond),
    statuses: rateBy(REQUESTS, "status"),
    errors: rateBy("icons_http_errors_total", "code"),
    eventLoopP99: quantileOf(bucketsOf(changes, "icons_event_loop_delay_seconds_bucket"), 0.99),
    generation: {
      names: labelsOf(after.samples, "icons_generation_info", "generation"),
      icons: now("icons_generation_icons"),
      // Before anything is built, the gauge is 0.
      builtAt: built ? new Date(built * 1000).toISOString() : undefined,
    },
    process: {
      version: labelsOf(after.samples, "icons_server_info", "version")[0],
      workers: now("icons_workers"),
      residentBytes: now("process_resident_memory_bytes"),
      cores: (changes.find(({ name }) => name === "process_cpu_seconds_total")?.value ?? 0) / seconds,
      descriptors: now("process_open_fds"),
    },
    keys: busiestKeys(before.keys, after.keys, seconds),
  };
}

/** The increase of each sample. A decrease is a reset, as in Prometheus: the server was restarted. */
function changesOf(before: readonly Sample[], after: readonly Sample[]): Sample[] {
  const old = new Map(before.map((sample) => [identityOf(sample), sample.value]));
  return after.map((sample) => ({ ...sample, value: growth(old.get(identityOf(sample)) ?? 0, sample.value) }));
}

function growth(before: number, after: number): number {
  return after >= before ? after - before : after;
}

function identityOf({ name, labels }: Sample): string {
  return JSON.stringify([name, ...[...labels].sort()]);
}

function sumBy(samples: readonly Sample[], name: string, label: string): Map<string, number> {
  const sums = new Map<string, number>();
  for (const sample of samples) {
    const value = sample.labels.get(label);
    if (sample.name === name && value !== undefined) sums.set(value, (sums.get(value) ?? 0) + sample.value);
  }
  return sums;
}

function bucketsOf(samples: readonly Sample[], name: string, counts = (_sample: Sample): boolean => true): Bucket[] {
  const sums = sumBy(samples.filter(counts), name, "le");
  const buckets = [...sums].map(([bound, count]) => ({ upTo: bound === "+Inf" ? Infinity : Number(bound), count }));
  return buckets.sort((a, b) => a.upTo - b.upTo);
}

function labelsOf(samples: readonly Sample[], name: string, label: string): string[] {
  return samples.filter((sample) => sample.name === name).map(({ labels }) => labels.get(label) ?? "");
}

function busiestKeys(before: readonly KeyCount[], after: readonly KeyCount[], seconds: number): Report["keys"] {
  const old = new Map(before.map(({ id, count }) => [id, count]));
  return after
    .map((key) => ({ ...key, perSecond: growth(old.get(key.id) ?? key.count, key.count) / seconds }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.perSecond - a.perSecond || b.count - a.count);
}

/** Observations up to a bound, including all smaller ones. */
export interface Bucket {
  readonly upTo: number;
  readonly count: number;
}

/**
 * A quantile of a histogram, estimated like Prometheus's `histogram_quantile`: evenly distributed within its bucket;
 * the last finite bound if it is beyond. Undefined if nothing was counted.
 *
 * @param buckets by ascending bound, the last of them infinite
 * @param share from 0 to 1
 */
export function quantileOf(buckets: readonly Bucket[], share: number): number | undefined {
  const total = buckets.at(-1)?.count ?? 0;
  if (total <= 0) return undefined;
  const rank = share * total;
  const at = buckets.findIndex(({ count }) => count >= rank && count > 0);
  const before = buckets[at - 1] ?? { upTo: 0, count: 0 };
  const { upTo, count } = buckets[at]!;
  if (upTo === Infinity) return before.upTo;
  const part = Math.max(0, rank - before.count) / (count - before.count);
  // A part close to 1 may round beyond the bucket.
  return Math.min(upTo, before.upTo + (upTo - before.upTo) * part);
}

/** The tab-separated column names of `reportLine`. */
export const REPORT_HEAD = HEAD.join("\t");

/** A report as one tab-separated line, for `cut` and `awk`; `-` for missing values. */
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
