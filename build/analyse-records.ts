import type { Analysed, Analyser } from "./analysis/analyser.js";
import type { SourceRecord } from "./check/source-record.js";
import { mapInOrder } from "./map-in-order.js";
import type { Dataset } from "./source/dataset.js";
import type { Places } from "./source/places.js";
import { type RecordText, readRecords } from "./source/read-records.js";
import type { WritableRecord } from "./write/section-collector.js";

/** A record on its way into a generation and, where it names a picture, what that told. */
export type AnalysedRecord = WritableRecord & Partial<Analysed>;

const NO_IMAGE = new Uint8Array(0);

/**
 * Reads the records of a dataset and has their pictures analysed, several at a time; gives them in display order.
 *
 * @throws Error when a file changed since the places were found
 */
export function analyseRecords(
  dataset: Dataset,
  places: Places,
  analyser: Analyser,
): AsyncGenerator<readonly AnalysedRecord[]> {
  const analyse = async ({ place, json }: RecordText): Promise<AnalysedRecord> => {
    const analysis = await analyser.analyse(parseChecked(json, dataset.files[place.file]!));
    return { ...analysis, json: Buffer.from(JSON.stringify(analysis.record)), finished: true };
  };
  const prepare = (text: RecordText) =>
    text.place.picture ? analyse(text) : { json: text.json, finished: false, image: NO_IMAGE, largeImage: NO_IMAGE };
  return mapInOrder(readRecords(dataset.files, places), analyser.concurrency, prepare);
}

/** Parses a record that was checked before. @throws Error when its file changed since */
export function parseChecked(json: Buffer, file: string): SourceRecord {
  try {
    return JSON.parse(json.toString());
  } catch {
    throw new Error(`${file}: changed while it was being read; run the build again`);
  }
}
