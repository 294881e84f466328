import sharp from "sharp";
import { type Analysis, analysePicture } from "./analyse.js";
import type { PictureFile } from "./picture.js";
import type { RenderOptions } from "./render.js";

// There is a process per core already.
sharp.concurrency(1);
sharp.cache(false);

export interface AnalysisTask {
  readonly picture: PictureFile;
  readonly options: RenderOptions;
}

/** What a picture tells, or why it could not be analysed. */
export type AnalysisOutcome = Analysis | { readonly error: string };

process.on("message", async ({ picture, options }: AnalysisTask) => {
  process.send?.(await analyse(picture, options));
});
// The build is gone. An orderly exit would wait for the decoder.
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));

async function analyse(picture: PictureFile, options: RenderOptions): Promise<AnalysisOutcome> {
  try {
    return await analysePicture(picture, options);
  } catch (error) {
    return { error: (error as Error).message };
  }
}
