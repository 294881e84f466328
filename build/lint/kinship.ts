import { words } from "#src/text/fold.js";
import type { SourceRecord } from "../check/source-record.js";
import { textNumber } from "../text-number.js";
import { comparableDeveloper } from "./comparable.js";
import { createNumberList } from "./number-list.js";

/** Which records belong together, so that it means nothing if they look alike. Memory: 8 bytes a record and a word of its name. */
export interface Kinship {
  /** Adds the next record. */
  add(source: SourceRecord): void;
  /** Compares what was added so far. */
  compare(): { areKin(ordinal: number, other: number): boolean };
}

/** Records are kin that are of the same developer or share a word of their names. */
export function createKinship(): Kinship {
  const developers = createNumberList();
  const nameWords = createNumberList();
  /** Where the words of each name end. */
  const ends = createNumberList();
  return {
    add({ name, developer }) {
      developers.add(textNumber(comparableDeveloper(developer)));
      for (const word of words(name)) nameWords.add(textNumber(word));
      ends.add(nameWords.length);
    },
    compare() {
      const developerOf = developers.all();
      const all = nameWords.all();
      const endOf = ends.all();
      const wordsOf = (ordinal: number): Float64Array => all.subarray(endOf[ordinal - 1] ?? 0, endOf[ordinal]);
      return {
        areKin: (ordinal, other) =>
          developerOf[ordinal] === developerOf[other] || wordsOf(ordinal).some((word) => wordsOf(other).includes(word)),
      };
    },
  };
}
