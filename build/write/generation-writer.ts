import { Packr } from "msgpackr";
import {
  DICTIONARIES,
  type DictionaryName,
  dictionaryFile,
  FACETS,
  type Facet,
  HASH_FILE,
  labelKey,
} from "#src/format/artifact-files.js";
import { encodeCard } from "#src/format/card.js";
import { joinPieces } from "#src/format/container.js";
import { createHashTableBuilder } from "#src/format/hash-table.js";
import type { Manifest } from "#src/format/manifest.js";
import type { IconRecord } from "#src/format/record.js";
import { parseHash } from "#src/phash/hash-text.js";
import { words } from "#src/text/fold.js";
import { createArtifactWriter } from "./artifact-writer.js";
import { createDictionaryBuilder, type DictionaryBuilder } from "./dictionary-builder.js";
import { createTermIndex } from "./term-index.js";

/** Writes the files of a generation, record by record in display order. */
export interface GenerationWriter {
  /** @param image the picture to serve; empty when there is none */
  append(record: IconRecord, image: Uint8Array): Promise<void>;
  /** Writes the tables. @returns what the manifest says of the files and the records */
  finish(): Promise<Pick<Manifest, "icons" | "fields" | "files">>;
}

const NOT_IN_WORDS = /[^\p{L}\p{N}]/gu;

export function createGenerationWriter(folder: string): GenerationWriter {
  const writer = createArtifactWriter(folder);
  const records = writer.blob("records");
  const cards = writer.blob("cards");
  const images = writer.blob("images");
  const terms = createTermIndex();
  const dictionaries = new Map<DictionaryName, DictionaryBuilder>(
    [...DICTIONARIES, ...FACETS].filter((name) => name !== "terms").map((name) => [name, createDictionaryBuilder()]),
  );
  const hashes = createHashTableBuilder();
  const fields = new Map<string, number>();
  const packr = new Packr({ useRecords: false });
  const add = (name: DictionaryName, key: string, ordinal: number): void => {
    if (key !== "") dictionaries.get(name)!.add(key, ordinal);
  };

  return {
    async append(record, image) {
      const ordinal = hashes.count;
      hashes.add(record.phash === undefined ? undefined : parseHash(record.phash));
      for (const field of Object.keys(record)) fields.set(field, (fields.get(field) ?? 0) + 1);
      add("ids", record.id, ordinal);
      add("names", words(record.name).join(" "), ordinal);
      for (const alias of record.aliases ?? []) add("aliases", words(alias).join(" "), ordinal);
      for (const symbol of record.name.match(NOT_IN_WORDS) ?? []) add("symbols", symbol, ordinal);
      for (const facet of FACETS) {
        for (const label of labelsOf(record, facet)) dictionaries.get(facet)!.add(labelKey(label), ordinal, label);
      }
      terms.add(ordinal, record);
      const card = encodeCard(record);
      await cards.append(card.bytes, card.splice);
      await records.append(packr.pack(record));
      await images.append(image);
    },
    async finish() {
      for (const blob of [records, cards, images]) await blob.close();
      for (const [name, dictionary] of dictionaries) await writer.write(dictionaryFile(name), dictionary.encode());
      await writer.write(dictionaryFile("terms"), await terms.freeze());
      await writer.write(HASH_FILE, joinPieces(hashes.encode()));
      return { icons: hashes.count, fields: Object.fromEntries(fields), files: writer.files() };
    },
  };
}

function labelsOf(record: IconRecord, facet: Facet): readonly string[] {
  if (facet === "color") return record.colors ?? [];
  const label = record[facet];
  return label === undefined ? [] : [label];
}
