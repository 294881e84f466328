// A process that renders icons of an Iconify set with both renderers and compares them. Separate, since resvg can abort
// the process: the file that it is given names the current icon. Messages: { file, from, to }; responses: { left, failed,
// different }.
import { openSync, readFileSync, writeSync } from "node:fs";
import sharp from "sharp";
import { rasterizeRaw } from "../../dist/src/images/rasterize.js";
import { SIDE, VISIBLE_LEVELS, VISIBLE_PIXELS } from "./compare-renderers.mjs";
import { iconifyDrawing } from "./iconify-drawing.mjs";

const progress = openSync(process.argv[2], "w");
const current = Buffer.alloc(4);

sharp.concurrency(1);
sharp.cache(false);
let loaded;

process.on("message", async ({ file, from, to }) => {
  if (loaded?.file !== file) loaded = { file, set: JSON.parse(readFileSync(file, "utf8")) };
  const { set } = loaded;
  const names = Object.keys(set.icons);
  const response = { left: 0, failed: [], different: [] };
  for (let at = from; at < to; at++) {
    current.writeUInt32LE(at);
    writeSync(progress, current, 0, 4, 0);
    const id = `${set.prefix}:${names[at]}`;
    const svg = sized(iconifyDrawing(set, names[at]));
    try {
      const fast = await rasterizeRaw(svg, SIDE, SIDE, "resvg");
      if (!fast.isPremultiplied) {
        response.left++;
        continue;
      }
      const pixels = countDifferent(fast.data, (await rasterizeRaw(svg, SIDE, SIDE, "librsvg")).data);
      if (pixels >= VISIBLE_PIXELS) response.different.push({ id, pixels });
    } catch (error) {
      response.failed.push({ id, reason: error.message.split("\n", 1)[0] });
    }
  }
  process.send(response);
});

function sized(svg) {
  return svg.replace("<svg", `<svg width="${SIDE}" height="${SIDE}"`);
}

/** Number of visibly different pixels on white. @param fast premultiplied @param other not */
function countDifferent(fast, other) {
  let count = 0;
  for (let at = 0; at < fast.length; at += 4) {
    const alpha = other[at + 3];
    if (alpha === 0 && fast[at + 3] === 0) continue;
    const white = 255 - fast[at + 3];
    for (let channel = at; channel < at + 3; channel++) {
      const onWhite = (other[channel] * alpha) / 255 + 255 - alpha;
      if (Math.abs(fast[channel] + white - onWhite) < VISIBLE_LEVELS) continue;
      count++;
      break;
    }
  }
  return count;
}
