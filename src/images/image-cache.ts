/** Caches images by key. Evicts the least recently used ones beyond a number of bytes. */
export interface ImageCache<Image extends { readonly bytes: Uint8Array }> {
  get(key: string): Image | undefined;
  set(key: string, image: Image): void;
}

/** Approximate memory of an entry in addition to its bytes. */
const ENTRY_BYTES = 300;

/** @param maxBytes total size of all images; an image of more than a quarter of it is not cached */
export function createImageCache<Image extends { readonly bytes: Uint8Array }>(maxBytes: number): ImageCache<Image> {
  /** In order of use, the most recently used image last. */
  const images = new Map<string, Image>();
  let held = 0;
  const sizeOf = (key: string, { bytes }: Image): number => bytes.length + key.length + ENTRY_BYTES;
  return {
    get(key) {
      const image = images.get(key);
      if (image === undefined) return undefined;
      images.delete(key);
      images.set(key, image);
      return image;
    },
    set(key, image) {
      const size = sizeOf(key, image);
      const known = images.get(key);
      if (known !== undefined) {
        held -= sizeOf(key, known);
        images.delete(key);
      }
      if (size > maxBytes / 4) return;
      images.set(key, image);
      held += size;
      for (const [oldest, old] of images) {
        if (held <= maxBytes) break;
        images.delete(oldest);
        held -= sizeOf(oldest, old);
      }
    },
  };
}
