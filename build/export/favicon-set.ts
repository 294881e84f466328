import { join } from "node:path";
import type { Catalog, CatalogImageOptions } from "#src/catalog/catalog.js";
import { decodeImageHead } from "#src/format/stored-image.js";
import { paperOf } from "#src/images/bare-tint.js";
import { makeFolder, replaceFile } from "#src/platform/write-file.js";

/** Sides in pixels of the images in `favicon.ico`. */
const ICO_SIDES = [16, 32, 48];
/** Home screens show this file on any background, so it has its own. */
const TOUCH = { file: "apple-touch-icon.png", size: 180 };
const APP_SIDES = [192, 512];
const MARGIN = 0.12;

/** What a website needs of an icon. */
export interface FaviconSet {
  readonly files: readonly string[];
  /** The elements for the head of a page. */
  readonly html: readonly string[];
}

/**
 * Writes the favicon of a website: `favicon.ico`, `icon.svg` if the icon is a drawing, PNGs for home screens and apps,
 * and `site.webmanifest`.
 *
 * @param look options of all images but format and size; without a theme, `icon.svg` follows that of the browser
 * @throws Error if the icon has no image; the errors of `Catalog.image`
 */
export async function writeFaviconSet(
  catalog: Catalog,
  id: string,
  folder: string,
  look: CatalogImageOptions,
): Promise<FaviconSet> {
  const item = catalog.storedImage(id, look);
  if (item === undefined) throw new Error(`${id}: the icon has no image`);
  const { kind, background } = decodeImageHead(item);
  const draw = async (options: CatalogImageOptions): Promise<Buffer> => (await catalog.image(id, options))!;
  const png = (size: number, options = look): Promise<Buffer> =>
    draw({ ...options, format: "png", size, upscale: true });
  const { radius: _radius, shape: _shape, ...square } = look;
  const isOpaque = look.background === undefined ? background !== undefined : look.background !== "none";
  const margin = look.content === undefined ? { padding: MARGIN } : {};
  const paper = { background: paperOf(look.theme === "dark" ? "dark" : "light"), ...margin };
  const ico = await draw({ ...look, format: "ico", size: ICO_SIDES, upscale: true });
  const files = new Map<string, Buffer>([["favicon.ico", ico]]);
  const isDrawing = kind === "svg";
  if (isDrawing) files.set("icon.svg", await draw({ theme: "auto", ...look, format: "svg" }));
  files.set(TOUCH.file, await png(TOUCH.size, isOpaque ? square : { ...square, ...paper }));
  for (const side of APP_SIDES) files.set(`icon-${side}.png`, await png(side));
  const manifest = {
    name: catalog.get(id).name,
    icons: APP_SIDES.map((side) => ({ src: `icon-${side}.png`, sizes: `${side}x${side}`, type: "image/png" })),
  };
  files.set("site.webmanifest", Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
  await makeFolder(folder);
  for (const [name, bytes] of files) await replaceFile(join(folder, name), bytes);
  const links = [
    `<link rel="icon" href="/favicon.ico" sizes="${Math.max(...ICO_SIDES)}x${Math.max(...ICO_SIDES)}">`,
    ...(isDrawing ? ['<link rel="icon" href="/icon.svg" type="image/svg+xml">'] : []),
    `<link rel="apple-touch-icon" href="/${TOUCH.file}">`,
    '<link rel="manifest" href="/site.webmanifest">',
  ];
  return { files: [...files.keys()].map((name) => join(folder, name)), html: links };
}
