import type { BuildOptions, BuildResult } from "../build/compile.js";
import { createProgressView } from "./progress.js";

/** Compiles with progress on standard error. */
export async function compileShowing(options: BuildOptions, quiet: boolean): Promise<BuildResult> {
  // Loaded here, so that commands which only ask start without the compiler.
  const { compile } = await import("../build/compile.js");
  const view = createProgressView(quiet);
  try {
    return await compile({ ...options, onProgress: (progress) => view.update(progress) });
  } finally {
    view.stop();
  }
}
