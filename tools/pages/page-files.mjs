import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";

/** The modules of the pages, bundled by `bundle-explorer.mjs`. */
const BUNDLES = new URL("../../dist/src/explorer/", import.meta.url);
const STATIC = new URL("../../src/explorer/static/", import.meta.url);
/** Style sheets of both pages, and of each, in cascade order. */
const SHARED = ["base", "frame", "controls"];
const EXPLORER = ["filters", "grid", "request", "detail", "facts", "dialogs"];
const DOCS = ["dialogs", "docs", "code", "prose"];
const TYPES = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  json: "application/json; charset=utf-8",
};

/** Reads the files of the explorer page. */
export function readExplorerFiles() {
  const icon = { type: TYPES.svg, bytes: readFileSync(new URL("favicon.svg", STATIC)) };
  return versioned([...scriptsOf("bundle"), stylesOf("explorer.css", EXPLORER), ["favicon.svg", icon]]);
}

/** Reads the files of the documentation. @param index what its search finds, as JSON */
export function readDocsFiles(index) {
  const entries = { type: TYPES.json, bytes: Buffer.from(index) };
  return versioned([...scriptsOf("docs-bundle"), stylesOf("docs.css", DOCS), ["index.json", entries]]);
}

function scriptsOf(folder) {
  const bundle = new URL(`${folder}/`, BUNDLES);
  return readdirSync(bundle).map((name) => [name, { type: TYPES.js, bytes: readFileSync(new URL(name, bundle)) }]);
}

/** All style sheets as one file, since a browser waits for each before it paints. */
function stylesOf(name, own) {
  const styles = [...SHARED, ...own].map((style) => readFileSync(new URL(`${style}.css`, STATIC)));
  return [name, { type: TYPES.css, bytes: Buffer.concat(styles) }];
}

/** @returns files with their media types, by path below `version`, which identifies the content of all together */
function versioned(entries) {
  const hash = createHash("sha256");
  for (const [path, { bytes }] of entries) hash.update(`${path}\n${bytes.length}\n`).update(bytes);
  return { version: hash.digest("hex").slice(0, 16), files: new Map(entries) };
}
