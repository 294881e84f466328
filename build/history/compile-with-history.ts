import { FormatError } from "#src/format/format-error.js";
import { withPathLock } from "#src/platform/file-lock.js";
import { compile } from "../compile/compile.js";
import type { BuildOptions, BuildResult } from "../compile/options.js";
import { buildScratch } from "../compile/scratch-build.js";
import type { IconChange } from "../diff/change.js";
import { compareGenerations } from "../diff/compare-generations.js";
import { type DiffReport, reportDiff } from "../diff/report.js";
import { openLiveSide, openSide, type Side } from "../diff/side.js";
import { findDataset } from "../read/dataset.js";
import { createHistoryProposer, type HistoryProposal, type Proposed } from "./propose-history.js";
import { recordHistory } from "./record-history.js";

export interface HistoryOptions {
  /** Date of new entries, such as `2026-05-11`. */
  readonly date: string;
  /** Whether to write them into the dataset. */
  readonly record: boolean;
  /** Maximum number of proposals in the result; all are counted. */
  readonly limit: number;
}

/** The result of a build, with missing or added history entries. */
export interface BuildWithHistory extends BuildResult, Proposed {
  /** The dataset files to which proposals were written; empty if they are only proposed. */
  readonly recorded: readonly string[];
  /** What changed since the previously live generation, counted; undefined if there was none or nothing was built. */
  readonly difference: Omit<DiffReport, "changes"> | undefined;
}

/**
 * Compiles a dataset like `compile`, and compares its images with those of the previously live generation: for an icon
 * whose image changed, a history entry is proposed. To record entries, a scratch build comes first, the entries are
 * written to the dataset, both under the dataset's lock, and the generation that goes live includes them.
 *
 * @throws the errors of `compile`, and Error if a file of the dataset changed while an entry was written; the live
 * generation then stays
 * Cost: compares the generations; if entries are recorded, compiles twice, without analyzing images again. Memory: the
 * proposals in the result; those to be recorded are all kept meanwhile.
 */
export async function compileWithHistory(options: BuildOptions, history: HistoryOptions): Promise<BuildWithHistory> {
  const live = openLiveOrNone(options.out);
  if (live === undefined) return { ...(await compile(options)), ...NOTHING };
  if (history.record) return recordAndCompile(live, options, history);
  const result = await compile(options);
  if (result.unchanged) return { ...result, ...NOTHING };
  const built = openSide(options.out, result.generation);
  const { add, proposed } = createHistoryProposer(live, built, history.date, history.limit);
  const difference = countDifference(live, built, add);
  return { ...result, ...proposed(), recorded: [], difference };
}

const NOTHING = { proposed: 0, proposals: [], recorded: [], difference: undefined };

function countDifference(
  live: Side,
  built: Side,
  onChange?: (change: IconChange) => void,
): BuildWithHistory["difference"] {
  const { changes: _none, ...counted } = reportDiff(live, built, 0, onChange);
  return counted;
}

async function recordAndCompile(
  live: Side,
  options: BuildOptions,
  { date, limit }: HistoryOptions,
): Promise<BuildWithHistory> {
  // Explains what is wrong with a path that can't be locked.
  await findDataset(options.data);
  const { all, analyzed, recorded } = await withPathLock(options.data, false, async () => {
    const proposed = await proposeFromScratchBuild(live, options, date);
    const entries = new Map(proposed.all.map(({ id, entry }) => [id, entry]));
    return { ...proposed, recorded: await recordHistory(options.data, entries) };
  });
  const result = await compile(options);
  const difference = result.unchanged ? undefined : countDifference(live, openSide(options.out, result.generation));
  const proposed = { proposed: all.length, proposals: all.slice(0, limit) };
  return { ...result, analyzed: result.analyzed + analyzed, ...proposed, recorded, difference };
}

async function proposeFromScratchBuild(
  live: Side,
  options: BuildOptions,
  date: string,
): Promise<{ all: readonly HistoryProposal[]; analyzed: number }> {
  const { result, artifacts, remove } = await buildScratch(options, true);
  try {
    if (result.dropped !== undefined) throw result.dropped;
    const built = openSide(artifacts, result.generation);
    const { add, proposed } = createHistoryProposer(live, built, date, Number.POSITIVE_INFINITY);
    for (const change of compareGenerations(live, built).changes) add(change);
    return { all: proposed().proposals, analyzed: result.analyzed };
  } finally {
    await remove();
  }
}

/**
 * A live generation that can't be read, for example one of an earlier version, is not compared; the build replaces it.
 */
function openLiveOrNone(artifacts: string): Side | undefined {
  try {
    return openLiveSide(artifacts);
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}
