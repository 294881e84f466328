// Writes the font of drawings into src/images/font:
// npm install --no-save --ignore-scripts subset-font@2 @expo-google-fonts/inter@0.4 && node tools/make-font.mjs
// Then set FONT_VERSION in src/images/renderers.ts.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import subsetFont from "subset-font";

const STYLES = { "inter-regular.ttf": "400Regular/Inter_400Regular", "inter-bold.ttf": "700Bold/Inter_700Bold" };
/** Latin, Greek, Cyrillic; punctuation, currencies, letters as signs, arrows, operators, geometric shapes. */
const BLOCKS = [
  ...[" ~", "\u00a0\u024f", "\u02b0\u036f", "\u0370\u03ff", "\u0400\u052f", "\u1e00\u1eff"],
  ...["\u2000\u206f", "\u2070\u209f", "\u20a0\u20cf", "\u2100\u214f", "\u2190\u21ff", "\u2200\u22ff", "\u25a0\u25ff"],
];
/** Kerning and accents. No others, since some depend on the language of the system. */
const FEATURES = ["kern", "mark", "mkmk", "ccmp"];

const text = BLOCKS.flatMap(([first, last]) => {
  const from = first.codePointAt(0);
  return Array.from({ length: last.codePointAt(0) - from + 1 }, (_, at) => String.fromCodePoint(from + at));
}).join("");
const require = createRequire(import.meta.url);
for (const [name, source] of Object.entries(STYLES)) {
  const font = readFileSync(require.resolve(`@expo-google-fonts/inter/${source}.ttf`));
  const options = { targetFormat: "sfnt", keepFeatures: FEATURES, noHinting: true };
  writeFileSync(`src/images/font/${name}`, await subsetFont(font, text, options));
}
