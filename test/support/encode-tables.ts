import { encodeContainer, joinPieces } from "#src/format/container.js";
import { createDictionaryEncoder, type DictionaryEntry, SECTIONS } from "#src/format/dictionary-encoder.js";
import { createHashTableBuilder } from "#src/format/hash-table.js";

const SECTION_COUNT = Object.keys(SECTIONS).length;

/** Encodes a small dictionary as a file. @throws RangeError like `DictionaryEncoder.add` */
export function encodeDictionary(entries: Iterable<DictionaryEntry>, slots: number, universe: number): Uint8Array {
  const sections: Uint8Array[][] = Array.from({ length: SECTION_COUNT }, () => []);
  const encoder = createDictionaryEncoder(slots, universe, {
    append: (section, bytes) => void sections[section]!.push(bytes),
  });
  for (const entry of entries) encoder.add(entry);
  encoder.finish();
  return encodeContainer(
    "DICT",
    slots,
    sections.map((pieces) => Buffer.concat(pieces)),
  );
}

/**
 * Encodes a whole hash table.
 *
 * @param hashes the hash of each ordinal, undefined if it has none
 * @param uncertain the uncertain bits of each hash; default: none
 */
export function encodeHashTable(hashes: Iterable<bigint | undefined>, uncertain: readonly bigint[] = []): Uint8Array {
  const builder = createHashTableBuilder();
  for (const hash of hashes) builder.add(hash, uncertain[builder.count]);
  return joinPieces(builder.encode());
}
