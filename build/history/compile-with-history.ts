import { FormatError } from "#src/format/errors.js";
import { compile } from "../compile/compile.js";
import type { BuildOptions, BuildResult } from "../compile/options.js";
import { buildScratch } from "../compile/scratch-build.js";
import { openLiveSide, openSide, type Side } from "../diff/side.js";
import { countProposals, type HistoryProposal, type Proposed, proposeHistory } from "./propose-history.js";
import { recordHistory } from "./record-history.js";

export interface HistoryOptions {
  /** The date of new entries, `2026-05-11`. */
  readonly date: string;
  /** Whether they are written into the dataset. */
  readonly record: boolean;
  /** Proposals that the result holds; all are counted. */
  readonly limit: number;
}

/** A build, and what the histories of its icons lack or have got. */
export interface BuildWithHistory extends BuildResult, Proposed {
  /** The dataset's files into which all proposals were written; none where they are only proposed. */
  readonly recorded: readonly string[];
}

/**
 * Compiles a dataset as `compile` does, and compares its images with those of the generation that was live: an icon whose image changed is
 * proposed an entry of its history. Where entries are recorded, a scratch build comes first, the entries are written into it, and what
 * goes live has them.
 *
 * @throws what `compile` throws, and Error when a file of the dataset changed while an entry was written; the live generation stays
 * Cost: compares the generations; where entries are to be recorded, compiles twice, without analyzing images again. Memory: the proposals
 * that are kept; those to be recorded are all kept meanwhile.
 */
export async function compileWithHistory(options: BuildOptions, history: HistoryOptions): Promise<BuildWithHistory> {
  const live = openLiveOrNone(options.out);
  if (live === undefined) return { ...(await compile(options)), ...NOTHING, recorded: [] };
  if (history.record) return recordAndCompile(live, options, history);
  const result = await compile(options);
  if (result.unchanged) return { ...result, ...NOTHING, recorded: [] };
  const all = proposeHistory(live, openSide(options.out, result.generation), history.date);
  return { ...result, ...countProposals(all, history.limit), recorded: [] };
}

const NOTHING: Proposed = { proposed: 0, proposals: [] };

async function recordAndCompile(
  live: Side,
  options: BuildOptions,
  { date, limit }: HistoryOptions,
): Promise<BuildWithHistory> {
  const { all, analyzed } = await proposeFromScratchBuild(live, options, date);
  const recorded = await recordHistory(options.data, new Map(all.map(({ id, entry }) => [id, entry])));
  const result = await compile(options);
  return { ...result, analyzed: result.analyzed + analyzed, ...countProposals(all, limit), recorded };
}

async function proposeFromScratchBuild(
  live: Side,
  options: BuildOptions,
  date: string,
): Promise<{ all: HistoryProposal[]; analyzed: number }> {
  const { result, artifacts, remove } = await buildScratch(options, true);
  try {
    const all = [...proposeHistory(live, openSide(artifacts, result.generation), date)];
    return { all, analyzed: result.analyzed };
  } finally {
    await remove();
  }
}

/** A live generation that can't be read, such as one of an earlier version, has nothing to be compared with; the build replaces it. */
function openLiveOrNone(artifacts: string): Side | undefined {
  try {
    return openLiveSide(artifacts);
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}
