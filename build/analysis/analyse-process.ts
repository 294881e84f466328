import sharp from "sharp";
import type { PictureFile } from "../picture/picture.js";
import { PictureError } from "../picture/picture-error.js";
import { refuseOutsideReferences } from "../picture/refuse-outside-references.js";
import { type Analysis, type AnalysisOptions, analysePicture } from "./analyse.js";
import { explainDecoder } from "./explain-decoder.js";
import { watchUse } from "./watch-use.js";

// There is a process per core already.
sharp.concurrency(1);
sharp.cache(false);

export interface AnalysisTask {
  readonly picture: PictureFile;
  readonly options: AnalysisOptions;
}

/** What a picture tells, or why it could not be analysed. */
export type AnalysisOutcome = Analysis | { readonly error: string };

process.on("message", async ({ picture, options }: AnalysisTask) => {
  const unwatch = watchUse();
  const outcome = await analyse(picture, options);
  unwatch();
  process.send?.(outcome);
});
// Service managers tell every process; the build may want to finish, and ends this one itself.
process.on("SIGTERM", () => undefined);
// The build is gone. An orderly exit would wait for the decoder.
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));

async function analyse(picture: PictureFile, options: AnalysisOptions): Promise<AnalysisOutcome> {
  try {
    if (picture.kind === "svg") refuseOutsideReferences(picture.bytes);
    return await analysePicture(picture, options);
  } catch (error) {
    return { error: error instanceof PictureError ? error.message : explainDecoder(error as Error) };
  }
}
