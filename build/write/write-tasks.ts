import type { ManifestFile } from "#src/format/manifest.js";
import { createArtifactWriter } from "./artifact-writer.js";
import { type DictionaryPlan, writeDictionary } from "./dictionary-file.js";
import { mergeRuns } from "./merge-runs.js";
import { type EncodedSection, encodeSection, runFile, type SectionTask } from "./section.js";

/** A dictionary that is to be merged from the runs of all sections. */
export interface MergeTask {
  /** The folder of the generation. */
  readonly folder: string;
  readonly runs: string;
  readonly sections: number;
  readonly plan: DictionaryPlan;
}

/** The work that writing a generation hands out; each piece can run in a thread of its own. */
export interface WriteTasks {
  encode(task: SectionTask): Promise<EncodedSection>;
  /** @returns what the manifest says of the files */
  merge(task: MergeTask): Promise<readonly ManifestFile[]>;
}

export const writeTasks: WriteTasks = {
  encode: encodeSection,
  async merge({ folder, runs, sections, plan }) {
    const writer = createArtifactWriter(folder);
    const paths = Array.from({ length: sections }, (_, section) => runFile(runs, plan.name, section));
    writeDictionary(writer, plan, mergeRuns(paths, plan.slots), runs);
    return writer.files;
  },
};
