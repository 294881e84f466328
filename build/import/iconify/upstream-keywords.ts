import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import type { IconifyJSON } from "@iconify/types";
import { RECORD_FIELDS } from "#src/format/record-and-detail-fields.js";
import { readText } from "#src/platform/decode-text.js";
import { parseJson } from "#src/platform/nesting.js";
import { words } from "#src/text/fold.js";
import { isObject } from "../../image/source/icon-set.js";
import { oneLine } from "../one-line.js";
import { KEYWORD_PACKAGES, type KeywordPackage } from "./keyword-packages.js";

/** Larger than any of the files; the largest known has 26 MB. */
const MAX_FILE_BYTES = 128 * 2 ** 20;
const MAX_PACKAGE_BYTES = 2 ** 20;
const { maxItems, items } = RECORD_FIELDS.keywords.schema;

/** A package whose keywords an import has used. */
export interface UsedKeywords {
  readonly package: string;
  readonly version: string;
  /** Number of icons that got keywords from it. */
  readonly icons: number;
  /** Why a package that was found, not given, could not be read. */
  readonly problem?: string;
}

/** Keywords of the packages of an import. */
export interface UpstreamKeywords {
  /** @param set an Iconify set @param file its path, from where a package is looked up that was not given */
  of(set: IconifyJSON, file: string): KeywordsOf;
  /** The packages that were given, then those that were found, each in order. */
  used(): UsedKeywords[];
}

/**
 * The keywords of an icon for its record: each once, on one line, and without those whose words the name or an alias
 * contains; at most as many as a record may have.
 *
 * @param icon its name in the set @param names name and aliases of the record
 */
export type KeywordsOf = (icon: string, names: readonly string[]) => string[];

interface OpenPackage {
  readonly byName: ReadonlyMap<string, readonly string[]>;
  readonly used: { -readonly [Field in keyof UsedKeywords]: UsedKeywords[Field] };
}

/**
 * Opens the keywords of packages. Memory: the names and keywords of each package that is used.
 *
 * @param folders folders of installed packages
 * @throws Error if one is not the folder of a known package or its file can't be read
 */
export function openUpstreamKeywords(folders: readonly string[]): UpstreamKeywords {
  const byPackage = new Map<string, OpenPackage>();
  const given = new Map<string, OpenPackage>();
  for (const folder of folders) {
    const [known, version] = recognize(folder);
    given.set(known.package, openPackage(known, version, folder));
  }
  return {
    of(set, file) {
      const { prefix, chars = {} } = set;
      const source = KEYWORD_PACKAGES.find(({ sets }) => Object.hasOwn(sets, prefix));
      const open = source && (given.get(source.package) ?? findPackage(source, file, byPackage));
      if (open === undefined) return () => [];
      const variant = source!.sets[prefix];
      const codes = new Map(Object.entries(chars).map(([code, icon]) => [icon, code]));
      return (icon, names) => {
        const keys = [icon, variant ? icon.replace(variant, "") : icon, codes.get(icon) ?? icon].map(keyOf);
        const texts = keys.map((key) => open.byName.get(key)).find((found) => found !== undefined) ?? [];
        const keywords = keywordsBeside(texts, names);
        if (keywords.length > 0) open.used.icons++;
        return keywords;
      };
    },
    used: () => [...given.values(), ...byPackage.values()].map(({ used }) => used),
  };
}

/** @throws Error if the folder is not that of a known package */
function recognize(folder: string): [KeywordPackage, version: string] {
  const path = join(folder, "package.json");
  const { name, version } = readJson(path, MAX_PACKAGE_BYTES, "Give the folder of an installed npm package.");
  const known = KEYWORD_PACKAGES.find((each) => each.package === name);
  if (known !== undefined) return [known, oneLine(version)];
  const names = KEYWORD_PACKAGES.map((each) => each.package).join(", ");
  throw new Error(`${path}: ${JSON.stringify(name)} is not a package with keywords. Known packages: ${names}.`);
}

function openPackage(known: KeywordPackage, version: string, folder: string): OpenPackage {
  const path = join(folder, known.file);
  const remedy = `Install a version of ${known.package} that has it, such as the newest.`;
  const text = readTextOf(path, MAX_FILE_BYTES, remedy);
  const content = known.isText ? text : parse(text, path, remedy);
  const entries = known.read(content).filter(({ names }) => names.length > 0);
  const byName = new Map(entries.map(({ names: [name], keywords }) => [keyOf(name!), keywords]));
  for (const { names, keywords } of entries) {
    for (const name of names.slice(1)) if (!byName.has(keyOf(name))) byName.set(keyOf(name), keywords);
  }
  if (![...byName.values()].some((keywords) => keywords.length > 0)) {
    throw new Error(`${path}: contains no keywords in the form of ${known.package}. ${remedy}`);
  }
  return { byName, used: { package: known.package, version, icons: 0 } };
}

/** The package as installed beside the file of a set; undefined if it is not. */
function findPackage(
  known: KeywordPackage,
  file: string,
  byPackage: Map<string, OpenPackage>,
): OpenPackage | undefined {
  const before = byPackage.get(known.package);
  if (before !== undefined) return before;
  const places = createRequire(resolve(file)).resolve.paths(known.package) ?? [];
  const folder = places.map((place) => join(place, known.package)).find((at) => existsSync(join(at, "package.json")));
  if (folder === undefined) return undefined;
  const open = openFound(known, folder);
  byPackage.set(known.package, open);
  return open;
}

/** A package that was not asked for does not end the import. */
function openFound(known: KeywordPackage, folder: string): OpenPackage {
  let version = "";
  try {
    version = recognize(folder)[1];
    return openPackage(known, version, folder);
  } catch (error) {
    const problem = (error as Error).message;
    return { byName: new Map(), used: { package: known.package, version, icons: 0, problem } };
  }
}

function keywordsBeside(texts: readonly string[], names: readonly string[]): string[] {
  const known = names.map((name) => new Set(words(name)));
  const keywords = new Map<string, string>();
  for (const text of texts) {
    const keyword = oneLine(text, items.maxLength);
    const parts = words(keyword);
    const key = parts.join(" ") || keyword;
    const isKnown = parts.length > 0 && known.some((has) => parts.every((word) => has.has(word)));
    if (key !== "" && !isKnown && !keywords.has(key)) keywords.set(key, keyword);
  }
  return [...keywords.values()].slice(0, maxItems);
}

/** One form of "3D-Cursor", "access_alarm", "woman: light skin tone" and "1F481-200D-2640-FE0F". */
function keyOf(name: string): string {
  return words(name)
    .filter((word) => word !== "fe0f")
    .join("-");
}

function readJson(path: string, maxBytes: number, remedy: string): Readonly<Record<string, unknown>> {
  const value = parse(readTextOf(path, maxBytes, remedy), path, remedy);
  return isObject(value) ? value : {};
}

function parse(text: string, path: string, remedy: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw new Error(`${path}: is not valid JSON: ${(error as Error).message}. ${remedy}`);
  }
}

function readTextOf(path: string, maxBytes: number, remedy: string): string {
  try {
    return readText(path, maxBytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT" && (error as NodeJS.ErrnoException).code !== "ENOTDIR")
      throw error;
    throw new Error(`${path}: does not exist. ${remedy}`);
  }
}
