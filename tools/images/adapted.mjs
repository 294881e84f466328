import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { optimize } from "svgo";

/**
 * Drawings of Simple Icons in the colors of their brands, which a single color would make unfamiliar: layers from back
 * to front, each a color and the parts of the path (0 is the first) that it fills together.
 */
const LAYERS = {
  americanairlines: [
    ["#0078d2", [0]],
    ["#9da6ab", [1]],
    ["#c30019", [2]],
  ],
  audacity: [
    ["#0000cc", [0]],
    ["#f57c00", [1]],
  ],
  bankofamerica: [
    ["#e31837", [0, 1, 5]],
    ["#012169", [2, 3, 4]],
  ],
  caixabank: [
    ["#fdb913", [0]],
    ["#e2231a", [1]],
    ["#007eae", [2]],
  ],
  carrefour: [
    ["#004e9e", [0]],
    ["#e30613", [1]],
  ],
  codeforces: [
    ["#ffc107", [0]],
    ["#1f8acb", [1]],
    ["#d50000", [2]],
  ],
  davinciresolve: [
    ["#233a51", [0]],
    ["#4fb3e8", [2]],
    ["#f0524f", [3]],
    ["#9bc53d", [4]],
  ],
  googlenews: [
    ["#ffc107", [5, 6]],
    ["#ea4335", [7]],
    ["#0c9d58", [8]],
    ["#4285f4", [0]],
    ["#ffffff", [1, 2, 3, 4]],
  ],
  immich: [
    ["#fa2921", [0]],
    ["#ffb400", [1]],
    ["#ed79b5", [2]],
    ["#1e83f7", [3]],
    ["#18c249", [4]],
  ],
  lidl: [
    ["#0050aa", [0]],
    ["#e60a14", [2]],
    ["#fff000", [3]],
    ["#0050aa", [5, 6, 7, 8]],
    ["#e60a14", [4]],
  ],
  nbc: [
    ["#fccc12", [5]],
    ["#f37021", [2]],
    ["#cc004c", [1]],
    ["#6460aa", [0]],
    ["#0089d0", [3]],
    ["#0db14b", [4]],
  ],
  paytm: [
    ["#002e6e", [2, 3, 4, 5, 6]],
    ["#00baf2", [0, 1]],
  ],
  phpmyadmin: [
    ["#6c78af", [0, 2, 3]],
    ["#f89c0e", [1]],
  ],
  pihole: [
    ["#12b212", [0]],
    ["#96060c", [1, 2]],
  ],
  sinaweibo: [
    ["#e6162d", [4]],
    ["#ffffff", [0]],
    ["#000000", [3]],
    ["#ffffff", [1, 2]],
    ["#ff9933", [5, 6]],
  ],
  tesco: [
    ["#ee1c2e", [0, 1, 2, 3, 4, 5]],
    ["#00539f", [6, 7, 8, 9, 10]],
  ],
  uptimekuma: [["#5cdd8b", [0]]],
  wikimediacommons: [
    ["#990000", [0]],
    ["#006699", [1]],
  ],
};

/** Symbols beside a wordmark, or its first letter where that is the icon, in drawings of theSVG: left, top, width, and height. */
export const SYMBOLS = {
  "al-jazeera": [0, 0, 97, 161.3],
  bradesco: [0, 0, 24.5, 23.1],
  delta: [0, 10, 4.6, 4],
  "der-spiegel": [8.45, 10.2, 2.25, 3.6],
  "dominos-pizza": [0, 0, 207, 209.3],
  "kakao-bank": [0, 0, 36.74, 36.74],
  makemytrip: [638, 0, 496, 496],
  overseerr: [0, 0, 96, 96],
  reuters: [0, 0, 260.2, 260.2],
  santander: [0, 0, 90, 90],
  sberbank: [0, 0, 47, 50],
  ticketmaster: [-0.05, 10.6, 1.3, 3.2],
};

/** A drawing of Simple Icons in the colors of `LAYERS`; undefined if these don't have it. */
export async function readColored(folder, name) {
  const layers = LAYERS[name];
  if (layers === undefined) return undefined;
  const svg = await readFile(join(folder, "icons", `${name}.svg`), "utf8");
  const absolute = { name: "convertPathData", params: { forceAbsolutePath: true, floatPrecision: 4 } };
  const [, path] = / d="([^"]+)"/.exec(optimize(svg, { plugins: [absolute] }).data);
  const parts = path.split(/(?=M)/);
  const body = layers.map(([fill, of]) => `<path fill="${fill}" d="${of.map((part) => parts[part]).join("")}"/>`);
  return { width: 24, height: 24, body: body.join("") };
}
