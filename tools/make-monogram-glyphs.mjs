// Writes the outlines of monograms into src/images/monogram-glyphs.ts:
// npm install --no-save --ignore-scripts opentype.js@2 @fontsource/inter@5 && node tools/make-monogram-glyphs.mjs
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import opentype from "opentype.js";

const FONT = createRequire(import.meta.url).resolve("@fontsource/inter/files/inter-latin-600-normal.woff");
const FILE = "src/images/monogram-glyphs.ts";
const CHARACTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"];
/** Side of the box in which a glyph is centered, and the height of a capital in it. */
const SIDE = 64;
const CAPITAL = 30;

const file = readFileSync(FONT);
const font = opentype.parse(file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength));
const flat = font.getPath("H", 0, 0, font.unitsPerEm).getBoundingBox();
const size = (CAPITAL / -flat.y1) * font.unitsPerEm;
const version = (font.names.windows ?? font.names).version.en.replace(/;.*/, "").toLowerCase();
const glyphs = CHARACTERS.map((character) => {
  const { x1, x2 } = font.getPath(character, 0, 0, size).getBoundingBox();
  const path = font.getPath(character, SIDE / 2 - (x1 + x2) / 2, SIDE / 2 + CAPITAL / 2, size);
  return `  ${/\d/.test(character) ? `"${character}"` : character}: "${path.commands.map(toText).join("")}",\n`;
});

/** A drawing command as path data. Coordinates of curves are in the order of their control points. */
function toText({ type, x1, y1, x2, y2, x, y }) {
  const coordinates = [x1, y1, x2, y2, x, y].filter((coordinate) => coordinate !== undefined);
  return type + coordinates.map((coordinate) => Math.round(coordinate * 10) / 10).join(" ");
}

writeFileSync(
  FILE,
  `// Written by tools/make-monogram-glyphs.mjs from Inter Semi Bold, ${version}. Copyright 2016 The Inter Project
// Authors (https://github.com/rsms/inter), under the SIL Open Font License 1.1, see LICENSE-inter.txt.

/** Outlines of A to Z and 0 to 9 as path data, centered in a box of ${SIDE} × ${SIDE}. */
export const MONOGRAM_GLYPHS: Readonly<Record<string, string>> = {
${glyphs.join("")}};
`,
);
