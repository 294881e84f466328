import { parseChecked } from "../compile/analyze-records.js";
import { createNumberList } from "../dataset/number-list.js";
import type { SourceRecord } from "../dataset/source-record.js";
import type { RecordPlace } from "../read/places.js";
import { readRecords } from "../read/read-records.js";

/** The location of each record, by ordinal. Memory: 24 bytes per record. */
export interface RecordTable {
  /** Adds the location of the next ordinal. @returns the ordinal */
  add(place: RecordPlace): number;
  placeOf(ordinal: number): RecordPlace;
  /** @throws Error if the file has changed since it was checked */
  read(ordinal: number): Promise<SourceRecord>;
}

/** @param files those of the dataset @param stamps of the files when they were checked */
export function createRecordTable(files: readonly string[], stamps: readonly string[]): RecordTable {
  const numbers = createNumberList();
  let all: Float64Array | undefined;
  const placeOf = (ordinal: number): RecordPlace => {
    if (all?.length !== numbers.length) all = numbers.all();
    const [file, offset, length] = all.subarray(ordinal * 3, ordinal * 3 + 3);
    return { file: file!, offset: offset!, length: length!, hasImage: false };
  };
  return {
    add({ file, offset, length }) {
      for (const number of [file, offset, length]) numbers.add(number);
      return numbers.length / 3 - 1;
    },
    placeOf,
    async read(ordinal) {
      for await (const [text] of readRecords(files, stamps, [placeOf(ordinal)])) {
        return parseChecked(text!.json, files[text!.place.file]!);
      }
      throw new RangeError(`there is no record ${ordinal}`);
    },
  };
}
