import { join } from "node:path";
import { availableCores } from "#src/platform/cores.js";
import { unpackAnalysis } from "../analysis/analysis.js";
import { createAnalysisPool } from "../analysis/analysis-pool.js";
import { downloadFolderOf, openCache } from "../cache/build-cache.js";
import type { DatasetScan } from "../check/dataset-scan.js";
import { mapInOrder, parseChecked } from "../compile/analyze-records.js";
import { createAnalyzer } from "../compile/cached-analyzer.js";
import { CHECK_NAMES, type CheckName } from "../dataset/lint-settings.js";
import { hasOwnImage, imagesOf, type SourceImage, type SourceRecord } from "../dataset/source-record.js";
import { openDownloadedImages } from "../image/download/remote-images.js";
import type { Dataset } from "../read/dataset.js";
import type { RecordPlace } from "../read/places.js";
import { type RecordText, readRecords } from "../read/read-records.js";
import type { LintedImage, LintedRecord, Subject } from "./checks/check.js";
import { CHECKS } from "./checks/checks.js";
import { createCollector, severityOf } from "./collector.js";
import type { LintFinding, LintOptions } from "./lint-options.js";
import { placeFindings } from "./place-findings.js";
import { createRecordTable } from "./record-table.js";

/**
 * Runs the checks over the records of a valid dataset. Images are only analyzed if an enabled check needs it.
 *
 * @returns the reported findings, and the total number of findings of each check
 */
export async function lintRecords(
  dataset: Dataset,
  scan: Pick<DatasetScan, "places" | "stamps">,
  options: LintOptions & { readonly limit: number },
): Promise<{ readonly findings: readonly LintFinding[]; readonly counts: ReadonlyMap<CheckName, number> }> {
  const { data, limit, least = "info", only = CHECK_NAMES, today = new Date().toISOString().slice(0, 10) } = options;
  const settings = dataset.options.lint ?? {};
  const collector = createCollector({ settings, limit, least });
  const table = createRecordTable(dataset.files, scan.stamps);
  const names = CHECK_NAMES.filter((name) => only.includes(name) && severityOf(name, settings) !== "off");
  const subjectOf = (name: CheckName): Subject => ({
    dataset,
    data,
    today,
    report: (ordinal, finding, others) => collector.add(name, ordinal, finding, others),
    reportFile: (path, finding) => collector.add(name, path, finding),
    readRecord: (ordinal) => table.read(ordinal),
  });
  const runs = names.flatMap((name) => CHECKS[name].begin?.(subjectOf(name)) ?? []);
  const withImages = names.some((name) => CHECKS[name].images);
  for await (const { place, ...record } of readAll(dataset, scan, withImages, options)) {
    const ordinal = table.add(place);
    collector.see(ordinal, record.source.id);
    for (const run of runs) run.record?.({ ordinal, ...record });
  }
  for (const run of runs) await run.end?.();
  if (names.includes("unused-exception")) {
    for (const { check, key } of collector.unusedExceptions()) {
      if (!names.includes(check)) continue;
      const path = ["lint", check, "except", key];
      const finding = { path, message: `matches no finding of ${check}` };
      collector.add("unused-exception", join(data, "dataset.json"), finding);
    }
  }
  return {
    findings: await placeFindings(dataset.files, await collector.kept(table.placeOf)),
    counts: collector.counts,
  };
}

const NO_IMAGE: LintedImage = { analysis: undefined, unreadable: undefined, content: undefined };

interface PlacedRecord extends Omit<LintedRecord, "ordinal"> {
  readonly place: RecordPlace;
}

/** The records in display order. */
async function* readAll(
  dataset: Dataset,
  { places, stamps }: Pick<DatasetScan, "places" | "stamps">,
  withImages: boolean,
  { out, jobs = availableCores(), onProgress, ...options }: LintOptions,
): AsyncGenerator<PlacedRecord> {
  const pool = createAnalysisPool(jobs);
  const analyzer = createAnalyzer(dataset, {
    pool,
    images: true,
    cache: openCache({ out, ...options }),
    remote: openDownloadedImages(downloadFolderOf(out)),
  });
  const measure = async (image: SourceImage): Promise<LintedImage> => {
    const { analysis, kept } = await analyzer.measure(image);
    return "error" in analysis
      ? { ...NO_IMAGE, unreadable: analysis.error }
      : { analysis: unpackAnalysis(analysis), unreadable: undefined, content: kept?.key };
  };
  const measureAll = async (place: RecordPlace, source: SourceRecord): Promise<PlacedRecord> => {
    const images = await Promise.all(imagesOf(source).map(measure));
    const own = hasOwnImage(source) ? images.shift()! : NO_IMAGE;
    return { place, source, credited: await analyzer.credit(source), ...own, variants: images };
  };
  const prepare = ({ place, json }: RecordText): PlacedRecord | Promise<PlacedRecord> => {
    const source = parseChecked(json, dataset.files[place.file]!);
    return withImages ? measureAll(place, source) : { place, source, credited: source, ...NO_IMAGE, variants: [] };
  };
  let done = 0;
  try {
    for await (const batch of mapInOrder(readRecords(dataset.files, stamps, places), analyzer.concurrency, prepare)) {
      yield* batch;
      done += batch.length;
      onProgress?.({ phase: "lint", done, total: places.count });
    }
  } finally {
    await pool.close();
  }
}
