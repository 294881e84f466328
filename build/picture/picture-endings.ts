/** What names of picture files end with, in lower case. What a file is, its first bytes say. */
export const PICTURE_ENDINGS: ReadonlySet<string> = new Set([
  ...[".svg", ".png", ".webp", ".jpg", ".jpeg", ".avif", ".gif", ".tif", ".tiff", ".ico", ".icns"],
]);
