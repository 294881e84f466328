import { type Catalog, createCatalog } from "#src/catalog/catalog.js";
import { type Generation, openGeneration, readCurrent } from "#src/catalog/generation.js";
import { createRecordReader, type RecordReader } from "#src/catalog/records.js";

/** One of two generations that are compared. */
export interface Side {
  readonly generation: Generation;
  readonly catalog: Catalog;
  readonly records: RecordReader;
  /** The bytes that say all of the icon at `ordinal` but its hash and picture; views into the mapping. */
  texts(ordinal: number): { readonly card: Buffer; readonly row: Buffer };
  /** Its picture, a view into the mapping; empty where it has none. */
  picture(ordinal: number): Buffer;
}

/** @throws FormatError when the generation is missing, damaged or of another version */
export function openSide(artifacts: string, name: string): Side {
  const generation = openGeneration(artifacts, name);
  const cards = generation.blob("cards");
  const rows = generation.blob("records");
  const pictures = generation.blob("images");
  return {
    generation,
    catalog: createCatalog(generation),
    records: createRecordReader(generation),
    texts: (ordinal) => ({ card: cards.view(ordinal), row: rows.view(ordinal) }),
    picture: (ordinal) => pictures.view(ordinal),
  };
}

/** The live generation of a folder; undefined where there is none. @throws FormatError when it is damaged or of another version */
export function openLiveSide(artifacts: string): Side | undefined {
  const name = readCurrent(artifacts);
  return name === undefined ? undefined : openSide(artifacts, name);
}
