import { createHash, hash } from "node:crypto";
import { RENDERERS } from "#src/images/renderers.js";
import { ANALYSIS_VERSION, type AnalysisOptions } from "../analysis/analysis.js";
import type { ImageFile } from "../image/image-file.js";

const RULES = `${ANALYSIS_VERSION},"${RENDERERS}"`;

/** SHA-256 in hex of everything that an analysis depends on: image, presentation, algorithm and decoder. */
export function analysisKey({ kind, bytes }: ImageFile, options: AnalysisOptions): string {
  const rules = `[${RULES},"${kind}",${chosen(options)}]`;
  return createHash("sha256").update(rules).update("\0").update(bytes).digest("hex");
}

/**
 * A key for an image that has not been read, as a SHA-256 in hex: if it is equal in two builds, so is the analysis key.
 *
 * @param stamp of the image's file, from `ImageSource`
 * @param tint the color of `currentColor` in a drawing
 * @param rules as returned by `stampRules`
 */
export function stampKey(stamp: string, tint: string | undefined, rules: string): string {
  return hash("sha256", `${JSON.stringify([stamp, tint])},${rules}`);
}

/** The part of stamp keys that is the same for all images with these options. */
export function stampRules(options: AnalysisOptions): string {
  return `${RULES},${chosen(options)}`;
}

function chosen(options: AnalysisOptions): string {
  const entries = Object.entries(options)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(entries);
}
