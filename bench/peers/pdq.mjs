import sharp from "sharp";

const SIDE = 64;
const HASHED = 16;
/** Larger images are reduced first, as by the original. */
const LONGEST = 512;
const PASSES = 2;

const WAVES = Array.from({ length: HASHED }, (_, frequency) =>
  Float64Array.from({ length: SIDE }, (_, at) => Math.cos((Math.PI / 2 / SIDE) * (frequency + 1) * (2 * at + 1))),
);

/**
 * Facebook's perceptual hash PDQ (Davis, Rosen, 2019) of an image on white, as eight words: luma, smoothed by two
 * passes of box filters in each direction, sampled at 64 × 64, the lowest 16 × 16 frequencies of its cosine transform
 * without the constant ones, and a bit each for those above the median.
 */
export async function pdqHash(file) {
  const { data, info } = await sharp(file)
    .flatten({ background: "#ffffff" })
    .resize(LONGEST, LONGEST, { fit: "inside", withoutEnlargement: true })
    .toColorspace("srgb")
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  let luma = Float64Array.from({ length: width * height }, (_, at) => {
    const [red, green, blue] = [data[at * channels], data[at * channels + 1], data[at * channels + 2]];
    return 0.299 * red + 0.587 * green + 0.114 * blue;
  });
  for (let pass = 0; pass < PASSES; pass++) {
    luma = smooth(luma, height, width, width, 1);
    luma = smooth(luma, width, height, 1, width);
  }
  const sampled = (x, y) =>
    luma[Math.floor(((y + 0.5) * height) / SIDE) * width + Math.floor(((x + 0.5) * width) / SIDE)];
  const rows = WAVES.map((wave) =>
    Float64Array.from({ length: SIDE }, (_, x) => wave.reduce((sum, factor, y) => sum + factor * sampled(x, y), 0)),
  );
  const values = rows.flatMap((row) => WAVES.map((wave) => wave.reduce((sum, factor, x) => sum + factor * row[x], 0)));
  const median = Float64Array.from(values).sort()[values.length / 2 - 1];
  const words = new Uint32Array(values.length / 32);
  for (const [at, value] of values.entries()) if (value > median) words[at >> 5] |= 1 << (at & 31);
  return words;
}

/** Averages lines by a box of half a sample; at the ends, over the part of the box that lies within the line. */
function smooth(from, lines, length, lineStep, step) {
  const box = Math.ceil(length / (2 * SIDE));
  const after = Math.floor((box + 2) / 2) - 1;
  const before = box - 1 - after;
  const into = new Float64Array(from.length);
  for (let line = 0; line < lines; line++) {
    const start = line * lineStep;
    let sum = 0;
    for (let at = 0; at < after; at++) sum += from[start + at * step];
    for (let at = 0; at < length; at++) {
      if (at + after < length) sum += from[start + (at + after) * step];
      if (at - before - 1 >= 0) sum -= from[start + (at - before - 1) * step];
      const count = Math.min(length - 1, at + after) - Math.max(0, at - before) + 1;
      into[start + at * step] = sum / count;
    }
  }
  return into;
}
