import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";

/** The modules of the page, bundled by `bundle-explorer.mjs`. */
const BUNDLE = new URL("../../dist/src/explorer/bundle/", import.meta.url);
const STATIC = new URL("../../src/explorer/static/", import.meta.url);
/** In cascade order. */
const STYLES = [...["base", "frame", "controls", "filters", "grid"], ...["request", "detail", "facts", "dialogs"]];
const TYPES = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
};

/**
 * Reads the files of the explorer page: the bundled modules, all style sheets as one file, since a browser waits for
 * each before it paints, and the icon.
 *
 * @returns the files with their media types, by path below `version`, which identifies the content of all together
 */
export function readExplorerFiles() {
  const styles = STYLES.map((name) => readFileSync(new URL(`${name}.css`, STATIC)));
  const files = new Map([
    ...readdirSync(BUNDLE).map((name) => [name, { type: TYPES.js, bytes: readFileSync(new URL(name, BUNDLE)) }]),
    ["explorer.css", { type: TYPES.css, bytes: Buffer.concat(styles) }],
    ["favicon.svg", { type: TYPES.svg, bytes: readFileSync(new URL("favicon.svg", STATIC)) }],
  ]);
  const hash = createHash("sha256");
  for (const [path, { bytes }] of files) hash.update(`${path}\n${bytes.length}\n`).update(bytes);
  return { version: hash.digest("hex").slice(0, 16), files };
}
