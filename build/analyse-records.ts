import { type Analysed, type Analyser, NO_PICTURE } from "./analysis/analyser.js";
import type { SourceRecord } from "./check/source-record.js";
import type { Survey } from "./check/survey.js";
import { mapInOrder } from "./map-in-order.js";
import type { Dataset } from "./source/dataset.js";
import { type RecordText, readRecords } from "./source/read-records.js";
import type { WritableRecord } from "./write/section-collector.js";

/** A record on its way into a generation and, where it names a picture, what that told. */
export type AnalysedRecord = WritableRecord & Partial<Analysed>;

/**
 * Reads the records of a dataset and has their pictures analysed, several at a time; gives them in display order.
 *
 * @throws Error when a file changed since the places were found
 */
export function analyseRecords(
  dataset: Dataset,
  { places, stamps }: Pick<Survey, "places" | "stamps">,
  analyser: Analyser,
): AsyncGenerator<readonly AnalysedRecord[]> {
  const analyse = ({ place, json }: RecordText): AnalysedRecord | Promise<AnalysedRecord> => {
    const analysed = analyser.analyse(parseChecked(json, dataset.files[place.file]!));
    return analysed instanceof Promise ? analysed.then((told) => ({ json, ...told })) : { json, ...analysed };
  };
  const prepare = (text: RecordText): AnalysedRecord | Promise<AnalysedRecord> =>
    text.place.picture ? analyse(text) : { json: text.json, ...NO_PICTURE };
  return mapInOrder(readRecords(dataset.files, stamps, places), analyser.concurrency, prepare);
}

/** Parses a record that was checked before. @throws Error when its file changed since */
export function parseChecked(json: Buffer, file: string): SourceRecord {
  try {
    return JSON.parse(json.toString());
  } catch {
    throw new Error(`${file}: changed while it was being read; run the build again`);
  }
}
