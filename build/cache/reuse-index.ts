import { hash } from "node:crypto";
import { openGeneration } from "#src/catalog/generation.js";
import type { PackedAnalysis } from "../analysis/analysis.js";
import { rowDigests, rowKey, rowMeasured, rowOrdinal, rowStamp } from "./reuse-file.js";
import { readUse } from "./reuse-files.js";

/** An analysis that is known without a look at the picture. */
export interface Recalled {
  /** The key of the analysis. */
  readonly key: string;
  /** Views into files that stay mapped as long as they are held. */
  readonly analysis: PackedAnalysis;
  /** What a use file says of it. */
  readonly row: Buffer;
}

/** What a generation of an artifacts folder has of pictures, by the stamps that these had when it was made. */
export interface Recollection {
  /**
   * Undefined where no picture had the stamp, or what the generation has of it is damaged. Memory: 300 bytes a picture, and the pictures
   * are mapped. Cost: about 20 µs, most of it for a checksum over what is served of the picture.
   */
  recall(stamp: string): Recalled | undefined;
}

/**
 * @param cache the folder of a cache
 * @param artifacts the folder whose last noted generation is looked into
 */
export function openRecollection(cache: string, artifacts: string): Recollection {
  // A dataset without pictures asks for none.
  let find: ReturnType<typeof open> | undefined;
  return {
    recall(stamp) {
      find ??= open(cache, artifacts);
      try {
        return find(stamp);
      } catch {
        return undefined;
      }
    },
  };
}

function open(cache: string, artifacts: string): Recollection["recall"] {
  const use = readUse(cache, artifacts);
  const rows = new Map<string, Buffer>();
  const pictures = use && openPictures(artifacts, use.generation);
  if (use === undefined || pictures === undefined) return () => undefined;
  for (const row of use.rows()) {
    const stamp = rowStamp(row);
    if (stamp !== undefined) rows.set(stamp, row);
  }
  return (stamp) => {
    const row = rows.get(stamp);
    if (row === undefined) return undefined;
    const [webp, largeWebp] = pictures(rowOrdinal(row));
    if (digestsOf(webp, largeWebp) !== rowDigests(row)) return undefined;
    return { key: rowKey(row), analysis: { measured: rowMeasured(row), webp, largeWebp }, row };
  };
}

type Pictures = readonly [small: Buffer, large: Buffer];

/** The pictures of a generation by ordinal; undefined where it is not there any more. */
function openPictures(artifacts: string, generation: string): ((ordinal: number) => Pictures) | undefined {
  try {
    const opened = openGeneration(artifacts, generation);
    const small = opened.blob("images");
    const large = opened.blob("large-images");
    return (ordinal) => [small.view(ordinal), large.view(ordinal)];
  } catch {
    return undefined;
  }
}

/** SHA-256 in hex of each of the pictures that are served of an icon, one behind the other. */
export function digestsOf(small: Uint8Array, large: Uint8Array): string {
  return hash("sha256", small) + hash("sha256", large);
}
