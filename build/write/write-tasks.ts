import { join } from "node:path";
import { type DictionaryName, dictionaryFile, postingsFile, TERM_TRIE_FILE } from "#src/format/artifact-files.js";
import { layOutContainer } from "#src/format/container.js";
import { createDictionaryEncoder, type DictionaryEntry, SECTIONS } from "#src/format/dictionary-encoder.js";
import type { ManifestFile } from "#src/format/manifest.js";
import { createTermTrieBuilder, type TermTrieBuilder } from "#src/format/term-trie.js";
import { type ArtifactFile, type ArtifactWriter, createArtifactWriter } from "./artifact-writer.js";
import { mergeRuns } from "./merge-runs.js";
import { type EncodedSection, encodeSection, runFile, type SectionTask } from "./section.js";
import { openSpool, type Spool } from "./spool.js";

const SECTION_COUNT = Object.keys(SECTIONS).length;

/** A dictionary to merge from the runs of all sections. */
export interface MergeTask {
  /** The folder of the generation. */
  readonly folder: string;
  readonly runs: string;
  readonly sections: number;
  readonly plan: DictionaryPlan;
}

/** The tasks of writing a generation; each can run in a separate thread. */
export interface WriteTasks {
  encode(task: SectionTask): Promise<EncodedSection>;
  /** @returns the manifest entries of the files */
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

/** Passes entries on, and adds their keys to a trie. */
function* alsoInto(trie: TermTrieBuilder, entries: Iterable<DictionaryEntry>): Generator<DictionaryEntry> {
  for (const entry of entries) {
    trie.add(entry.key);
    yield entry;
  }
}

/** Parameters of a dictionary file. */
export interface DictionaryPlan {
  readonly name: DictionaryName;
  /** Posting lists per key. */
  readonly slots: number;
  /** Number of ordinals of the generation. */
  readonly universe: number;
  /** Whether the postings are in separate shards, since they may exceed the size of a file. */
  readonly sharded: boolean;
}

/**
 * Writes sorted entries as a dictionary, in constant memory: the sections, whose lengths are at the front of the file,
 * are first collected in temporary files.
 *
 * @param scratch folder for temporary data; it is removed at the end
 */
function writeDictionary(
  writer: ArtifactWriter,
  { name, slots, universe, sharded }: DictionaryPlan,
  entries: Iterable<DictionaryEntry>,
  scratch: string,
): void {
  const spools = Array.from({ length: SECTION_COUNT }, (_, section) => openSpool(join(scratch, `${name}.${section}`)));
  let shards = 0;
  let shard: ArtifactFile | undefined;
  const encoder = createDictionaryEncoder(slots, universe, {
    append(section, bytes) {
      if (section === SECTIONS.postings && shard !== undefined) shard.append(bytes);
      else spools[section]!.append(bytes);
    },
    ...(sharded && {
      nextShard() {
        shard?.close();
        shard = writer.open(postingsFile(name, shards++));
      },
    }),
  });
  for (const entry of entries) encoder.add(entry);
  encoder.finish();
  shard?.close();

  const lengths = spools.map((spool) => spool.size());
  writer.write(dictionaryFile(name), layOutContainer("DICT", slots, lengths, drain(spools)).pieces);
}

function* drain(spools: readonly Spool[]): Generator<Uint8Array> {
  for (const spool of spools) yield* spool.drain();
}
