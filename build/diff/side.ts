import { type Catalog, createCatalog } from "#src/catalog/catalog.js";
import { type Generation, openGeneration, readCurrent } from "#src/catalog/generation.js";
import { createRecordReader, type RecordReader } from "#src/catalog/records.js";

/** One of two generations that are compared. */
export interface Side {
  readonly generation: Generation;
  readonly catalog: Catalog;
  readonly records: RecordReader;
}

/** @throws FormatError when the generation is missing, damaged or of another version */
export function openSide(artifacts: string, name: string): Side {
  const generation = openGeneration(artifacts, name);
  return { generation, catalog: createCatalog(generation), records: createRecordReader(generation) };
}

/** The live generation of a folder; undefined where there is none. @throws FormatError when it is damaged or of another version */
export function openLiveSide(artifacts: string): Side | undefined {
  const name = readCurrent(artifacts);
  return name === undefined ? undefined : openSide(artifacts, name);
}
