import sharp from "sharp";

const WHITE = "#ffffff";
const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };
/** Fraction of the side. */
const CORNER = 0.22;
const MARGIN = 0.1;
/** Side of a sign on a background. */
const SIGN = 0.62;
const PLATES = ["#e53935", "#1e66f5", "#2e7d32", "#7b1fa2", "#00838f", "#ef6c00", "#212121"];

/**
 * Common alterations of icons on the web: each converts an image of raw RGBA pixels to a file. `include` are the
 * variants that a lookup requests in addition to the unchanged image; `transparent` marks alterations that only affect
 * images with transparent parts, `redraw` those that start from another drawing of the brand.
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
  "shifted by 2 pixels": { perturb: (image, side) => shifted(image, side, 2) },
  "shifted by 8 pixels": { perturb: (image, side) => shifted(image, side, 8) },
  "cropped by 5 %": { perturb: (image, side) => cropped(image, side, 0.05) },
  "cropped by 12 %": { perturb: (image, side) => cropped(image, side, 0.12) },
  "with a badge": {
    perturb: (image, side) =>
      image.composite([{ input: drawing(side, '<circle cx="82" cy="18" r="16" fill="#e53935"/>') }]).png(),
  },
  "rotated by 5 degrees": { perturb: (image, side) => rotated(image, side, 5) },
  "rotated by 10 degrees": { perturb: (image, side) => rotated(image, side, 10) },
  "rotated by 15 degrees": { perturb: (image, side) => rotated(image, side, 15) },
  "rotated by 90 degrees": { perturb: (image) => image.rotate(90).png() },
  "dark tint": {
    perturb: (image, side) => image.composite([{ input: drawing(side, DARK), blend: "atop" }]).png(),
  },
  grayscale: { perturb: (image) => image.grayscale().png() },
  "favicon of 16 pixels": { perturb: (image) => image.resize(16, 16).png() },
  blurred: { perturb: (image, side) => image.blur(side / 85).png() },
  "JPEG, quality 30": { perturb: (image) => image.flatten({ background: WHITE }).jpeg({ quality: 30 }) },
  "with a shadow": {
    async perturb(image, side) {
      const margin = Math.round(side * MARGIN);
      const icon = await image.png().toBuffer();
      const wide = sharp(icon).extend({ top: margin, bottom: margin, left: margin, right: margin, background: CLEAR });
      const shadow = await wide
        .linear([0, 0, 0, 0.4], [0, 0, 0, 0])
        .blur(side / 40)
        .png()
        .toBuffer();
      return sharp(shadow)
        .composite([{ input: icon, left: margin, top: Math.round(margin * 0.6) }])
        .png();
    },
  },
  screenshot: { perturb: (image) => within(image, 45, { on: SCREEN, side: 100, left: 27, top: 15 }) },
  "tight screenshot": { perturb: (image) => within(image, 76, { on: TIGHT, side: 100, left: 12, top: 10 }) },
  "tile on a page": { perturb: (image) => within(image, 100, { on: PAGE, side: 200, left: 20, top: 20 }) },
  "redrawn in a single color": { redraw: (svg, side) => sharp(redrawn(svg, side, "#000000")) },
  "white on a colored background": {
    redraw(svg, side, background) {
      const sign = redrawn(svg, Math.round(side * SIGN), "#ffffff");
      return sharp({ create: { width: side, height: side, channels: 4, background } }).composite([{ input: sign }]);
    },
  },
  "white instead of transparent": { perturb: (image) => image.flatten({ background: WHITE }).png(), transparent: true },
};

/**
 * The perturbed image as a file.
 *
 * @param pixels a square, raw RGBA
 * @param redrawing an SVG text of the same brand with `currentColor`, for kinds that need it
 * @param number chooses a color
 */
export async function perturbPicture(kind, { data, width, height }, redrawing, number = 0) {
  if (PERTURBATIONS[kind].redraw !== undefined)
    return PERTURBATIONS[kind]
      .redraw(redrawing, width, PLATES[number % PLATES.length])
      .png()
      .toBuffer();
  const image = sharp(data, { raw: { width, height, channels: 4 } });
  return (await PERTURBATIONS[kind].perturb(image, width)).toBuffer();
}

/** The home screen of a phone, cut around an icon. */
const SCREEN =
  '<defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="#4a6fa5"/><stop offset="1" stop-color="#a0522d"/></linearGradient></defs><rect width="100" height="100" fill="url(#g)"/><rect x="20" y="8" width="59" height="59" rx="13" fill="#fff"/><text x="50" y="85" font-size="11" font-family="sans-serif" fill="#fff" text-anchor="middle">App name</text>';

/** The image, reduced, as a part of a larger one. @param size of the image in it */
async function within(image, size, { on, side, left, top }) {
  const icon = await image.resize(size, size).png().toBuffer();
  return sharp(drawing(side, on))
    .composite([{ input: icon, left, top }])
    .png();
}

/** A dark mode that dims images. */
const DARK = '<rect width="100" height="100" fill="#000" fill-opacity=".5"/>';
/** The same, cut close to an icon without a tile. */
const TIGHT =
  '<rect width="100" height="100" fill="#eef1f5"/><text x="50" y="97" font-size="10" font-family="sans-serif" fill="#222" text-anchor="middle">App name</text>';
/** A part of a page with a card, a heading and lines of text. */
const PAGE =
  '<rect width="100" height="100" fill="#f6f7f9"/><rect x="5" y="5" width="90" height="90" rx="4" fill="#fff" stroke="#dde"/><text x="66" y="22" font-size="9" font-family="sans-serif" fill="#222">Name</text><path fill="#ccd" d="M66 30h24v3H66zM66 38h20v3H66zM10 70h80v3H10zM10 78h70v3H10z"/>';

function redrawn(svg, side, color) {
  const sized = svg.replace("<svg ", `<svg width="${side}" height="${side}" `);
  return Buffer.from(sized.replaceAll("currentColor", color));
}

async function shifted(image, side, pixels) {
  const wide = await image.extend({ top: pixels, left: pixels, extendWith: "copy" }).png().toBuffer();
  return sharp(wide).extract({ left: 0, top: 0, width: side, height: side }).png();
}

/** @param share of the side that is cut off, in all */
function cropped(image, side, share) {
  const cut = Math.round((side * share) / 2);
  return image.extract({ left: cut, top: cut, width: side - 2 * cut, height: side - 2 * cut }).png();
}

async function rotated(image, side, degrees) {
  const wide = await image.rotate(degrees, { background: CLEAR }).png().toBuffer();
  return sharp(wide).resize(side, side).png();
}

/** @param body of an SVG in units of a hundredth of the side */
function drawing(side, body) {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="${side}" height="${side}">${body}</svg>`,
  );
}

function roundedSquare(side) {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><rect width="${side}" height="${side}" rx="${side * CORNER}"/></svg>`,
  );
}
