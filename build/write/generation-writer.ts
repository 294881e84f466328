import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { FACET_COUNTS_FILE, HASH_FILE, REMOVED, SHARDED } from "#src/format/artifact-files.js";
import type { DictionaryEntry } from "#src/format/dictionary-encoder.js";
import { encodeFacetCounts } from "#src/format/facet-counts.js";
import { FACETS } from "#src/format/filter-facets.js";
import { createHashTableBuilder } from "#src/format/hash-table.js";
import type { Manifest, ManifestFile } from "#src/format/manifest.js";
import type { Removal } from "#src/format/removal.js";
import { concatInto } from "../dataset/number-list.js";
import type { RemovedIcon } from "../dataset/removed-icons.js";
import type { Meaning } from "../synonyms/synonyms.js";
import type { QuantizedVectors } from "../vectors/dataset-vectors.js";
import { createArtifactWriter } from "./artifact-writer.js";
import { createBlobWriter } from "./blob-writer.js";
import { type CountedLabels, createLabelCounter } from "./label-counter.js";
import { writeOrders } from "./orders.js";
import { createPaletteWriter } from "./palettes.js";
import { sortByBytes } from "./run.js";
import { DICTIONARY_SLOTS, type EncodedSection, type SectionTask } from "./section.js";
import { createSectionCollector, type WritableRecord } from "./section-collector.js";
import { type SetBatches, writeSets } from "./set-writer.js";
import { createShapeWriter } from "./shapes.js";
import { createVectorWriter } from "./vectors.js";
import type { WritePool } from "./write-pool.js";
import { writeDictionary } from "./write-tasks.js";

/** Writes the files of a generation, record by record in display order. */
export interface GenerationWriter {
  append(records: readonly WritableRecord[]): Promise<void>;
  /**
   * Writes the tables.
   *
   * @param sets items of the dataset's Iconify sets by ascending key
   * @returns the manifest's entries about files and records
   */
  finish(sets: SetBatches): Promise<Pick<Manifest, "icons" | "fields" | "files">>;
  /** Closes open files. Must also be called after a failure. */
  close(): void;
}

const RUNS_FOLDER = "runs";

/** What a dataset has besides records. */
export interface DatasetFacts {
  readonly removed: readonly RemovedIcon[];
  readonly meaning: Meaning;
  /** Of the icons, if the dataset has vectors. */
  readonly vectors: QuantizedVectors | undefined;
}

/**
 * @param folder an empty folder
 * @param pool for encoding and merging
 */
export async function createGenerationWriter(
  folder: string,
  pool: WritePool,
  { removed, meaning, vectors }: DatasetFacts,
): Promise<GenerationWriter> {
  const { language } = meaning;
  const runs = join(folder, RUNS_FOLDER);
  await mkdir(runs);
  const writer = createArtifactWriter(folder);
  const blobs = {
    records: createBlobWriter(writer, "records"),
    cards: createBlobWriter(writer, "cards"),
    images: createBlobWriter(writer, "images"),
    variants: createBlobWriter(writer, "variants"),
  };
  const collector = createSectionCollector(runs, language);
  const counter = createLabelCounter();
  const fields = new Map<string, number>();
  const hashes = createHashTableBuilder();
  const palettes = createPaletteWriter(writer, runs);
  const shapes = createShapeWriter(writer, runs);
  const vectorTable = createVectorWriter(writer, runs, vectors);
  const created: Float64Array[] = [];
  const updated: Float64Array[] = [];
  const encoding: Promise<EncodedSection>[] = [];

  const take = (section: EncodedSection): void => {
    blobs.cards.append(section.cards);
    blobs.records.append(section.rows);
    hashes.addAll(section.hashes, section.uncertain, section.hashed);
    palettes.append(section.palettes, section.hashed.length);
    created.push(section.created);
    updated.push(section.updated);
    shapes.append(section.shapes, section.hashed.length);
    vectorTable.append(section.ids);
    for (const [field, count] of section.fields) fields.set(field, (fields.get(field) ?? 0) + count);
    counter.add(section.combinations);
  };
  const encode = async (task: SectionTask): Promise<void> => {
    const work = pool.encode(task);
    // An error is reported when this task is awaited; until then, it must not count as an unhandled rejection.
    work.catch(() => undefined);
    encoding.push(work);
    if (encoding.length >= pool.concurrency) take(await encoding.shift()!);
  };
  const endSection = async (): Promise<void> => {
    const { task, images, variants } = collector.end();
    blobs.images.append(images);
    blobs.variants.append(variants);
    await encode(task);
  };
  const merge = async (universe: number): Promise<readonly ManifestFile[]> => {
    const sections = collector.sections();
    const files = await Promise.all(
      DICTIONARY_SLOTS.map(([name, slots]) => {
        const plan = { name, slots, universe, sharded: SHARDED.has(name) };
        return pool.merge({
          folder,
          runs,
          sections,
          plan,
          ...(name === "texts" && { meaning }),
        });
      }),
    );
    return files.flat();
  };

  return {
    async append(records) {
      for (const record of records) {
        collector.add(record);
        if (collector.isFull()) await endSection();
      }
    },
    async finish(sets) {
      if (!collector.isEmpty() || collector.sections() === 0) await endSection();
      while (encoding.length > 0) take(await encoding.shift()!);
      const icons = collector.records();
      // Started first, so that threads merge while this one writes.
      const merging = merge(icons);
      merging.catch(() => undefined);
      for (const blob of Object.values(blobs)) blob.close();
      writer.write(HASH_FILE, hashes.encode().pieces);
      palettes.close();
      shapes.close();
      vectorTable.close();
      await writeSets(writer, sets);
      const plan = { name: REMOVED, slots: 1, universe: icons, sharded: false } as const;
      writeDictionary(writer, plan, removedEntries(removed), runs);
      writer.write(FACET_COUNTS_FILE, [facetCounts(counter.counted(), icons)]);
      const merged = await merging;
      writeOrders(writer, folder, runs, {
        newest: concatInto(created, new Float64Array(icons)),
        updated: concatInto(updated, new Float64Array(icons)),
      });
      await rm(runs, { recursive: true });
      const files = [...(await writer.flushed()), ...merged].sort((a, b) => (a.name < b.name ? -1 : 1));
      return { icons, fields: Object.fromEntries(fields), files };
    },
    close() {
      writer.abandon();
      vectorTable.abandon();
    },
  };
}

function removedEntries(removed: readonly RemovedIcon[]): DictionaryEntry[] {
  const byId = new Map(removed.map(({ id, ...removal }) => [id, removal satisfies Removal]));
  return sortByBytes([...byId.keys()]).map((id) => {
    const { date, reason, successor } = byId.get(id)!;
    return { key: Buffer.from(id), slots: [], label: JSON.stringify({ date, reason, successor }) };
  });
}

function facetCounts({ labels, combinations }: CountedLabels, icons: number): Uint8Array {
  const sizes = FACETS.map((_, facet) => labels[facet]!.size);
  return encodeFacetCounts(sizes, combinations, icons);
}
