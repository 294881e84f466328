import { join } from "node:path";
import type { Analysis } from "../analysis/analyse.js";
import type { BuildMemory } from "../build-memory.js";
import type { BuildOptions } from "../build-options.js";
import { openAnalysisCache } from "./analysis-cache.js";
import { type ForgivingCache, forgiveFailures } from "./forgiving-cache.js";
import { rememberAnalyses } from "./remembering-cache.js";

const CACHE_FOLDER = "cache";

/** The folder in which builds for an artifacts folder keep analyses, unless told otherwise. */
export function cacheFolderOf(artifacts: string): string {
  return join(artifacts, CACHE_FOLDER);
}

/** Opens what analyses are kept in; undefined where none are. @param memory of what builds before used */
export function openCache(
  {
    out,
    cache: folder = cacheFolderOf(out),
    keepAnalyses = true,
  }: Pick<BuildOptions, "out" | "cache" | "keepAnalyses">,
  memory?: BuildMemory<Analysis>,
): ForgivingCache | undefined {
  if (folder === false) return undefined;
  const cache = forgiveFailures(openAnalysisCache(folder), folder, keepAnalyses);
  return memory === undefined ? cache : rememberAnalyses(cache, memory);
}
