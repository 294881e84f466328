/**
 * The compiler as a library: build a dataset, hash a picture file as the build does.
 *
 *     await compile({ data: "my-icons.json", out: "artifacts" });
 *     await hashFile("logo.svg");
 */

export { type CacheStats, cacheStats } from "./cache/cache-stats.js";
export { type ClearOptions, clearCache } from "./cache/clear-cache.js";
export { DatasetError } from "./check/problems.js";
export { type BuildOptions, type BuildResult, compile } from "./compile.js";
export { hashFile, hashFileTwice } from "./image/hash-file.js";
export { SkippedPicturesError } from "./image/skipped.js";
