import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { FACET_COUNTS_FILE, HASH_FILE } from "#src/format/artifact-files.js";
import { encodeFacetCounts } from "#src/format/facet-counts.js";
import { FACETS } from "#src/format/filter-facets.js";
import { createHashTableBuilder } from "#src/format/hash-table.js";
import type { Manifest, ManifestFile } from "#src/format/manifest.js";
import { createArtifactWriter } from "./artifact-writer.js";
import { createBlobWriter } from "./blob-writer.js";
import { type CountedLabels, createLabelCounter } from "./label-counter.js";
import { createPaletteWriter } from "./palettes.js";
import { DICTIONARY_SLOTS, type EncodedSection, type SectionTask } from "./section.js";
import { createSectionCollector, type WritableRecord } from "./section-collector.js";
import type { WritePool } from "./write-pool.js";

/** Writes the files of a generation, record by record in display order. */
export interface GenerationWriter {
  append(records: readonly WritableRecord[]): Promise<void>;
  /** Writes the tables. @returns the manifest's entries about files and records */
  finish(): Promise<Pick<Manifest, "icons" | "fields" | "files">>;
  /** Closes open files. Must also be called after a failure. */
  close(): void;
}

const RUNS_FOLDER = "runs";

/**
 * @param folder an empty folder
 * @param pool for encoding and merging
 */
export async function createGenerationWriter(folder: string, pool: WritePool): Promise<GenerationWriter> {
  const runs = join(folder, RUNS_FOLDER);
  await mkdir(runs);
  const writer = createArtifactWriter(folder);
  const blobs = {
    records: createBlobWriter(writer, "records"),
    cards: createBlobWriter(writer, "cards"),
    images: createBlobWriter(writer, "images"),
  };
  const collector = createSectionCollector(runs);
  const counter = createLabelCounter();
  const fields = new Map<string, number>();
  const hashes = createHashTableBuilder();
  const palettes = createPaletteWriter(writer, runs);
  const encoding: Promise<EncodedSection>[] = [];

  const take = (section: EncodedSection): void => {
    blobs.cards.append(section.cards);
    blobs.records.append(section.rows);
    hashes.addAll(section.hashes, section.uncertain, section.hashed);
    palettes.append(section.palettes, section.hashed.length);
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
    const { task, images } = collector.end();
    blobs.images.append(images);
    await encode(task);
  };
  const merge = async (universe: number): Promise<readonly ManifestFile[]> => {
    const sections = collector.sections();
    const files = await Promise.all(
      DICTIONARY_SLOTS.map(([name, slots]) =>
        pool.merge({ folder, runs, sections, plan: { name, slots, universe, sharded: name === "terms" } }),
      ),
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
    async finish() {
      if (!collector.isEmpty() || collector.sections() === 0) await endSection();
      while (encoding.length > 0) take(await encoding.shift()!);
      const icons = collector.records();
      // Started first, so that threads merge while this one writes.
      const merging = merge(icons);
      merging.catch(() => undefined);
      for (const blob of Object.values(blobs)) blob.close();
      writer.write(HASH_FILE, hashes.encode().pieces);
      palettes.close();
      writer.write(FACET_COUNTS_FILE, [facetCounts(counter.counted(), icons)]);
      const merged = await merging;
      await rm(runs, { recursive: true });
      const files = [...writer.files, ...merged].sort((a, b) => (a.name < b.name ? -1 : 1));
      return { icons, fields: Object.fromEntries(fields), files };
    },
    close: () => writer.abandon(),
  };
}

function facetCounts({ labels, combinations }: CountedLabels, icons: number): Uint8Array {
  const sizes = FACETS.map((_, facet) => labels[facet]!.size);
  return encodeFacetCounts(sizes, combinations, icons);
}
