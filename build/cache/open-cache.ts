import { join } from "node:path";
import type { BuildOptions } from "../build-options.js";
import { openAnalysisCache } from "./analysis-cache.js";
import { type ForgivingCache, forgiveFailures } from "./forgiving-cache.js";

const CACHE_FOLDER = "cache";

/** The folder in which builds for an artifacts folder keep analyses, unless told otherwise. */
export function cacheFolderOf(artifacts: string): string {
  return join(artifacts, CACHE_FOLDER);
}

/** Opens what analyses are kept in; undefined where none are. */
export function openCache({
  out,
  cache = cacheFolderOf(out),
  keepAnalyses = true,
}: Pick<BuildOptions, "out" | "cache" | "keepAnalyses">): ForgivingCache | undefined {
  return cache === false ? undefined : forgiveFailures(openAnalysisCache(cache), cache, keepAnalyses);
}
