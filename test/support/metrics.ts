const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g;

/** One figure of Prometheus's text format. */
export interface Sample {
  readonly name: string;
  readonly labels: ReadonlyMap<string, string>;
  readonly value: number;
}

/** The samples of a text of prom-client, whose labels here need no escapes. */
export function parseMetrics(text: string): Sample[] {
  return text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [, name, labels = "", figure] = LINE.exec(line)!;
      return {
        name: name!,
        labels: new Map(Array.from(labels.matchAll(LABEL), ([, label, value]) => [label!, value!])),
        value: Number(figure),
      };
    });
}

/** Reads a server's metrics. */
export async function readMetrics(port: number): Promise<{ readonly text: string; readonly samples: Sample[] }> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  if (response.status !== 200) throw new Error(`/metrics responded with ${response.status}`);
  const text = await response.text();
  return { text, samples: parseMetrics(text) };
}

/** The sum of the samples with a name and all of these labels. */
export function sumOf(samples: readonly Sample[], name: string, labels: Record<string, string> = {}): number {
  const wanted = Object.entries(labels);
  return samples
    .filter((sample) => sample.name === name && wanted.every(([label, value]) => sample.labels.get(label) === value))
    .reduce((sum, { value }) => sum + value, 0);
}
