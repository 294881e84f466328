import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { measuredPixels } from "../../dist/build/image/render/measured-pixels.js";
import { storeImage } from "../../dist/build/image/render/store-image.js";
import { createImageSource } from "../../dist/build/image/source/image-source.js";
import { PRODUCT } from "./work-folder.mjs";

const DATA = join(PRODUCT, "data");

/** The pixels of each shipped icon as hashed by the build, by id. */
export async function shippedDrawings() {
  const source = createImageSource(DATA);
  const { image: options = {} } = JSON.parse(readFileSync(join(DATA, "dataset.json"), "utf8"));
  const records = readdirSync(join(DATA, "icons")).flatMap((name) =>
    JSON.parse(readFileSync(join(DATA, "icons", name), "utf8")),
  );
  const drawn = new Map();
  for (const { id, image, tint, background = options.background } of records) {
    const presentation = { tint, background, padding: options.padding };
    drawn.set(id, (await measuredPixels(await storeImage(await source.read(image), presentation))).hashed);
  }
  return drawn;
}

/** The PNG file of raw RGBA pixels. */
export function pngOf({ data, width, height }) {
  return sharp(data, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
}
