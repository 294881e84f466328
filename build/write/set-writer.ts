import { SET_NAMES_FILE } from "#src/format/artifact-files.js";
import { layOutContainer } from "#src/format/container.js";
import { createDictionaryEncoder, SECTIONS } from "#src/format/dictionary-encoder.js";
import type { SetItem } from "#src/format/icon-sets.js";
import { keyBytes } from "#src/format/key-bytes.js";
import { fillKeySlots } from "#src/format/key-slots.js";
import type { ArtifactWriter } from "./artifact-writer.js";
import { createBlobWriter } from "./blob-writer.js";

const SECTION_COUNT = Object.keys(SECTIONS).length;

/** Items by ascending key, in batches. */
export type SetBatches = AsyncIterable<readonly SetItem[]> | Iterable<readonly SetItem[]>;

/** Writes the blob `sets` and the dictionary of its keys. Memory: a batch, and the keys. */
export async function writeSets(writer: ArtifactWriter, batches: SetBatches): Promise<void> {
  const blob = createBlobWriter(writer, "sets");
  // Empty sections need a piece, too.
  const sections = Array.from({ length: SECTION_COUNT }, (): ArrayBufferView[] => [new Uint8Array(0)]);
  const keys: Uint8Array[] = [];
  const names = createDictionaryEncoder(1, 1, { append: (section, bytes) => void sections[section]!.push(bytes) });
  for await (const items of batches) {
    const texts = items.map(({ json }) => Buffer.from(json));
    const ends = new Uint32Array(items.length);
    let end = 0;
    for (const [at, text] of texts.entries()) {
      end += text.length;
      ends[at] = end;
    }
    blob.append({ bytes: Buffer.concat(texts, end), ends });
    for (const item of items) {
      const key = keyBytes(item.key);
      keys.push(key);
      names.add({ key, slots: [] });
    }
  }
  blob.close();
  names.finish();
  sections[SECTIONS.keySlots]!.push(fillKeySlots(keys));
  const lengths = sections.map((pieces) => pieces.reduce((sum, { byteLength }) => sum + byteLength, 0));
  writer.write(SET_NAMES_FILE, layOutContainer("DICT", 1, lengths, sections.flat()).pieces);
}
