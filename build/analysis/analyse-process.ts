import sharp from "sharp";
import { refuseOutsideReferences } from "../image/decode/outside-references.js";
import type { PictureFile } from "../image/image-file.js";
import { PictureError } from "../image/image-file.js";
import { MAX_PIXELS } from "../image/render/render.js";
import { analysePicture } from "./analyse.js";
import type { Analysis, AnalysisOptions } from "./analysis.js";
import { watchResources } from "./resource-limits.js";

// There is a process per core already.
sharp.concurrency(1);
sharp.cache(false);

export interface AnalysisTask {
  readonly picture: PictureFile;
  readonly options: AnalysisOptions;
}

/** Why a picture could not be analysed. */
export interface Unmeasured {
  readonly error: string;
  /** The system's error, or `EXITED`, where the picture itself may be right. */
  readonly code?: string;
}

/** What a picture tells, or why it could not be analysed. */
export type AnalysisOutcome = Analysis | Unmeasured;

process.on("message", async ({ picture, options }: AnalysisTask) => {
  const unwatch = watchResources();
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

/** What a failure of the decoder means for who has the picture, and what to do. */
function explainDecoder({ message }: Error): string {
  const first = message.split("\n", 1)[0] as string;
  if (/pixel limit|exceeds (limit|dimension)|too (large|big)/i.test(first))
    return `it has more than ${MAX_PIXELS / 1e6} million pixels; make it smaller`;
  if (/is empty/i.test(first)) return "it is empty; put the picture into it";
  if (/unsupported image format/i.test(first))
    return "it is in no format that the build reads; save it as SVG, PNG or WebP";
  return `it can't be decoded (${first}); look whether another program opens it, and save it anew`;
}
