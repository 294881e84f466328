import sharp from "sharp";
import { bitGallery } from "./plain-scan.mjs";

const SIDE = 64;
const CELL = 8;
const CELLS = SIDE / CELL;
const ORIENTATIONS = 8;
const VALUES = CELLS * CELLS * ORIENTATIONS;
/** Levels by which the sign differs from the background. */
const DIFFERENT = 24;

/**
 * A plain histogram of oriented gradients (Dalal, Triggs, 2005): the image on white, trimmed to what differs from the
 * color of its corner, 64 × 64, 8 × 8 cells of 8 unsigned orientations, square roots. 512 values.
 */
export async function gradientHistogram(file) {
  const { data, info } = await sharp(file)
    .flatten({ background: "#ffffff" })
    .toColorspace("srgb")
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let difference = 0;
      for (let channel = 0; channel < channels; channel++)
        difference = Math.max(difference, Math.abs(data[(y * width + x) * channels + channel] - data[channel]));
      if (difference <= DIFFERENT) continue;
      [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), y];
    }
  }
  const whole = sharp(data, { raw: { width, height, channels } });
  const sign = right < 0 ? whole : whole.extract({ left, top, width: right - left + 1, height: bottom - top + 1 });
  const luma = await sharp(await sign.png().toBuffer())
    .resize(SIDE, SIDE, { fit: "fill" })
    .grayscale()
    .raw()
    .toBuffer();
  const at = (x, y) => luma[Math.min(SIDE - 1, Math.max(0, y)) * SIDE + Math.min(SIDE - 1, Math.max(0, x))];
  const values = new Float64Array(VALUES);
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      const [across, down] = [at(x + 1, y) - at(x - 1, y), at(x, y + 1) - at(x, y - 1)];
      const angle = (Math.atan2(down, across) + 2 * Math.PI) % Math.PI;
      const orientation = Math.min(ORIENTATIONS - 1, Math.floor((angle / Math.PI) * ORIENTATIONS));
      const cell = Math.floor(y / CELL) * CELLS + Math.floor(x / CELL);
      values[cell * ORIENTATIONS + orientation] += Math.hypot(across, down);
    }
  }
  return values.map(Math.sqrt);
}

/**
 * A gallery of histograms, compared as 512 bits each: whether a value is above its median over the gallery.
 *
 * @param histograms by id
 */
export function histogramGallery(histograms) {
  const all = [...histograms.values()];
  const medians = Float64Array.from({ length: VALUES }, (_, at) => {
    const sorted = Float64Array.from(all, (values) => values[at]).sort();
    return sorted[sorted.length >> 1];
  });
  const wordsOf = (values) => {
    const words = new Uint32Array(VALUES / 32);
    for (let at = 0; at < VALUES; at++) if (values[at] > medians[at]) words[at >> 5] |= 1 << (at & 31);
    return words;
  };
  const gallery = bitGallery(new Map([...histograms].map(([id, values]) => [id, wordsOf(values)])));
  return {
    rank: (histogram, id) => gallery.rank(wordsOf(histogram), id),
    nearest: (histogram, limit, except) => gallery.nearest(wordsOf(histogram), limit, except),
  };
}
