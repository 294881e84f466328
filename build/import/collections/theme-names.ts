import { createAnalysisPool } from "../../analysis/analysis-pool.js";
import type { AnalysisOutcome } from "../../analysis/analyze-process.js";
import { isReversed, themePairs } from "../../analysis/theme-pairs.js";
import { imageOf } from "../../image/source/image-source.js";

/** Paths of images by the names of their variants. */
type Variants = Readonly<Record<string, string>>;

/** Names variants for light and dark pages after their own colors. */
export interface ThemeNames {
  /**
   * The variants with the names of a pair exchanged if the image called light is the darker one. Images that can't be
   * measured keep their names. Cost: an analysis for each image of a pair.
   */
  correct(variants: Variants): Promise<Variants>;
  /** Ends the processes that measure images. */
  close(): Promise<void>;
}

/** @param read returns the bytes of an image, or throws if it can't be read */
export function createThemeNames(read: (path: string) => Buffer): ThemeNames {
  const pool = createAnalysisPool(2);
  const measure = async (path: string): Promise<AnalysisOutcome> => {
    try {
      return await pool.analyze({ image: imageOf(read(path)), options: { padding: 0, images: false } });
    } catch (error) {
      return { error: (error as Error).message };
    }
  };
  return {
    async correct(variants) {
      const corrected = { ...variants };
      for (const { light, dark } of themePairs(Object.keys(variants))) {
        const paths = [variants[light]!, variants[dark]!] as const;
        const [one, other] = await Promise.all(paths.map(measure));
        if ("error" in one! || "error" in other! || !isReversed(one!, other!)) continue;
        [corrected[dark], corrected[light]] = paths;
      }
      return corrected;
    },
    close: () => pool.close(),
  };
}
