import { markedHashes } from "../../build/image/render/hash-file.js";
import type { Catalog } from "../../src/catalog/catalog.js";
import type { Similar, SimilarIcon, SimilarRequest } from "../../src/catalog/similar/find-similar.js";

/** Icons similar to an image, and the hashes that were compared. */
export interface SimilarToFile extends Similar {
  /** The hash of the image without its margin. Absent if it has no margin. */
  readonly trimmed?: string;
  /** The shape descriptor of the image, 128 hex digits. Present by shape. */
  readonly shape?: string;
}

/**
 * Finds icons similar to an image file, by weighted distance. A margin changes half of the hash's bits, so the image is
 * compared both with and without its margin; each icon is returned once, with its smaller distance. Cost: decoding, and
 * two passes over 16 bytes per icon.
 *
 * @throws Error that names the file if it can't be decoded
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

/** Merges two lists, nearest first. On ties and duplicates, the first list takes precedence. */
function nearestOf(first: readonly SimilarIcon[], second: readonly SimilarIcon[]): SimilarIcon[] {
  const seen = new Set<number>();
  return [...first, ...second]
    .sort((a, b) => a.weightedDistance! - b.weightedDistance!)
    .filter(({ ordinal }) => !seen.has(ordinal) && seen.add(ordinal));
}
