import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

/** A file that the explorer page loads. */
export interface ExplorerFile {
  readonly type: string;
  readonly bytes: Buffer;
}

/** All that the explorer page loads, under a name of its content. */
export interface ExplorerFiles {
  /** Names the content of all files together. */
  readonly version: string;
  /** By path below the version, such as `explorer/main.js`. */
  readonly files: ReadonlyMap<string, ExplorerFile>;
  /** The paths that modules import by a bare name. */
  readonly packages: Readonly<Record<string, string>>;
}

/** All style sheets as one: a browser waits for each before it paints. */
export const STYLE_PATH = "explorer.css";
/** What stands for the page in a tab. */
export const ICON_PATH = "favicon.svg";

/** In the order in which they count. */
const STYLES = [
  ...["base", "frame", "controls", "filters", "grid"],
  ...["request", "detail", "facts", "dialogs", "plain"],
];
const TYPES = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
};
/** The compiled source: the page's own modules and those that it shares with the build. */
const COMPILED = new URL("../", import.meta.url);
const ENTRY = "explorer/main.js";
/** The compiler copies nothing: these are served as they lie in the source. */
const STATIC = new URL("../../../src/explorer/static/", import.meta.url);
/** What a module imports, as the compiler writes it: each on lines of its own. */
const IMPORT = /^(?:import|export)\b[^"=]*"([^"]+)";$/gm;

/**
 * Reads what the explorer page loads, some sixty small files: its entry module and all that this imports, and the style sheets. Modules that
 * an earlier version left behind are not among them.
 *
 * @param compiled the folder of compiled modules
 */
export function readExplorerFiles(compiled = COMPILED): ExplorerFiles {
  const files = new Map<string, ExplorerFile>();
  const packages: Record<string, string> = {};
  const add = (path: string, url: URL): void => {
    if (files.has(path)) return;
    const bytes = readFileSync(url);
    files.set(path, { type: TYPES.js, bytes });
    for (const [, name] of bytes.toString().matchAll(IMPORT)) addImport(name!, url);
  };
  const addImport = (name: string, from: URL): void => {
    if (name.startsWith(".")) {
      const url = new URL(name, from);
      add(url.href.slice(compiled.href.length), url);
    } else if (packages[name] === undefined) {
      packages[name] = `packages/${name.replace("/", "-")}.mjs`;
      add(packages[name], new URL(import.meta.resolve(name)));
    }
  };
  add(ENTRY, new URL(ENTRY, compiled));
  const styles = STYLES.map((name) => readFileSync(new URL(`${name}.css`, STATIC)));
  files.set(STYLE_PATH, { type: TYPES.css, bytes: Buffer.concat(styles) });
  files.set(ICON_PATH, { type: TYPES.svg, bytes: readFileSync(new URL(ICON_PATH, STATIC)) });
  return { version: versionOf(files), files, packages };
}

function versionOf(files: ReadonlyMap<string, ExplorerFile>): string {
  const hash = createHash("sha256");
  for (const [path, { bytes }] of files) hash.update(`${path}\n${bytes.length}\n`).update(bytes);
  return hash.digest("hex").slice(0, 16);
}
