import type { ManifestFile } from "#src/format/manifest.js";
import type { EncodedSection, SectionTask } from "./section.js";
import { type MergeTask, writeTasks } from "./write-tasks.js";

/** Runs write tasks in a thread. */
export const encode = (task: SectionTask): Promise<EncodedSection> => writeTasks.encode(task);
export const merge = (task: MergeTask): Promise<readonly ManifestFile[]> => writeTasks.merge(task);
