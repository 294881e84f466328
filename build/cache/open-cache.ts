import { join } from "node:path";
import type { BuildOptions } from "../build-options.js";
import { openAnalysisCache } from "./analysis-cache.js";
import { type BuildCache, createBuildCache } from "./build-cache.js";
import { openRecollection } from "./recollection.js";

const CACHE_FOLDER = "cache";

/** The folder in which builds for an artifacts folder keep analyses, unless told otherwise. */
export function cacheFolderOf(artifacts: string): string {
  return join(artifacts, CACHE_FOLDER);
}

/** Opens what analyses are kept in; undefined where none are. */
export function openCache({
  out,
  asideOf = out,
  cache: folder = cacheFolderOf(asideOf),
  keepAnalyses = true,
}: Pick<BuildOptions, "out" | "asideOf" | "cache" | "keepAnalyses">): BuildCache | undefined {
  if (folder === false) return undefined;
  return createBuildCache(folder, openAnalysisCache(folder), openRecollection(folder, asideOf), keepAnalyses);
}
