import { createHash, randomBytes } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pack, unpack } from "msgpackr";
import sharp from "sharp";
import { ANALYSIS_VERSION, type Analysis, type AnalysisOptions } from "./analyse.js";
import type { Picture } from "./picture.js";

/** Analyses by the content that they depend on. Copying its folder to another machine shares it. */
export interface AnalysisCache {
  /** The analysis of a picture, or undefined when it was never stored or can't be read. */
  load(key: string): Promise<Analysis | undefined>;
  /** Stores an analysis. Readers see all of it or nothing; what a crash leaves is a miss. */
  store(key: string, analysis: Analysis): Promise<void>;
}

/** Everything that an analysis depends on, as a SHA-256 in hex: picture, options, algorithm and decoder. */
export function analysisKey(
  { kind, bytes }: Picture,
  { background, padding, images = "all" }: AnalysisOptions,
): string {
  const rules = [ANALYSIS_VERSION, sharp.versions.vips, kind, background ?? null, padding, images];
  return createHash("sha256").update(JSON.stringify(rules)).update("\0").update(bytes).digest("hex");
}

export function openAnalysisCache(folder: string): AnalysisCache {
  const pathOf = (key: string): string => join(folder, key.slice(0, 2), `${key.slice(2)}.msgpack`);
  return {
    async load(key) {
      try {
        return unpack(await readFile(pathOf(key))) as Analysis;
      } catch {
        return undefined;
      }
    },
    async store(key, analysis) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      const aside = `${path}.${randomBytes(6).toString("hex")}.tmp`;
      try {
        await writeFile(aside, pack(analysis));
        await rename(aside, path);
      } catch (error) {
        await rm(aside, { force: true });
        throw error;
      }
    },
  };
}
