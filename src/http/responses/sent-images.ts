import { createGenerationCache, type GenerationCache } from "./generation-cache.js";
import type { ImageHeaders } from "./image-writer.js";

/** Enough for the drawings of 4,500 icons, with their URLs and headers. */
const MAX_BYTES = 16 * 2 ** 20;

/** An image and the headers with which it was sent. */
export interface SentImage {
  readonly headers: ImageHeaders;
  readonly bytes: Buffer;
}

/** Recently sent images by path and query. Sending one again takes two thirds of the time. */
export type SentImages = GenerationCache<SentImage>;

/** Creates a cache of sent images. */
export function createSentImages(): SentImages {
  return createGenerationCache(MAX_BYTES);
}
