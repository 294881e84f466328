import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

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

const TYPES: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  mjs: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
};
const FOLDERS = [
  { path: "explorer", url: new URL("../explorer/", import.meta.url) },
  // What the page shares with the build: the hash of a dropped picture is computed in the browser.
  { path: "phash", url: new URL("../phash/", import.meta.url) },
  // The compiler copies nothing: these are served as they lie in the source.
  { path: "static", url: new URL("../../../src/explorer/static/", import.meta.url) },
];
const PACKAGES = ["preact", "preact/hooks", "preact/jsx-runtime"];

/** Reads the explorer's compiled modules, style sheets and the packages they import: some fifty small files. */
export function readExplorerFiles(): ExplorerFiles {
  const files = new Map<string, ExplorerFile>();
  const add = (path: string, url: URL): void => {
    const type = TYPES[path.slice(path.lastIndexOf(".") + 1)];
    if (type !== undefined) files.set(path, { type, bytes: readFileSync(url) });
  };
  for (const { path, url } of FOLDERS) {
    for (const name of readdirSync(fileURLToPath(url)).sort()) add(`${path}/${name}`, new URL(name, url));
  }
  const packages: Record<string, string> = {};
  for (const name of PACKAGES) {
    const path = `packages/${name.replace("/", "-")}.mjs`;
    packages[name] = path;
    add(path, new URL(import.meta.resolve(name)));
  }
  return { version: versionOf(files), files, packages };
}

function versionOf(files: ReadonlyMap<string, ExplorerFile>): string {
  const hash = createHash("sha256");
  for (const [path, { bytes }] of files) hash.update(`${path}\n${bytes.length}\n`).update(bytes);
  return hash.digest("hex").slice(0, 16);
}
