import { createHash, hash } from "node:crypto";
import { ANALYSIS_VERSION, type AnalysisOptions } from "../analysis/analysis.js";
import { DECODERS } from "../image/decoders.js";
import type { ImageFile } from "../image/image-file.js";

const RULES = `${ANALYSIS_VERSION},${JSON.stringify(DECODERS)}`;

/** Everything that an analysis depends on, as a SHA-256 in hex: image, rendering options, algorithm and decoder. */
export function analysisKey({ kind, bytes }: ImageFile, options: AnalysisOptions): string {
  const rules = `[${RULES},"${kind}",${chosen(options)}]`;
  return createHash("sha256").update(rules).update("\0").update(bytes).digest("hex");
}

/**
 * The same of an image that is not read, as a SHA-256 in hex: where one is equal to that of an earlier build, so is the key.
 *
 * @param stamp of the image's file, from `ImageSource`
 * @param tint the color of `currentColor` in a drawing
 * @param rules as `stampRules` gives them
 */
export function stampKey(stamp: string, tint: string | undefined, rules: string): string {
  return hash("sha256", `${JSON.stringify([stamp, tint])},${rules}`);
}

/** What of a stamp's key is the same for all images with these options. */
export function stampRules(options: AnalysisOptions): string {
  return `${RULES},${chosen(options)}`;
}

function chosen(options: AnalysisOptions): string {
  const entries = Object.entries(options)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(entries);
}
