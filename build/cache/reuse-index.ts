import { hash } from "node:crypto";
import { openGeneration } from "#src/catalog/generation/generation.js";
import { decodeVariants } from "#src/format/variants.js";
import type { PackedAnalysis } from "../analysis/analysis.js";
import { rowDigest, rowKey, rowMeasured, rowOrdinal, rowRemoved, rowStamp } from "./reuse-file.js";
import { readReuse } from "./reuse-files.js";

/** An analysis that is available without reading the image. */
export interface ReusedAnalysis {
  /** The key of the analysis. */
  readonly key: string;
  /** Views into files, which stay mapped as long as the views exist. */
  readonly analysis: PackedAnalysis;
  /** Its row in the reuse file. */
  readonly row: Buffer;
}

/**
 * The analyses of the live generation of an artifacts folder, by the stamps that its image files had during the build.
 */
export interface ReuseIndex {
  /**
   * Undefined if no image had the stamp, or the generation's copy is damaged. Memory: 300 bytes per image; the images
   * are mapped.
   * Cost: about 20 µs, mostly for a checksum of the image.
   */
  lookUp(stamp: string): ReusedAnalysis | undefined;
}

/**
 * @param cache the folder of a cache
 * @param artifacts the folder whose last recorded generation is used
 */
export function openReuseIndex(cache: string, artifacts: string): ReuseIndex {
  // Opened on the first look-up: a dataset without images needs none.
  let find: ReturnType<typeof open> | undefined;
  return {
    lookUp(stamp) {
      find ??= open(cache, artifacts);
      try {
        return find(stamp);
      } catch {
        return undefined;
      }
    },
  };
}

function open(cache: string, artifacts: string): ReuseIndex["lookUp"] {
  const use = readReuse(cache, artifacts);
  const rows = new Map<string, Buffer>();
  const imagesAt = use && openImages(artifacts, use.generation);
  if (use === undefined || imagesAt === undefined) return () => undefined;
  for (const row of use.rows()) {
    const stamp = rowStamp(row);
    if (stamp !== undefined) rows.set(stamp, row);
  }
  return (stamp) => {
    const row = rows.get(stamp);
    if (row === undefined) return undefined;
    const digest = rowDigest(row);
    const image = imagesAt(rowOrdinal(row)).find((image) => digestOf(image) === digest);
    if (image === undefined) return undefined;
    return { key: rowKey(row), analysis: { measured: rowMeasured(row), image, removed: rowRemoved(row) }, row };
  };
}

/** The images of a generation by ordinal, those of variants last; undefined if the generation was removed. */
function openImages(artifacts: string, generation: string): ((ordinal: number) => readonly Buffer[]) | undefined {
  try {
    const { blob } = openGeneration(artifacts, generation);
    const variants = blob("variants");
    return (ordinal) => [
      blob("images").view(ordinal),
      ...decodeVariants(variants.view(ordinal), ordinal).map(({ image }) => image),
    ];
  } catch {
    return undefined;
  }
}

/** SHA-256 in hex of a stored image. */
export function digestOf(image: Uint8Array): string {
  return hash("sha256", image);
}
