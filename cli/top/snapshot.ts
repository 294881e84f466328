import type { KeyCount } from "./key-counts.js";

/** An answer takes at most a second even with a slow worker; after this, the server is unreachable. */
const TIMEOUT_MS = 5000;

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})?[ \t]+(\S+)(?:[ \t]+-?\d+)?$/;
const LABEL = /[ \t]*([a-zA-Z_]\w*)[ \t]*=[ \t]*"((?:[^"\\]|\\.)*)"[ \t]*(?:,|$)/y;
const ESCAPES: Readonly<Record<string, string>> = { "\\n": "\n", '\\"': '"', "\\\\": "\\" };
/** In lower case: prom-client writes `Nan`, others `NaN`. */
const WORDS: Readonly<Record<string, number>> = { "+inf": Infinity, inf: Infinity, "-inf": -Infinity, nan: Number.NaN };

/** The counters of a server at one time. */
export interface Snapshot {
  /** Milliseconds of this process's monotonic clock. */
  readonly at: number;
  readonly samples: readonly Sample[];
  readonly keys: readonly KeyCount[];
}

/** @throws Error naming the address if it does not serve metrics */
export async function takeSnapshot(metrics: URL, keyCounts: (() => KeyCount[]) | undefined): Promise<Snapshot> {
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

/** One figure of Prometheus's text format. */
export interface Sample {
  readonly name: string;
  readonly labels: ReadonlyMap<string, string>;
  readonly value: number;
}

/**
 * Parses the samples of a text in Prometheus's format 0.0.4, in order; comments are skipped.
 *
 * @throws SyntaxError naming an invalid line
 */
export function parseMetrics(text: string): Sample[] {
  const lines = text.split("\n").map((line) => line.trim());
  return lines.filter((line) => line !== "" && !line.startsWith("#")).map(parseLine);
}

function parseLine(line: string): Sample {
  const [, name, labels = "", figure] = LINE.exec(line) ?? [];
  const word = figure?.toLowerCase() ?? "";
  const value = WORDS[word] ?? Number(figure);
  const isNumber = !Number.isNaN(value) || word === "nan";
  const parsed = parseLabels(labels.trimEnd());
  if (name === undefined || parsed === undefined || !isNumber)
    throw new SyntaxError(`no line of Prometheus's text format: ${line.slice(0, 100)}`);
  return { name, labels: parsed, value };
}

function parseLabels(text: string): Map<string, string> | undefined {
  const labels = new Map<string, string>();
  LABEL.lastIndex = 0;
  for (let at = 0; at < text.length; at = LABEL.lastIndex) {
    const [, name, value] = LABEL.exec(text) ?? [];
    if (name === undefined) return undefined;
    labels.set(
      name,
      value!.replaceAll(/\\./g, (pair) => ESCAPES[pair] ?? pair),
    );
  }
  return labels;
}
