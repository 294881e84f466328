/**
 * The compiler as a library: build a dataset, hash a picture file as the build does, import applications, say what changed between two
 * generations.
 *
 *     await compile({ data: "my-icons.json", out: "artifacts" });
 *     await hashFile("logo.svg");
 *
 *     const compiler = createCompiler();
 *     await compiler.compile(options);
 *     await compiler.compile(options); // after an edit: a fraction of the time
 *     await compiler.close();
 *
 *     const { side: before } = await openSubject("artifacts", { out: "artifacts" });
 *     const { side: after, close } = await openSubject("my-icons.json", { out: "artifacts" });
 *     reportDiff(before, after, 100).counts;
 *     await close();
 */

export type { BuildOptions, BuildProgress, BuildResult } from "./build-options.js";
export { type CacheStats, cacheStats } from "./cache/cache-stats.js";
export { type ClearOptions, clearCache } from "./cache/clear-cache.js";
export { DatasetError } from "./check/problems.js";
export { type Compiler, compile, createCompiler } from "./compile.js";
export type { ChangeKind, IconChange } from "./diff/change.js";
export { type OpenSubject, openSubject, SubjectError } from "./diff/open-subject.js";
export { type DiffReport, reportDiff } from "./diff/report.js";
export { FETCH_RULES, type FetchRules } from "./fetch/fetch-rules.js";
export { type BuildWithHistory, compileWithHistory, type HistoryOptions } from "./history/compile-with-history.js";
export type { HistoryProposal } from "./history/propose-history.js";
export { hashFile, hashFileTwice } from "./image/hash-file.js";
export { importFreedesktop } from "./import/freedesktop/import-freedesktop.js";
export { importAppStore } from "./import/import-app-store.js";
export type { CheckName, Severity } from "./lint/check-names.js";
export { type LintResult, lintDataset } from "./lint/lint.js";
export type { LintFinding } from "./lint/lint-finding.js";
export type { LintOptions } from "./lint/lint-options.js";
export { SkippedPicturesError } from "./picture/skipped.js";
