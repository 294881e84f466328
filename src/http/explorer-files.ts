import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";

/** A file that the explorer page loads. */
export interface ExplorerFile {
  readonly type: string;
  readonly bytes: Buffer;
}

/** All files of the explorer page, under a name derived from their content. */
export interface ExplorerFiles {
  /** Identifies the content of all files together. */
  readonly version: string;
  /** By path below the version, such as `main.js`. */
  readonly files: ReadonlyMap<string, ExplorerFile>;
}

/** The module that starts the page. */
export const ENTRY_PATH = "main.js";
/** All style sheets in one file: a browser waits for each before it paints. */
export const STYLE_PATH = "explorer.css";
/** The page's icon in browser tabs. */
export const ICON_PATH = "favicon.svg";
/** The modules of the page, bundled by `tools/bundle-explorer.mjs`. */
const BUNDLE = new URL("../explorer/bundle/", import.meta.url);
/** The bundled module with which the server renders the page. */
export const RENDERER = new URL("../explorer/rendering/", import.meta.url).href.concat("render.js");

/** In cascade order. */
const STYLES = [...["base", "frame", "controls", "filters", "grid"], ...["request", "detail", "facts", "dialogs"]];
const TYPES = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
};
/** The compiler does not copy static files, so they are served from the source. */
const STATIC = new URL("../../../src/explorer/static/", import.meta.url);

/** Reads the files of the explorer page: the bundled modules, the style sheets and the icon. */
export function readExplorerFiles(): ExplorerFiles {
  const modules = readdirSync(BUNDLE);
  const styles = STYLES.map((name) => readFileSync(new URL(`${name}.css`, STATIC)));
  const files = new Map<string, ExplorerFile>([
    ...modules.map((name) => [name, { type: TYPES.js, bytes: readFileSync(new URL(name, BUNDLE)) }] as const),
    [STYLE_PATH, { type: TYPES.css, bytes: Buffer.concat(styles) }],
    [ICON_PATH, { type: TYPES.svg, bytes: readFileSync(new URL(ICON_PATH, STATIC)) }],
  ]);
  return { version: versionOf(files), files };
}

function versionOf(files: ReadonlyMap<string, ExplorerFile>): string {
  const hash = createHash("sha256");
  for (const [path, { bytes }] of files) hash.update(`${path}\n${bytes.length}\n`).update(bytes);
  return hash.digest("hex").slice(0, 16);
}
