import { realpathSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import { decodeStoredImage } from "#src/format/stored-image.js";
import { type ReadyImage, readyImage } from "#src/images/ready-image.js";
import { availableCores } from "#src/platform/cores.js";
import { writeFlushed } from "#src/platform/write-file.js";
import { createAnalysisPool } from "../analysis/analysis-pool.js";
import { downloadFolderOf, openCache } from "../cache/build-cache.js";
import { type Analyzer, createAnalyzer } from "../compile/cached-analyzer.js";
import { REMOVED_FILE } from "../dataset/removed-icons.js";
import { hasOwnImage, type SourceRecord } from "../dataset/source-record.js";
import { openDownloadedImages } from "../image/download/remote-images.js";
import { ImageError } from "../image/image-file.js";
import { SETS_FOLDER } from "../image/source/icon-sets.js";
import { slugOf } from "../import/one-line.js";
import { DATASET_FILES, ICONS_FOLDER, writeDatasetFiles, writeFolder } from "../import/write-folder.js";
import { IMAGES_FOLDER } from "../import/write-images.js";
import { createRecordCheck, writeRecords } from "../import/write-records.js";
import { SYNONYMS_FILE } from "../synonyms/dataset-synonyms.js";
import { combine, type Member } from "./combine.js";
import { type DecidedPair, DecisionError, decidePairs, type MergePlan } from "./decide.js";
import { readDecisions, writeDecisions } from "./decisions-file.js";
import { createPairFinder } from "./find-pairs.js";
import { type MergeInput, type MergeRecords, openInputs, readInputs } from "./inputs.js";
import { type MergeOptions, type MergeReport, UndecidedError } from "./options.js";
import { openImagePlacer } from "./place-images.js";
import { reportPairs } from "./report.js";
import { writeReviewPage } from "./review-page.js";
import { createRespelling, type MergedSettings, mergeRemovals, mergeSettings } from "./settings.js";

const MAX_SHOWN = 20;
/** The entries of a merged dataset. */
const MERGED_FILES = [...DATASET_FILES, IMAGES_FOLDER, SETS_FOLDER, REMOVED_FILE, SYNONYMS_FILE];

/**
 * Merges datasets: finds records that show the same icon, decides about each pair as the file of decisions says or by
 * default, stores the decisions, and writes one dataset. The same inputs and decisions give the same bytes. Unless
 * nothing is written, the merged dataset's folder is locked meanwhile.
 *
 * Memory: the text of all records, some hundred bytes per record, and the pairs.
 *
 * @throws DatasetError if an input or the file of decisions is invalid, DecisionError if decisions contradict each
 * other or make a record invalid, UndecidedError if a person must decide first; Error if the folder may not be
 * replaced, or the file of decisions was edited meanwhile. The merged dataset is not written then
 */
export async function mergeDatasets(options: MergeOptions): Promise<MergeReport> {
  const { sources, out, force = false, dryRun = false } = options;
  refuseInput(
    sources.map(({ data }) => data),
    out,
  );
  if (dryRun) return merge(options, undefined);
  const target = {
    out,
    owned: MERGED_FILES,
    force,
    edits: "Edits in it are lost; edit the datasets that it is made of.",
  };
  return writeFolder(target, (folder) => merge(options, folder));
}

/** @param folder for the merged dataset; undefined to write only the page */
async function merge(options: MergeOptions, folder: string | undefined): Promise<MergeReport> {
  const started = performance.now();
  const { sources, out, limit, artifacts, jobs = availableCores(), onProgress } = options;
  const file = options.decisions ?? `${resolve(out)}.merge.json`;
  const stored = readDecisions(file);
  const open = await openInputs(sources, jobs, (done) => onProgress?.({ phase: "check", done }));
  const pool = createAnalysisPool(jobs);
  try {
    const cache = openCache({ out: artifacts, ...(options.cache === undefined ? {} : { cache: options.cache }) });
    const remote = openDownloadedImages(downloadFolderOf(artifacts));
    const analyzers = open.inputs.map(({ dataset }) => createAnalyzer(dataset, { pool, images: true, cache, remote }));
    const finder = createPairFinder();
    const formerIds = open.inputs.map(() => new Map<string, number>());
    const { records, tables, recordAt, largest } = await readInputs(
      open,
      (input) => analyzers[input]!,
      (record, source) => {
        finder.add(record, source);
        for (const id of source.formerIds ?? []) formerIds[inputAt(open.inputs, record)]!.set(id, record);
      },
      (done, total) => onProgress?.({ phase: "analyze", done, total }),
    );
    const { pairs: found, common } = await finder.pairs(
      { tables: tables.encode(), recordAt, largest },
      records.inputOf,
      (done, total) => onProgress?.({ phase: "compare", done, total }),
    );
    const plan = decidePairs(records, found, formerIds, {
      file,
      stored: stored.decisions.pairs,
      renameCollisions: options.renameCollisions ?? false,
    });
    const { shown, ...counted } = reportPairs(records, plan, limit);
    const settings = mergeSettings(records.inputs);
    let icons = 0;
    for (let record = 0; record < records.count; record++) if (plan.groupOf(record)[0] === record) icons++;
    const name = options.name ?? records.inputs[0]!.dataset.options.name;
    const report = (leftOut: readonly string[]): MergeReport => ({
      dataset: name,
      inputs: records.inputs.map(({ name, icons }) => ({ dataset: name, icons })),
      ...counted,
      commonKeys: common,
      stale: plan.stale,
      icons,
      leftOut: [...settings.leftOut, ...leftOut],
      decisions: file,
      seconds: (performance.now() - started) / 1000,
    });
    if (options.html !== undefined) {
      const images = await imagesOf(
        records,
        [...new Set(shown.flatMap(({ first, second }) => [first, second]))],
        analyzers,
      );
      const sides = shown.map(({ first, second }) => [images.get(first), images.get(second)] as const);
      await writeReviewPage(options.html, report([]), sides);
    }
    const lacking = plan.pairs.filter(({ lacksRename }) => lacksRename);
    if (lacking.length === 0) refuseEqualIds(records, plan, file);
    if (folder === undefined) return report([]);
    const pairs = [...plan.pairs, ...plan.stale].map(({ decision }) => decision);
    await writeDecisions(file, stored, pairs);
    if (lacking.length > 0) throw undecided(records, lacking, report([]));
    return report(
      await writeMerged({ folder, name, ...settings }, records, plan, analyzers, (done) =>
        onProgress?.({ phase: "merge", done, total: icons }),
      ),
    );
  } finally {
    await pool.close();
  }
}

function inputAt(inputs: readonly MergeInput[], record: number): number {
  return inputs.findLastIndex(({ from }) => from <= record);
}

/** The merged dataset must not replace one that it is made of. */
function refuseInput(data: readonly string[], out: string): void {
  const real = (path: string): string => {
    try {
      return realpathSync(path);
    } catch {
      return resolve(path);
    }
  };
  const target = real(out);
  for (const path of data) {
    const inside = relative(target, real(path));
    if (inside === "" || !(inside === ".." || inside.startsWith(`..${sep}`)))
      throw new Error(`${out} contains the dataset ${path}, which is to be merged. Choose another folder.`);
  }
}

function refuseEqualIds(
  { ids, count, inputs, inputOf }: MergeRecords,
  { groupOf, idOf }: MergePlan,
  file: string,
): void {
  const leaders = new Map<string, number>();
  for (let record = 0; record < count; record++) {
    if (groupOf(record)[0] !== record) continue;
    const id = idOf(record);
    const other = leaders.get(id);
    if (other !== undefined) {
      const [one, two] = [other, record].map((at) => `${JSON.stringify(ids[at])} of ${inputs[inputOf(at!)]!.name}`);
      throw new DecisionError(
        `${file}: ${one} and ${two} would both have the id ${JSON.stringify(id)}. Change id or rename of one of them.`,
      );
    }
    leaders.set(id, record);
  }
}

/** @param lacking the pairs that lack a rename */
function undecided(
  { inputs, inputOf, read }: MergeRecords,
  lacking: readonly DecidedPair[],
  report: MergeReport,
): UndecidedError {
  const shown = (record: number): string => `${read(record).name} (${inputs[inputOf(record)]!.name})`;
  const lines = lacking
    .slice(0, MAX_SHOWN)
    .map(({ first, second }) => `  ${JSON.stringify(read(first).id)}: ${shown(first)}, ${shown(second)}`);
  const more = lacking.length > lines.length ? [`  … and ${lacking.length - lines.length} more`] : [];
  const ids = lacking.length === 1 ? "1 id belongs to two records" : `${lacking.length} ids belong to two records each`;
  const remedy = `In ${report.decisions}, decide "same", or "different" with "rename": a new id for the second record. Or use --rename-collisions.`;
  return new UndecidedError([`${ids}. ${remedy}`, ...lines, ...more].join("\n"), report);
}

/** The images of records, for the page. */
async function imagesOf(
  records: MergeRecords,
  wanted: readonly number[],
  analyzers: readonly Analyzer[],
): Promise<Map<number, ReadyImage>> {
  const images = new Map<number, ReadyImage>();
  for (const record of wanted) {
    const image = await storedImageOf(records, record, analyzers);
    if (image !== undefined) images.set(record, readyImage(image));
  }
  return images;
}

/** The image of a record as a build stores it; undefined if there is none, or it can't be read. */
async function storedImageOf(
  records: MergeRecords,
  record: number,
  analyzers: readonly Analyzer[],
): Promise<Buffer | undefined> {
  const source = records.read(record);
  if (!hasOwnImage(source)) return undefined;
  const { analysis } = await analyzers[records.inputOf(record)]!.measure(source);
  return "error" in analysis || analysis.image.length === 0 ? undefined : Buffer.from(analysis.image);
}

/** What is written apart from records and images. */
interface MergeTarget extends MergedSettings {
  readonly folder: string;
  readonly name: string;
}

/** @returns what was left out */
async function writeMerged(
  { folder, name, options, synonyms }: MergeTarget,
  records: MergeRecords,
  plan: MergePlan,
  analyzers: readonly Analyzer[],
  onProgress: (done: number) => void,
): Promise<string[]> {
  const { inputs, ids, count, inputOf } = records;
  const leaders = Array.from({ length: count }, (_, record) => record).filter(
    (record) => plan.groupOf(record)[0] === record,
  );
  const leftOut: string[] = [];
  const taken = new Set(leaders.map(plan.idOf));
  const redirected = new Set<string>();
  const ranks = ranksOf(records);
  const placer = await openImagePlacer(folder, inputs);
  const respell = createRespelling(options.labels);
  const check = createRecordCheck();
  const invalid: string[] = [];
  const memberOf = (record: number): Member => {
    const input = inputOf(record);
    return {
      dataset: inputs[input]!.name,
      record: records.read(record),
      async place(image, wanted) {
        try {
          return await placer.place(input, image, wanted);
        } catch (error) {
          if (!(error instanceof ImageError)) throw error;
          leftOut.push(`image ${image.image} of ${ids[record]} of ${inputs[input]!.name}: ${error.message}`);
          return undefined;
        }
      },
      async content() {
        const stored = await storedImageOf(records, record, analyzers);
        return stored === undefined ? undefined : decodeStoredImage(stored)?.file;
      },
    };
  };
  let done = 0;
  async function* recordsOf(input: number): AsyncGenerator<SourceRecord> {
    for (const leader of leaders.filter((record) => inputOf(record) === input)) {
      const members = plan.groupOf(leader).map(memberOf);
      const id = plan.idOf(leader);
      const isFree = (former: string): boolean => !taken.has(former) && !redirected.has(former);
      const { record, omitted } = await combine(members, id, isFree);
      for (const former of record.formerIds ?? []) redirected.add(former);
      for (const former of members.flatMap((member) => member.record.formerIds ?? []))
        if (former !== id && !record.formerIds?.includes(former))
          leftOut.push(`former id ${former} of ${id}: another icon has it`);
      for (const [list, more] of Object.entries(omitted))
        leftOut.push(`${more} of the ${list} of ${id}: the list is full`);
      const checked = check(respell({ ...record, rank: ranks(leader) }));
      if ("reason" in checked)
        invalid.push(
          `${members.map((member) => `${JSON.stringify(member.record.id)} of ${member.dataset}`).join(", ")}: ${checked.reason}`,
        );
      else yield checked;
      onProgress(++done);
    }
  }
  await mkdir(join(folder, ICONS_FOLDER));
  const digits = String(inputs.length).length;
  for (const [input, { name }] of inputs.entries()) {
    const file = `${String(input + 1).padStart(digits, "0")}-${slugOf(name) || "icons"}.ndjson`;
    await writeRecords(join(folder, ICONS_FOLDER, file), recordsOf(input), () => undefined);
  }
  if (invalid.length > 0) {
    const more = invalid.length > MAX_SHOWN ? [`… and ${invalid.length - MAX_SHOWN} more`] : [];
    throw new DecisionError(
      [
        `merging makes ${invalid.length === 1 ? "a record" : `${invalid.length} records`} invalid; decide "different", or edit the datasets:`,
        ...invalid.slice(0, MAX_SHOWN),
        ...more,
      ].join("\n"),
    );
  }
  await placer.flush();
  const currentIds = currentIdsOf(records, plan);
  const { removed, present } = mergeRemovals(inputs, currentIds, (id) => taken.has(id) || redirected.has(id));
  for (const { id, dataset } of present) leftOut.push(`removal of ${id} by ${dataset}: another dataset has this icon`);
  if (removed.length > 0) await writeFlushed(join(folder, REMOVED_FILE), json(removed));
  if (synonyms !== undefined) await writeFlushed(join(folder, SYNONYMS_FILE), json(synonyms));
  await writeDatasetFiles(folder, name, options);
  return leftOut;
}

/**
 * Ranks that list the datasets in the order of priority, and each in its own order: 0 for the records of the lowest
 * rank of the first dataset, and so on.
 */
function ranksOf({ inputs, inputOf, read, count }: MergeRecords): (record: number) => number {
  const ranks = new Uint32Array(count);
  let rank = -1;
  let before: readonly [input: number, rank: number | undefined] | undefined;
  for (let record = 0; record < count; record++) {
    const own = read(record).rank;
    const input = inputOf(record);
    if (before === undefined || before[0] !== input || before[1] !== own) rank++;
    before = [input, own];
    ranks[record] = rank;
  }
  return inputs.length === 0 ? () => 0 : (record) => ranks[record]!;
}

/** The id in the merged dataset of a record or former id of an input. */
function currentIdsOf(
  { inputs, ids }: MergeRecords,
  { groupOf, idOf }: MergePlan,
): (input: number, id: string) => string | undefined {
  const maps = inputs.map((): Map<string, number> | undefined => undefined);
  return (input, id) => {
    const { from, icons } = inputs[input]!;
    const map = maps[input] ?? new Map(ids.slice(from, from + icons).map((own, at) => [own, from + at]));
    maps[input] = map;
    const record = map.get(id);
    return record === undefined ? undefined : idOf(groupOf(record)[0]!);
  };
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
