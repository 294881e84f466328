/**
 * The compiler as a library: build a dataset, hash a picture file as the build does.
 *
 *     await compile({ data: "my-icons.json", out: "artifacts" });
 *     await hashFile("logo.svg");
 */

export { DatasetError } from "./check/problems.js";
export { type BuildOptions, type BuildResult, compile } from "./compile.js";
export { hashFile, hashFileTwice } from "./image/hash-file.js";
export { SkippedPicturesError } from "./image/skipped.js";
export type { CheckName, Severity } from "./lint/check-names.js";
export { type LintOptions, type LintResult, lintDataset } from "./lint/lint.js";
export type { LintFinding } from "./lint/lint-finding.js";
