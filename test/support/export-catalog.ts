import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll } from "vitest";
import { compile } from "#build/compile/compile.js";
import { normalizeDrawing } from "#build/image/drawing/normalize/normalize-drawing.js";
import { sanitizeDrawing } from "#build/image/drawing/sanitize-drawing.js";

export const svg = (shapes: string, root = 'viewBox="0 0 24 24"'): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${root}>${shapes}</svg>`;

/** A drawing with a gradient. All of these use the same inner id. */
const fading = (from: string, to: string): string =>
  `<linearGradient id="a"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>` +
  '<path id="b" fill="url(#a)" d="M0 0h24v12H0z"/><use href="#b" y="12"/>';

/** Drawings by icon id, one for each kind that must be embedded in a different way. */
export const DRAWINGS: Readonly<Record<string, string>> = {
  disc: svg('<circle cx="12" cy="12" r="9"/>'),
  flag: svg('<path fill="red" d="M0 0h12v24H0z"/>\n<path fill="blue" d="M12 0h12v24H12z"/>'),
  dusk: svg(fading("red", "navy")),
  dawn: svg(fading("lime", "yellow").replaceAll('"', "'")),
  ring: svg('<circle cx="0" cy="0" r="40"/>', 'viewBox="-50 -50 100 100" fill="none" stroke="teal" stroke-width="12"'),
  wide: svg('<path fill="purple" d="M4 4h56v24H4z"/>', 'width="64" height="32"'),
  styled: svg(
    '<style>.a{fill:orange}path{stroke:black}@media print{path{stroke:red}}</style><path class="a" d="M2 2h20v20H2z"/>',
  ),
  stretched: svg(
    '<path fill="green" d="M0 0h10v10z"/>',
    'viewBox="0 0 10 10" width="40" height="20" preserveAspectRatio="none"',
  ),
  "a/b*c:é": svg('<path fill="brown" d="M3 3h9v9H3z"/>'),
};

/** The drawings as stored. */
export const STORED: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(DRAWINGS).map(([id, drawing]) => [id, normalizeDrawing(sanitizeDrawing(drawing)).text]),
);

/** Icons without a drawing: `small` has an image of 40 × 20 pixels, `none` has no image. */
const OTHERS = ["small", "none"];

/** All ids in display order. */
export const EXPORTED_IDS = [...Object.keys(DRAWINGS), ...OTHERS];

/** Builds a small catalog before the tests of a file. @returns its artifacts folder */
export function exportArtifacts(): { readonly path: string } {
  const folder = mkdtempSync(join(tmpdir(), "icons-export-"));
  beforeAll(async () => {
    mkdirSync(join(folder, "data"));
    const records = EXPORTED_IDS.map((id, at) => ({
      ...{ id, name: `Icon, "${id}"`, developer: `Dev ${at % 2}`, category: at % 2 === 0 ? "even" : "odd", rank: at },
      ...(id === "none" ? {} : { image: id === "small" ? "small.png" : `${at}.svg` }),
      ...(id === "disc" ? { attributes: { license: { title: "MIT License", spdx: "MIT" }, set: "Shapes" } } : {}),
      ...(id === "flag"
        ? { attributes: { license: "CC-BY-4.0", author: "Flagmaker" }, aliases: ["banner"], description: "=SUM(1)" }
        : {}),
    }));
    writeFileSync(join(folder, "data/icons.json"), JSON.stringify(records));
    for (const [at, drawing] of Object.values(DRAWINGS).entries())
      writeFileSync(join(folder, `data/${at}.svg`), drawing);
    const small = sharp({ create: { width: 40, height: 20, channels: 3, background: "red" } }).png();
    writeFileSync(join(folder, "data/small.png"), await small.toBuffer());
    await compile({ data: join(folder, "data/icons.json"), out: join(folder, "artifacts"), jobs: 1 });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return { path: join(folder, "artifacts") };
}
