import { existsSync, readdirSync } from "node:fs";
import { stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { decodeText } from "#src/platform/decode-text.js";
import { filesInside } from "../../image/source/files-inside.js";
import { openTarball } from "./open-tarball.js";

const TARBALL = /\.(?:tgz|tar\.gz|tar)$/i;
const PACKAGE_NAME = /^(@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*$/i;
/** Errors for something that does not exist. */
const ABSENT = ["ENOENT", "ENOTDIR"];

/** The files of a collection. */
export interface OpenSource {
  /** The names of files in a folder of the collection, sorted; empty if there is none. The collection itself is `.`. */
  names(folder: string): readonly string[];
  /**
   * Reads a file.
   *
   * @param path relative to the collection
   * @throws ImageError if there is no such file, it can't be read, or it has more than `maxBytes`
   */
  read(path: string, maxBytes: number): Buffer;
  close(): void;
}

/**
 * Opens a collection: a folder such as a checkout, an installed npm package, or a tarball as npm and GitHub make them,
 * with everything in one folder, see `openTarball`.
 *
 * @param isNeeded whether a file of a tarball may be read later
 * @throws Error if there is no such source, or it is not a tarball
 */
export async function openSource(source: string, isNeeded: (path: string) => boolean): Promise<OpenSource> {
  const info = await stat(source).catch(undefinedIfAbsent);
  if (info?.isDirectory()) return openFolder(source);
  if (info === undefined) return openFolder(packageFolder(source));
  if (info.isFile() && TARBALL.test(source)) return openTarball(source, isNeeded);
  throw new Error(`${source} is neither a folder nor a tarball (.tgz, .tar.gz or .tar). Give one, or a package.`);
}

/**
 * Reads a text of a collection, in one of the encodings of `decodeText`.
 *
 * @throws the errors of `read`, and Error if it is a Git LFS pointer
 */
export function readTextOf(source: OpenSource, path: string, maxBytes: number): string {
  const bytes = source.read(path, maxBytes);
  try {
    return decodeText(bytes);
  } catch (error) {
    throw new Error(`${path}: ${(error as Error).message}`);
  }
}

function openFolder(folder: string): OpenSource {
  const { read } = filesInside(folder);
  return {
    names: (inside) => namesIn(join(folder, inside)),
    read,
    close: () => undefined,
  };
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    return undefinedIfAbsent(error as NodeJS.ErrnoException) ?? [];
  }
}

function undefinedIfAbsent(error: NodeJS.ErrnoException): undefined {
  if (!ABSENT.includes(error.code ?? "")) throw error;
}

function packageFolder(name: string): string {
  if (!PACKAGE_NAME.test(name))
    throw new Error(`${name} does not exist. Give a folder, a tarball or an installed package.`);
  for (const from of [resolve("package.json"), import.meta.url]) {
    // Not by resolving its package.json, which some packages don't export.
    for (const modules of createRequire(from).resolve.paths(name) ?? [])
      if (existsSync(join(modules, name, "package.json"))) return join(modules, name);
  }
  throw new Error(`${name} is neither a file nor an installed package. Run npm install ${name}, or give a folder.`);
}
