import { join } from "node:path";
import { type DictionaryName, dictionaryFile, postingsFile } from "#src/format/artifact-files.js";
import { layOutContainer } from "#src/format/container.js";
import { createDictionaryEncoder, type DictionaryEntry, SECTIONS } from "#src/format/dictionary-encoder.js";
import type { ArtifactFile, ArtifactWriter } from "./artifact-writer.js";
import { openSpool, type Spool } from "./spool.js";

const SECTION_COUNT = Object.keys(SECTIONS).length;

/** What a dictionary file is made of. */
export interface DictionaryPlan {
  readonly name: DictionaryName;
  /** Posting lists per key. */
  readonly slots: number;
  /** Number of ordinals of the generation. */
  readonly universe: number;
  /** Whether the postings lie in shards of their own, since they may outgrow a file. */
  readonly sharded: boolean;
}

/**
 * Writes sorted entries as a dictionary, in constant memory: the sections, whose lengths stand at the front of the file, are
 * collected aside first.
 *
 * @param scratch folder for what is collected; it is removed again
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
