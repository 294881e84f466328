import { TERM_TRIE_FILE } from "#src/format/artifact-files.js";
import type { DictionaryEntry } from "#src/format/dictionary-encoder.js";
import type { ManifestFile } from "#src/format/manifest.js";
import { createTermTrieBuilder, type TermTrieBuilder } from "#src/format/term-trie.js";
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
    const entries = mergeRuns(paths, plan.slots);
    try {
      if (plan.name === "terms") {
        const trie = createTermTrieBuilder();
        writeDictionary(writer, plan, alsoInto(trie, entries), runs);
        writer.write(TERM_TRIE_FILE, trie.encode().pieces);
      } else writeDictionary(writer, plan, entries, runs);
      return writer.files;
    } finally {
      writer.abandon();
    }
  },
};

/** Passes entries on, and their keys to a trie. */
function* alsoInto(trie: TermTrieBuilder, entries: Iterable<DictionaryEntry>): Generator<DictionaryEntry> {
  for (const entry of entries) {
    trie.add(entry.key);
    yield entry;
  }
}
