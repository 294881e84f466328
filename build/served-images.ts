import type { ServedImages } from "./analysis/analyse.js";
import type { BuildOptions } from "./build-options.js";

/** Which pictures a generation is to hold. */
export function servedImages({ images = true, largeImages = true }: BuildOptions): ServedImages {
  if (!images) return "none";
  return largeImages ? "all" : "small";
}

/** What the manifest says of pictures that were left out. */
export function leftOut(options: BuildOptions): { images?: false; largeImages?: false } {
  const images = servedImages(options);
  if (images === "all") return {};
  return images === "none" ? { images: false } : { largeImages: false };
}
