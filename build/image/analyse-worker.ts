import sharp from "sharp";
import { type Analysis, analysePicture } from "./analyse.js";
import type { Picture } from "./picture.js";
import type { RenderOptions } from "./render.js";

// The pool has a thread per core already.
sharp.concurrency(1);
sharp.cache(false);

export interface AnalysisTask {
  readonly picture: Picture;
  readonly options: RenderOptions;
}

/** What the pool calls in its threads; an error comes back as its message, since error classes don't cross threads. */
export default async function analyse({
  picture,
  options,
}: AnalysisTask): Promise<Analysis | { readonly error: string }> {
  try {
    return await analysePicture(picture, options);
  } catch (error) {
    return { error: (error as Error).message };
  }
}
