import { availableCores } from "#src/platform/cores.js";
import { scanDataset } from "../check/dataset-scan.js";
import { explainProblems } from "../check/explain-problems.js";
import { CHECK_NAMES, type CheckName, type Severity } from "../dataset/lint-settings.js";
import { DatasetError, type Problem } from "../dataset/problems.js";
import { findDataset } from "../read/dataset.js";
import { severityOf } from "./collector.js";
import type { LintFinding, LintOptions } from "./lint-options.js";
import { lintRecords } from "./lint-records.js";

/** Maximum number of findings per check. */
const DEFAULT_LIMIT = 100;

/** The result of linting. */
export interface LintResult {
  /** The dataset's name, or its path if the name can't be read. */
  readonly dataset: string;
  readonly icons: number;
  /** By file, line and column. */
  readonly findings: readonly LintFinding[];
  /** Number of findings by check, in the order of the checks; checks without findings are absent. */
  readonly counts: Partial<Record<CheckName, number>>;
  /** The same by severity. */
  readonly errors: number;
  readonly warnings: number;
  readonly infos: number;
  readonly seconds: number;
}

/**
 * Finds problems that the schema check does not catch. Problems that fail a build are reported as findings of `valid`,
 * and no other checks run. Writes nothing but analyses to the cache. Memory: some hundred bytes per record, and the
 * findings.
 *
 * @throws the system's error if a file can't be read
 */
export async function lintDataset(options: LintOptions): Promise<LintResult> {
  const started = performance.now();
  const { severities, ...report } = await lintOrExplain({ ...options, limit: options.limit ?? DEFAULT_LIMIT });
  const amount = (severity: Severity): number =>
    [...report.counts].reduce((sum, [name, count]) => sum + (severities(name) === severity ? count : 0), 0);
  return {
    ...report,
    counts: Object.fromEntries(
      CHECK_NAMES.flatMap((name) => (report.counts.has(name) ? [[name, report.counts.get(name)]] : [])),
    ),
    errors: amount("error"),
    warnings: amount("warning"),
    infos: amount("info"),
    seconds: (performance.now() - started) / 1000,
  };
}

async function lintOrExplain(options: LintOptions & { readonly limit: number }) {
  const { data, limit, jobs = availableCores(), onProgress } = options;
  let dataset = data;
  try {
    const found = await findDataset(data);
    dataset = found.options.name;
    const { clean, places, stamps } = await scanDataset(found, jobs, {
      onRecords: (read) => onProgress?.({ phase: "check", done: read }),
    });
    if (!clean) await explainProblems(found, limit);
    const { findings, counts } = await lintRecords(found, { places, stamps }, options);
    const severities = (name: CheckName): Severity => severityOf(name, found.options.lint);
    return { dataset, icons: places.count, findings, counts, severities };
  } catch (error) {
    if (!(error instanceof DatasetError)) throw error;
    const counts = new Map<CheckName, number>([["valid", error.count]]);
    return { dataset, icons: 0, findings: error.problems.map(asFinding), counts, severities: (): Severity => "error" };
  }
}

function asFinding(problem: Problem): LintFinding {
  return { ...problem, check: "valid", severity: "error" };
}
