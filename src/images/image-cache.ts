/** Images by key, the last used ones up to a number of bytes. */
export interface ImageCache<Image extends { readonly bytes: Uint8Array }> {
  get(key: string): Image | undefined;
  set(key: string, image: Image): void;
}

/** What an entry takes beside its bytes. */
const ENTRY_BYTES = 300;

/** @param maxBytes of all images together; one that has more than a quarter of them is not kept */
export function createImageCache<Image extends { readonly bytes: Uint8Array }>(maxBytes: number): ImageCache<Image> {
  /** The one that was used last comes last. */
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
