import { existsSync, statSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, extname, join, resolve } from "node:path";
import type { IconifyInfo, IconifyJSON, IconifyMetaData } from "@iconify/types";
import { readText } from "#src/platform/decode-text.js";
import { parseJson } from "#src/platform/nesting.js";
import { readRegularFile } from "#src/platform/read-regular-file.js";
import { MAX_SET_BYTES, parseIconSet } from "../../image/source/icon-set.js";

/** File name of the set in a package of one set. */
const SET_FILE = "icons.json";
const PACKAGE_NAME = /^(@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*$/i;

/**
 * Finds the set files of a source: a file; a folder (of a package, or one with `.json` files); or an installed package,
 * looked up from the current folder, then from this program. For the package `@iconify/json`, these are the sets in its
 * `collections.json`, in Iconify's own order; the package also contains sets that were removed from that list.
 *
 * @returns paths in a fixed order; the reader checks whether they are sets
 * @throws Error if there is no such source, or no `.json` file in the folder
 */
export async function findSetFiles(source: string): Promise<string[]> {
  const info = await stat(source).catch(() => undefined);
  if (info?.isFile()) return [source];
  if (info?.isDirectory()) return filesOfFolder(source);
  return filesOfFolder(packageFolder(source));
}

/** The folder of a source: of a file, the one that it is in. @throws Error if there is no such source */
export function folderOf(source: string): string {
  if (!existsSync(source)) return packageFolder(source);
  return statSync(source).isDirectory() ? source : dirname(source);
}

/**
 * Reads a set file. Files next to `icons.json` in a package of one set complete it.
 *
 * @returns the set, and the bytes of a file that contains all of it
 * @throws Error with the reason why it is not a set
 */
export async function readSetFile(file: string): Promise<{ readonly set: IconifyJSON; readonly bytes: Buffer }> {
  const bytes = readRegularFile(file, MAX_SET_BYTES);
  const set = parseIconSet(bytes);
  if (basename(file) !== SET_FILE || set.info !== undefined) return { set, bytes };
  const info = (await readSibling(file, "info.json")) as IconifyInfo | undefined;
  const chars = (await readSibling(file, "chars.json")) as IconifyJSON["chars"] | undefined;
  const { categories, prefixes, suffixes } = {
    ...((await readSibling(file, "metadata.json")) as IconifyMetaData | undefined),
  };
  const more = Object.entries({ info, categories, prefixes, suffixes, chars }).filter(
    ([, value]) => value && Object.keys(value).length > 0,
  );
  if (more.length === 0) return { set, bytes };
  const whole: IconifyJSON = { ...set, ...Object.fromEntries(more) };
  return { set: whole, bytes: Buffer.from(JSON.stringify(whole)) };
}

async function readSibling(file: string, name: string): Promise<unknown> {
  const path = join(dirname(file), name);
  if (!existsSync(path)) return undefined;
  try {
    return parseJson(readText(path, MAX_SET_BYTES));
  } catch (error) {
    throw new Error(`${name} next to it is not valid JSON: ${(error as Error).message}`);
  }
}

async function filesOfFolder(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  if (names.includes(SET_FILE)) return [join(folder, SET_FILE)];
  if (names.includes("collections.json") && names.includes("json")) {
    const listed: object = parseJson(readText(join(folder, "collections.json"), MAX_SET_BYTES));
    return Object.keys(listed).map((prefix) => join(folder, "json", `${prefix}.json`));
  }
  const files = names.filter((name) => extname(name).toLowerCase() === ".json").sort();
  if (files.length === 0) throw new Error(`${folder} contains no .json file. Give a folder with Iconify JSON sets.`);
  return files.map((name) => join(folder, name));
}

function packageFolder(name: string): string {
  if (!PACKAGE_NAME.test(name))
    throw new Error(`${name} does not exist. Give an Iconify JSON file, a folder or a package.`);
  for (const from of [resolve("package.json"), import.meta.url]) {
    try {
      return dirname(createRequire(from).resolve(`${name}/package.json`));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "MODULE_NOT_FOUND") throw error;
    }
  }
  const wanted = name.startsWith("@") ? name : `@iconify-json/${name}`;
  throw new Error(
    `${name} is neither a file, a folder nor an installed package. Run npm install ${wanted}, or give a file.`,
  );
}
