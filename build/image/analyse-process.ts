import sharp from "sharp";
import { type Analysis, type AnalysisOptions, analysePicture } from "./analyse.js";
import type { Picture } from "./picture.js";

// There is a process per core already.
sharp.concurrency(1);
sharp.cache(false);

export interface AnalysisTask {
  readonly picture: Picture;
  readonly options: AnalysisOptions;
}

/** What a picture tells, or why it could not be analysed. */
export type AnalysisOutcome = Analysis | { readonly error: string };

process.on("message", async ({ picture, options }: AnalysisTask) => {
  process.send?.(await analyse(picture, options));
});
// The build is gone. An orderly exit would wait for the decoder.
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));

async function analyse(picture: Picture, options: AnalysisOptions): Promise<AnalysisOutcome> {
  try {
    return await analysePicture(picture, options);
  } catch (error) {
    return { error: (error as Error).message };
  }
}
