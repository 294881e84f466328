import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

/** A file that the explorer page loads. */
export interface ExplorerFile {
  readonly type: string;
  readonly bytes: Buffer;
}

/** All files of the explorer page, under a name derived from their content. */
export interface ExplorerFiles {
  /** Identifies the content of all files together. */
  readonly version: string;
  /** By path below the version, such as `explorer/main.js`. */
  readonly files: ReadonlyMap<string, ExplorerFile>;
  /** Paths of the modules that are imported by a bare name. */
  readonly packages: Readonly<Record<string, string>>;
}

/** All style sheets in one file: a browser waits for each before it paints. */
export const STYLE_PATH = "explorer.css";
/** The page's icon in browser tabs. */
export const ICON_PATH = "favicon.svg";

/** In cascade order. */
const STYLES = [
  ...["base", "frame", "controls", "filters", "grid"],
  ...["request", "detail", "facts", "dialogs", "plain"],
];
const TYPES = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
};
/** The compiled source: the page's own modules and those shared with the build. */
const COMPILED = new URL("../", import.meta.url);
const ENTRY = "explorer/main.js";
/** The compiler does not copy static files, so they are served from the source. */
const STATIC = new URL("../../../src/explorer/static/", import.meta.url);
/** An import as the compiler writes it, on its own line. */
const IMPORT = /^(?:import|export)\b[^"=]*"([^"]+)";$/gm;

/**
 * Reads the files of the explorer page, some sixty small ones: the entry module and its transitive imports, and the
 * style sheets. This excludes modules left over from an earlier version.
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
