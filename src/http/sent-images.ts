import { createImageCache, type ImageCache } from "../images/image-cache.js";
import type { ImageHeaders } from "./image-answers.js";

/** Enough for the drawings of 1,000 icons, with their URLs and headers. */
const MAX_BYTES = 8 * 2 ** 20;

/** An image and the headers with which it was sent. */
export interface SentImage {
  readonly headers: ImageHeaders;
  readonly bytes: Buffer;
}

/** Recently sent images by path and query. Sending one again takes two thirds of the time. */
export interface SentImages {
  /** @param generation the live one; images of others are not returned */
  get(generation: string, url: string): SentImage | undefined;
  set(generation: string, url: string, image: SentImage): void;
}

/** Creates a cache that holds images of one generation at a time. */
export function createSentImages(): SentImages {
  let sent: ImageCache<SentImage> = createImageCache(MAX_BYTES);
  let cached: string | undefined;
  return {
    get: (generation, url) => (generation === cached ? sent.get(url) : undefined),
    set(generation, url, image) {
      if (generation !== cached) {
        sent = createImageCache(MAX_BYTES);
        cached = generation;
      }
      sent.set(url, image);
    },
  };
}
