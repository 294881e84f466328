/**
 * The compiler as a library: build a dataset, hash an image file and describe its look as the build does, import applications, compare two
 * generations, export icons.
 *
 *     await compile({ data: "my-icons.json", out: "artifacts" });
 *     await hashFile("logo.svg");
 *     const [look] = await looksOfFile("logo.svg"); // catalog.similar(look)
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

export { type LookOfFile, looksOfFile } from "./analysis/describe-file.js";
export { type CacheStats, type ClearOptions, cacheStats, clearCache } from "./cache/maintain-cache.js";
export { type Compiler, compile, createCompiler } from "./compile/compile.js";
export { type Dropped, DroppedIconsError, type DroppedKind } from "./compile/dropped-icons.js";
export type { BuildOptions, BuildProgress, BuildResult } from "./compile/options.js";
export { SkippedImagesError } from "./compile/options.js";
export type { CheckName, Severity } from "./dataset/lint-settings.js";
export { DatasetError } from "./dataset/problems.js";
export type { ChangeKind, IconChange } from "./diff/change.js";
export { type DiffReport, reportDiff } from "./diff/report.js";
export { type OpenSubject, openSubject, SubjectError } from "./diff/side.js";
export { exportIcons } from "./export/export-icons.js";
export { LayoutError } from "./export/layout.js";
export type { ExportFormat, ExportOptions, ExportResult } from "./export/options.js";
export { type BuildWithHistory, compileWithHistory, type HistoryOptions } from "./history/compile-with-history.js";
export type { HistoryProposal } from "./history/propose-history.js";
export { DOWNLOAD_RULES, type DownloadRules } from "./image/download/rules.js";
export { hashFile, hashFileTwice } from "./image/render/hash-file.js";
export { importAppStore } from "./import/app-store/import-app-store.js";
export { importFreedesktop } from "./import/freedesktop/import-freedesktop.js";
export { type LintResult, lintDataset } from "./lint/lint.js";
export type { LintFinding, LintOptions } from "./lint/lint-options.js";
