import { markedHashes } from "../../build/image/render/hash-file.js";
import type { Catalog } from "../../src/catalog/catalog.js";
import type { Similar, SimilarIcon, SimilarRequest } from "../../src/catalog/similar/find-similar.js";

/** Look-alikes of an image, and what was looked up. */
export interface SimilarToFile extends Similar {
  /** The hash of the image without its margin; absent where it has none. */
  readonly trimmed?: string;
}

/**
 * Look-alikes of an image file by weighted distance. A margin changes half of a hash, so the image is looked up with it and without; each icon
 * once, with its smaller distance. Cost: that of decoding, and two passes over 16 bytes per icon.
 *
 * @throws Error naming the file when it can't be decoded
 */
export async function similarToFile(
  catalog: Catalog,
  path: string,
  request: Omit<SimilarRequest, "id" | "phash" | "uncertain" | "by">,
): Promise<SimilarToFile> {
  const hashes = await markedHashes(path);
  const whole = catalog.similar({ ...request, ...hashes.whole });
  if (hashes.trimmed === undefined) return whole;
  const inner = catalog.similar({ ...request, ...hashes.trimmed });
  return {
    ...whole,
    trimmed: hashes.trimmed.phash,
    matches: nearestOf(whole.matches, inner.matches).slice(0, request.limit),
  };
}

/** Both lists as one, nearest first; where an icon is in both, or as near, what is in the first comes first. */
function nearestOf(first: readonly SimilarIcon[], second: readonly SimilarIcon[]): SimilarIcon[] {
  const seen = new Set<number>();
  return [...first, ...second]
    .sort((a, b) => a.weightedDistance! - b.weightedDistance!)
    .filter(({ ordinal }) => !seen.has(ordinal) && seen.add(ordinal));
}
