import { type Analysis, unpackAnalysis } from "../analysis/analysis.js";
import { scanDataset } from "../check/dataset-scan.js";
import { explainProblems } from "../check/explain-problems.js";
import { readRemoved } from "../check/read-removed.js";
import { mapInOrder, parseChecked } from "../compile/analyze-records.js";
import type { Analyzer } from "../compile/cached-analyzer.js";
import type { RemovedIcon } from "../dataset/removed-icons.js";
import { hasOwnImage, type SourceImage, type SourceRecord } from "../dataset/source-record.js";
import { type Dataset, findDataset } from "../read/dataset.js";
import { type RecordText, readRecords } from "../read/read-records.js";
import { readSynonyms } from "../synonyms/dataset-synonyms.js";
import { createDuplicateTables, type DuplicateTableBuilder } from "../write/duplicate-tables.js";

const MAX_PROBLEMS = 100;

/** A dataset to merge. */
export interface MergeSource {
  /** A folder, a `.json` or an `.ndjson` file. */
  readonly data: string;
  /** Its name in decisions and origins; default: that of the dataset. */
  readonly name?: string | undefined;
}

/** A checked dataset to merge. */
export interface MergeInput {
  readonly name: string;
  readonly dataset: Dataset;
  readonly removed: readonly RemovedIcon[];
  /** Number of its records. */
  readonly icons: number;
  /** The number of its first record. */
  readonly from: number;
}

type Scan = Awaited<ReturnType<typeof scanDataset>>;

/** Inputs whose records were checked but not read. */
export interface OpenInputs {
  readonly inputs: readonly MergeInput[];
  readonly scans: readonly Scan[];
}

/**
 * Checks all records of the datasets. @throws DatasetError if a dataset is invalid, Error if two have the same name
 */
export async function openInputs(
  sources: readonly MergeSource[],
  jobs: number,
  onRecords: (read: number) => void,
): Promise<OpenInputs> {
  const inputs: MergeInput[] = [];
  const scans: Scan[] = [];
  let from = 0;
  for (const { data, name: given } of sources) {
    const dataset = await findDataset(data);
    const name = given ?? dataset.options.name;
    const before = inputs.findIndex((input) => input.name === name);
    if (before >= 0)
      throw new Error(
        `${data}: is named ${JSON.stringify(name)} like ${sources[before]!.data}, and decisions need different names. Give one of them as NAME=${data}.`,
      );
    const scan = await scanDataset(dataset, jobs, { onRecords: (read) => onRecords(from + read) });
    if (!scan.clean) await explainProblems(dataset, MAX_PROBLEMS);
    const removed = readRemoved(dataset.folder, scan);
    // Checked here, so that a mistake names the dataset that has it.
    readSynonyms(dataset.folder, dataset.options.language);
    inputs.push({ name, dataset, removed, icons: scan.places.count, from });
    scans.push(scan);
    from += scan.places.count;
  }
  return { inputs, scans };
}

/** The records of all datasets, numbered by priority and then display order. Memory: their text, and their ids. */
export interface MergeRecords {
  readonly inputs: readonly MergeInput[];
  readonly count: number;
  readonly ids: readonly string[];
  /** The index of the dataset of a record. */
  inputOf(record: number): number;
  read(record: number): SourceRecord;
}

type OnRecord = (record: number, source: SourceRecord) => void;

/**
 * Reads all records with the credits that they inherit, and analyzes their images. The largest dataset comes first in the tables, so that its icons need
 * not be compared with each other.
 *
 * @param analyzerOf of each input
 * @returns the records; the tables; the record of each of their rows; the number of rows of the largest dataset
 */
export async function readInputs(
  { inputs, scans }: OpenInputs,
  analyzerOf: (input: number) => Analyzer,
  onRecord: OnRecord,
  onProgress: (done: number, total: number) => void,
): Promise<{
  readonly records: MergeRecords;
  readonly tables: DuplicateTableBuilder;
  readonly recordAt: readonly number[];
  readonly largest: number;
}> {
  const count = inputs.reduce((sum, { icons }) => sum + icons, 0);
  const texts: Buffer[] = Array.from({ length: count });
  const ids: string[] = Array.from({ length: count });
  const tables = createDuplicateTables();
  const recordAt: number[] = [];
  const order = inputs.map((_, at) => at).sort((a, b) => inputs[b]!.icons - inputs[a]!.icons || a - b);
  for (const input of order) {
    const { dataset, from } = inputs[input]!;
    const { places, stamps } = scans[input]!;
    const analyzer = analyzerOf(input);
    const prepare = async ({ place, json }: RecordText): Promise<ReadRecord> => {
      const written = parseChecked(json, dataset.files[place.file]!);
      const source = await analyzer.credit(written);
      // A window of a file would stay in memory for one record.
      const text = Buffer.from(source === written ? json : JSON.stringify(source));
      return { source, text, analysis: hasOwnImage(source) ? await measure(analyzer, source) : undefined };
    };
    let record = from;
    for await (const batch of mapInOrder(readRecords(dataset.files, stamps, places), analyzer.concurrency, prepare)) {
      for (const { source, text, analysis } of batch) {
        texts[record] = text;
        ids[record] = source.id;
        tables.add(source, analysis);
        recordAt.push(record);
        onRecord(record, source);
        record++;
      }
      onProgress(recordAt.length, count);
    }
  }
  const inputOf = (record: number): number => inputs.findLastIndex(({ from }) => from <= record);
  const read = (record: number): SourceRecord => parseChecked(texts[record]!, inputs[inputOf(record)]!.name);
  return { records: { inputs, count, ids, inputOf, read }, tables, recordAt, largest: inputs[order[0]!]?.icons ?? 0 };
}

interface ReadRecord {
  readonly source: SourceRecord;
  readonly text: Buffer;
  /** Undefined without a readable image. */
  readonly analysis: Analysis | undefined;
}

async function measure(analyzer: Analyzer, source: SourceImage): Promise<Analysis | undefined> {
  const { analysis } = await analyzer.measure(source);
  return "error" in analysis ? undefined : unpackAnalysis(analysis);
}
