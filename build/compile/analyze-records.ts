import type { DatasetScan } from "../check/dataset-scan.js";
import { type SourceRecord, withCategory } from "../dataset/source-record.js";
import type { Dataset } from "../read/dataset.js";
import { type RecordText, readRecords } from "../read/read-records.js";
import type { WritableRecord } from "../write/section-collector.js";
import { type Analyzed, type Analyzer, NO_IMAGE } from "./cached-analyzer.js";

/** A record to be written with the analysis of its images, if any. */
export type AnalyzedRecord = WritableRecord & Analyzed;

/**
 * Reads the records of a dataset and analyzes their images, several at a time. Yields them in display order.
 *
 * @throws Error if a file changed since the scan
 */
export function analyzeRecords(
  dataset: Dataset,
  { places, stamps }: Pick<DatasetScan, "places" | "stamps">,
  analyzer: Analyzer,
): AsyncGenerator<readonly AnalyzedRecord[]> {
  const analyze = ({ place, json }: RecordText): AnalyzedRecord | Promise<AnalyzedRecord> => {
    const source = parseChecked(json, dataset.files[place.file]!);
    const written = (analyzed: Analyzed): AnalyzedRecord => ({
      json: analyzed.credited === source ? json : Buffer.from(JSON.stringify(analyzed.credited)),
      ...analyzed,
    });
    const analyzed = analyzer.analyze(source);
    return analyzed instanceof Promise ? analyzed.then(written) : written(analyzed);
  };
  const prepare = (text: RecordText): AnalyzedRecord | Promise<AnalyzedRecord> =>
    text.place.hasImage ? analyze(text) : { json: text.json, ...NO_IMAGE };
  return mapInOrder(readRecords(dataset.files, stamps, places), analyzer.concurrency, prepare);
}

/** Parses a record that was checked before. @throws Error if its file has changed since */
export function parseChecked(json: Buffer, file: string): SourceRecord {
  try {
    return withCategory(JSON.parse(json.toString()));
  } catch {
    throw new Error(`${file}: changed while it was being read; run the build again`);
  }
}

/**
 * Applies `work` to items with up to `concurrency` in progress and yields the results in the items' order, in batches
 * if they are ready. Reads the source only that far ahead, so memory stays bounded.
 */
export async function* mapInOrder<In, Out>(
  batches: AsyncIterable<readonly In[]>,
  concurrency: number,
  work: (item: In) => Out | Promise<Out>,
): AsyncGenerator<readonly Out[]> {
  const running: Promise<Out>[] = [];
  for await (const batch of batches) {
    let done: Out[] = [];
    for (const item of batch) {
      const result = work(item);
      if (running.length === 0 && !(result instanceof Promise)) {
        done.push(result);
        continue;
      }
      if (done.length > 0) yield done;
      done = [];
      const promise = Promise.resolve(result);
      // A failure is reported in order; until then it must not count as an unhandled rejection.
      promise.catch(() => undefined);
      running.push(promise);
      if (running.length >= concurrency) yield [await running.shift()!];
    }
    if (done.length > 0) yield done;
  }
  for (const result of running) yield [await result];
}
