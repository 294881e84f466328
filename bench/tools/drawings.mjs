import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { storeImage } from "../../dist/build/image/render/store-image.js";
import { createImageSource } from "../../dist/build/image/source/image-source.js";
import { rasterize } from "../../dist/src/images/rasterize.js";
import { PRODUCT } from "./work-folder.mjs";

/** The folder of the shipped dataset. */
export const SHIPPED_DATA = join(PRODUCT, "data");

const SIDE = 256;
/** The presentation of the record. */
const AS_STORED = { width: SIDE, height: SIDE, radius: 0, rotate: 0, flip: "none" };

/** The records of a dataset in JSON files. */
export function recordsOf(data) {
  return readdirSync(join(data, "icons")).flatMap((name) =>
    JSON.parse(readFileSync(join(data, "icons", name), "utf8")),
  );
}

/** The pixels of each icon of a dataset in a square of 256 pixels, by id: a quarter of a megabyte each. */
export async function drawingsOf(data) {
  const drawn = new Map();
  for await (const [id, pixels] of eachDrawing(data)) drawn.set(id, pixels);
  return drawn;
}

/** The same one after the other, as `[id, pixels]`. */
export async function* eachDrawing(data) {
  const source = createImageSource(data);
  const { image: options = {} } = JSON.parse(readFileSync(join(data, "dataset.json"), "utf8"));
  for (const { id, image, tint, background = options.background } of recordsOf(data)) {
    const presentation = { tint, background, padding: options.padding };
    const { stored } = await storeImage(await source.read(image), presentation);
    yield [id, await rasterize(stored, AS_STORED)];
  }
}

/** The PNG file of raw RGBA pixels. */
export function pngOf({ data, width, height }) {
  return sharp(data, { raw: { width, height, channels: 4 } })
    .png({ compressionLevel: 0 })
    .toBuffer();
}
