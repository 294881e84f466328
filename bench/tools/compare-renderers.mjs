import { Resvg } from "@resvg/resvg-js";
import sharp from "sharp";

export const SIDE = 128;
/** A pixel differs visibly if a channel differs by this many levels on white or black. */
export const VISIBLE_LEVELS = 64;
/**
 * An icon differs visibly if it has this many such pixels. Antialiasing differs along all edges, but rarely by that
 * much.
 */
export const VISIBLE_PIXELS = 24;
const SHEET_ROWS = 20;
const RESVG_OPTIONS = { font: { loadSystemFonts: false }, logLevel: "off" };

/**
 * Renders icons with resvg and sharp, and writes the 20 that differ most to a contact sheet. Each row shows resvg,
 * sharp, and the differing pixels.
 *
 * @param icons with `id` and `svg`
 * @returns number of visibly different icons, the worst ones, and the mean CPU time of each renderer
 */
export async function compareRenderers(icons, sheet) {
  sharp.concurrency(1);
  sharp.cache(false);
  const compared = [];
  const failed = [];
  const ms = { resvg: 0, sharp: 0 };
  const timed = async (name, draw) => {
    const before = process.cpuUsage();
    const drawn = await draw();
    const { user, system } = process.cpuUsage(before);
    ms[name] += (user + system) / 1000;
    return drawn;
  };
  for (const { id, svg } of icons) {
    const sized = svg.replace("<svg", `<svg width="${SIDE}" height="${SIDE}"`);
    try {
      const one = await timed("resvg", () => new Resvg(sized, RESVG_OPTIONS).render().asPng());
      const other = await timed("sharp", () => sharp(Buffer.from(sized), { density: 72 }).png().toBuffer());
      const pixels = await Promise.all([one, other].map(onWhite));
      compared.push({ id, one, other, different: countDifferent(...pixels) });
    } catch (error) {
      failed.push({ id, reason: error.message.split("\n", 1)[0] });
    }
  }
  const worst = compared.sort((a, b) => b.different - a.different).slice(0, SHEET_ROWS);
  await writeSheet(worst, sheet);
  return {
    icons: compared.length,
    different: compared.filter(({ different }) => different >= VISIBLE_PIXELS).length,
    worst: worst.map(({ id, different }) => ({ id, different })),
    failed,
    resvgMs: ms.resvg / icons.length,
    sharpMs: ms.sharp / icons.length,
  };
}

/** Writes icons that resvg and sharp render differently to a contact sheet. @param icons with `svg` */
export async function sheetOf(icons, sheet) {
  const rendered = icons.map(async ({ svg }) => {
    const sized = svg.replace("<svg", `<svg width="${SIDE}" height="${SIDE}"`);
    const one = new Resvg(sized, RESVG_OPTIONS).render().asPng();
    return { one, other: await sharp(Buffer.from(sized), { density: 72 }).png().toBuffer() };
  });
  await writeSheet(await Promise.all(rendered), sheet);
}

/** Decodes a PNG onto white. */
export function onWhite(png) {
  return sharp(png)
    .resize(SIDE, SIDE, { fit: "fill" })
    .flatten({ background: "#ffffff" })
    .removeAlpha()
    .raw()
    .toBuffer();
}

/** Number of visibly different pixels of two images on white. */
export function countDifferent(one, other) {
  let count = 0;
  for (let at = 0; at < one.length; at += 3) {
    const levels = [0, 1, 2].map((channel) => Math.abs(one[at + channel] - other[at + channel]));
    if (Math.max(...levels) >= VISIBLE_LEVELS) count++;
  }
  return count;
}

/** @param worst images as PNG in `one` and `other` */
export async function writeSheet(worst, path) {
  const cells = await Promise.all(
    worst.flatMap(({ one, other }, row) => {
      const difference = Promise.all([one, other].map(onWhite)).then(([a, b]) =>
        sharp(
          a.map((level, at) => 255 - Math.abs(level - b[at])),
          { raw: { width: SIDE, height: SIDE, channels: 3 } },
        )
          .png()
          .toBuffer(),
      );
      return [one, other, difference].map(async (png, column) => {
        const half = Math.ceil(worst.length / 2);
        return { input: await png, left: (column + (row < half ? 0 : 3)) * SIDE, top: (row % half) * SIDE };
      });
    }),
  );
  const [width, height] = [6 * SIDE, Math.ceil(worst.length / 2) * SIDE];
  await sharp({ create: { width, height, channels: 3, background: "#ffffff" } })
    .composite(cells)
    .png()
    .toFile(path);
}
