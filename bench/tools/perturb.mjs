import sharp from "sharp";

const WHITE = "#ffffff";
const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };
/** Fraction of the side. */
const CORNER = 0.22;
const MARGIN = 0.1;

/**
 * Common alterations of icons on the web: each converts an image of raw RGBA pixels to a file. `include` are the
 * variants that a lookup requests in addition to the unchanged image; `transparent` marks alterations that only affect
 * images with transparent parts.
 */
export const PERTURBATIONS = {
  "reduced to 96 pixels": { perturb: (image) => image.resize(96, 96).png() },
  "JPEG, quality 60": { perturb: (image) => image.flatten({ background: WHITE }).jpeg({ quality: 60 }) },
  "margin of a tenth": {
    perturb(image, side) {
      const margin = Math.round(side * MARGIN);
      return image.extend({ top: margin, bottom: margin, left: margin, right: margin, background: CLEAR }).png();
    },
  },
  "rounded corners": {
    perturb: (image, side) => image.composite([{ input: roundedSquare(side), blend: "dest-in" }]).png(),
  },
  "hue turned by 90 degrees": { perturb: (image) => image.modulate({ hue: 90 }).png() },
  mirrored: { perturb: (image) => image.flop().png(), include: ["mirrored"] },
  "inverted lightness": {
    perturb: (image) => image.flatten({ background: WHITE }).negate({ alpha: false }).png(),
    include: ["inverted"],
  },
  "shifted by 2 pixels": {
    async perturb(image, side) {
      const wide = await image.extend({ top: 2, left: 2, extendWith: "copy" }).png().toBuffer();
      return sharp(wide).extract({ left: 0, top: 0, width: side, height: side }).png();
    },
  },
  "white instead of transparent": { perturb: (image) => image.flatten({ background: WHITE }).png(), transparent: true },
};

/** The perturbed image as a file. @param pixels a square, raw RGBA */
export async function perturbPicture(kind, { data, width, height }) {
  const image = sharp(data, { raw: { width, height, channels: 4 } });
  return (await PERTURBATIONS[kind].perturb(image, width)).toBuffer();
}

function roundedSquare(side) {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><rect width="${side}" height="${side}" rx="${side * CORNER}"/></svg>`,
  );
}
