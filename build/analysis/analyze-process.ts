import sharp from "sharp";
import { MAX_PIXELS } from "#src/images/open-raster.js";
import type { Renderer } from "#src/images/rasterize.js";
import { watchResources } from "#src/platform/resource-limits.js";
import { refuseOutsideReferences } from "../image/decode/outside-references.js";
import type { ImageFile } from "../image/image-file.js";
import { ImageError } from "../image/image-file.js";
import type { Analysis, AnalysisOptions } from "./analysis.js";
import { analyzeImage } from "./analyze.js";

// There is already one process per core.
sharp.concurrency(1);
sharp.cache(false);

export interface AnalysisTask {
  readonly image: ImageFile;
  readonly options: AnalysisOptions;
  /** Default: resvg. */
  readonly renderer?: Renderer;
}

/** Why an image could not be analyzed. */
export interface Unmeasured {
  readonly error: string;
  /** The system's error code, or `EXITED`, if the image itself may be valid. */
  readonly code?: string;
}

/** The analysis of an image, or the reason why it could not be analyzed. */
export type AnalysisOutcome = Analysis | Unmeasured;

process.on("message", async (batch: readonly AnalysisTask[]) => {
  const unwatch = watchResources();
  const outcomes: AnalysisOutcome[] = [];
  for (const task of batch) outcomes.push(await analyze(task));
  unwatch();
  process.send?.(outcomes);
});
// Service managers send signals to all processes, but the build may need this one to finish and ends it itself.
process.on("SIGTERM", () => undefined);
// The build is gone. An orderly exit would wait for the decoder.
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));

async function analyze({ image, options, renderer }: AnalysisTask): Promise<AnalysisOutcome> {
  try {
    if (image.kind === "svg") refuseOutsideReferences(image.bytes);
    return await analyzeImage(image, options, renderer);
  } catch (error) {
    return { error: error instanceof ImageError ? error.message : explainDecoder(error as Error) };
  }
}

/** Explains an error of the decoder: the problem of the image, and the remedy. */
function explainDecoder({ message }: Error): string {
  const first = message.split("\n", 1)[0] as string;
  if (/pixel limit|exceeds (limit|dimension)|too (large|big)/i.test(first))
    return `it has more than ${MAX_PIXELS / 1e6} million pixels; make it smaller`;
  if (/is empty/i.test(first)) return "it is empty; put the image into it";
  if (/unsupported image format/i.test(first)) return "its format is not supported; save it as SVG, PNG or WebP";
  return `it can't be decoded (${first}); check that another program opens it, and save it again`;
}
