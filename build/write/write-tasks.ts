import { writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  type DictionaryName,
  dictionaryFile,
  postingsFile,
  type REMOVED,
  SYNONYMS,
  TERM_ENDINGS_FILE,
  TERM_TRIE_FILE,
} from "#src/format/artifact-files.js";
import { layOutContainer } from "#src/format/container.js";
import { createDictionaryEncoder, type DictionaryEntry, SECTIONS } from "#src/format/dictionary-encoder.js";
import type { ManifestFile } from "#src/format/manifest.js";
import { createNameOrderBuilder, type NameOrderBuilder } from "#src/format/order-table.js";
import { encodeTermEndings } from "#src/format/term-endings.js";
import { createTermTrieBuilder, type TermTrieBuilder } from "#src/format/term-trie.js";
import { SYNONYM_SLOTS, synonymUniverse } from "#src/format/text-levels.js";
import { readBuiltInMeaning } from "../synonyms/built-in-meaning.js";
import { withSynonyms } from "../synonyms/numbered-meaning.js";
import type { Meaning } from "../synonyms/synonyms.js";
import { type ArtifactFile, type ArtifactWriter, createArtifactWriter } from "./artifact-writer.js";
import { mergeRuns } from "./merge-runs.js";
import { type EncodedSection, encodeSection, runFile, type SectionTask } from "./section.js";
import { openSpool, type Spool } from "./spool.js";
import { type SynonymEntry, synonymEntries } from "./synonym-entries.js";

const SECTION_COUNT = Object.keys(SECTIONS).length;

/** A dictionary to merge from the runs of all sections. */
export interface MergeTask {
  /** The folder of the generation. */
  readonly folder: string;
  readonly runs: string;
  readonly sections: number;
  readonly plan: DictionaryPlan;
  /** For the texts: what their synonyms are derived from. */
  readonly meaning?: Meaning;
}

/** The scratch file of the ordinals by name. */
export function nameOrderFile(runs: string): string {
  return join(runs, "order-name");
}

/** The tasks of writing a generation; each can run in a separate thread. */
export interface WriteTasks {
  encode(task: SectionTask): Promise<EncodedSection>;
  /** @returns the manifest entries of the files */
  merge(task: MergeTask): Promise<readonly ManifestFile[]>;
}

export const writeTasks: WriteTasks = {
  encode: async (task) => encodeSection(task),
  async merge({ folder, runs, sections, plan, meaning }) {
    const writer = createArtifactWriter(folder);
    const paths = Array.from({ length: sections }, (_, section) => runFile(runs, plan.name as DictionaryName, section));
    const entries = mergeRuns(paths, plan.slots);
    try {
      if (plan.name === "terms") {
        const trie = createTermTrieBuilder();
        writeDictionary(writer, plan, alsoInto(trie, entries), runs);
        writer.write(TERM_TRIE_FILE, trie.encode().pieces);
        writer.write(TERM_ENDINGS_FILE, [encodeTermEndings(trie.trie())]);
      } else if (plan.name === "names") {
        const order = createNameOrderBuilder(plan.universe);
        writeDictionary(writer, plan, orderedInto(order, entries), runs);
        // Complete with the labels of the icons, which other tasks merge.
        writeFileSync(nameOrderFile(runs), order.ordinals());
      } else if (meaning !== undefined) {
        const indexes = new Map<string, number>();
        writeDictionary(writer, plan, indexedIn(indexes, entries), runs);
        const builtIn = readBuiltInMeaning(meaning.language);
        const means = meaning.synonyms === undefined ? builtIn : withSynonyms(builtIn, meaning.synonyms);
        const synonyms = synonymEntries(means, meaning.language, indexes);
        const universe = synonymUniverse(indexes.size, synonyms.length);
        const synonymPlan = { name: SYNONYMS, slots: SYNONYM_SLOTS, universe, sharded: false } as const;
        writeDictionary(writer, synonymPlan, inBytes(synonyms), runs);
      } else writeDictionary(writer, plan, entries, runs);
      return await writer.flushed();
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

/** Passes entries on, and adds their ordinals to an order. */
function* orderedInto(order: NameOrderBuilder, entries: Iterable<DictionaryEntry>): Generator<DictionaryEntry> {
  for (const entry of entries) {
    order.add(entry.slots[0]!);
    yield entry;
  }
}

/** Passes entries on, and records the index of each key. */
function* indexedIn(indexes: Map<string, number>, entries: Iterable<DictionaryEntry>): Generator<DictionaryEntry> {
  for (const entry of entries) {
    indexes.set(Buffer.from(entry.key).toString(), indexes.size);
    yield entry;
  }
}

function* inBytes(entries: readonly SynonymEntry[]): Generator<DictionaryEntry> {
  for (const { key, slots } of entries) yield { key: Buffer.from(key), slots };
}

/** Parameters of a dictionary file. */
export interface DictionaryPlan {
  readonly name: DictionaryName | typeof SYNONYMS | typeof REMOVED;
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
export function writeDictionary(
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
