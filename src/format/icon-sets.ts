import type { IconifyInfo } from "@iconify/types";

/**
 * The Iconify sets of a generation: JSON texts in the blob `sets`, in the order of the keys of `set-names.bin`. The
 * item of a key has the key's index.
 *
 *   key             item
 *   mdi:            `SetList`: the names of the set
 *   mdi:home        `IconData` or, for an alias or a character, `AliasData`
 *   mdi:~           its characters: an object of names by character; absent if it has none
 *   ~keywords       the sorted words of all visible names
 *   ~sets           `SetFacts` by prefix, in display order
 */
export const SET_KEYS = { keywords: "~keywords", sets: "~sets" } as const;

/** Prefixes whose paths belong to the server itself, such as `/openapi.json` and `/docs/…`. */
export const RESERVED_PREFIXES: readonly string[] = ["api", "assets", "docs", "feed", "images", "openapi"];

/** An item of the blob `sets` with its key. */
export interface SetItem {
  readonly key: string;
  readonly json: string;
}

/** Placement of a drawing, as in Iconify's format. */
export interface Dimensions {
  readonly left?: number;
  readonly top?: number;
  readonly width?: number;
  readonly height?: number;
}

interface Transformations extends Dimensions {
  readonly rotate?: number;
  readonly hFlip?: boolean;
  readonly vFlip?: boolean;
  readonly hidden?: boolean;
}

/** What all icons of a set without `info` of its own have in common. */
export interface CreditsInCommon {
  readonly license?: string;
  /** Its SPDX id, if it has one. */
  readonly spdx?: string;
  readonly licenseUrl?: string;
  readonly source?: string;
  readonly attribution?: string;
}

/** Author and license in the form of Iconify, which requires both. */
export function iconifyCredits(common: CreditsInCommon): Pick<IconifyInfo, "author" | "license"> {
  const { license, spdx, licenseUrl, source, attribution } = common;
  const url = (address: string | undefined) => (address === undefined ? {} : { url: address });
  return {
    author: attribution === undefined ? { name: VARIOUS } : { name: attribution, ...url(source) },
    license:
      license === undefined
        ? { title: VARIOUS }
        : { title: license, ...(spdx === undefined ? {} : { spdx }), ...url(licenseUrl) },
  };
}

/** Author or license of a set whose icons have different ones. */
const VARIOUS = "Various";

/** An icon as in Iconify's format; the body is sanitized. */
export interface IconData extends Transformations {
  readonly body: string;
}

/** An alias as in Iconify's format. */
export interface AliasData extends Transformations {
  readonly parent: string;
}

/** Whether most icons of a set are drawn by lines or by areas; `mixed`: it differs between icons. */
export type SetStyle = "fill" | "stroke" | "mixed";

/** Facts about a set; `Dimensions` are the defaults of its icons. */
export interface SetFacts extends Dimensions {
  /** Number of visible icons. */
  readonly total: number;
  readonly info?: IconifyInfo;
  /** Unix time in seconds. */
  readonly lastModified?: number;
  readonly style?: SetStyle;
}

/** The names of a set, as `/collection` of the Iconify API lists them. */
export interface SetList {
  readonly prefix: string;
  readonly total: number;
  readonly title?: string;
  readonly uncategorized?: readonly string[];
  readonly categories?: Readonly<Record<string, readonly string[]>>;
  readonly hidden?: readonly string[];
  /** The icon of each alias that looks the same. */
  readonly aliases?: Readonly<Record<string, string>>;
  readonly prefixes?: Readonly<Record<string, string>>;
  readonly suffixes?: Readonly<Record<string, string>>;
}

const NUMBERS = ["left", "top", "width", "height", "rotate"] as const;
const FLAGS = ["hFlip", "vFlip", "hidden"] as const;
const TYPES: ReadonlyMap<string, string> = new Map([
  ["body", "string"],
  ["parent", "string"],
  ...NUMBERS.map((name) => [name, "number"] as const),
  ...FLAGS.map((name) => [name, "boolean"] as const),
]);

/** The key of an icon; an empty name is that of the set's list. */
export function setKey(prefix: string, name: string): string {
  return `${prefix}:${name}`;
}

/** The key of a set's characters. */
export function charactersKey(prefix: string): string {
  return `${prefix}:~`;
}

/**
 * The item of an icon or alias: `body` or `parent` first, then known members only. Members of other types are omitted.
 */
export function encodeSetIcon(entry: IconData | AliasData): string {
  const encoded: Record<string, unknown> = "body" in entry ? { body: entry.body } : { parent: entry.parent };
  for (const name of NUMBERS) if (typeof entry[name] === "number") encoded[name] = entry[name];
  for (const name of FLAGS) if (typeof entry[name] === "boolean") encoded[name] = entry[name];
  return JSON.stringify(encoded);
}

/** The icon or alias of an item, only with known members of the right types; undefined for any other text. */
export function decodeSetIcon(item: string): IconData | AliasData | undefined {
  let entry: Record<string, unknown> | null;
  try {
    entry = JSON.parse(item);
  } catch {
    return undefined;
  }
  if (entry === null || typeof entry !== "object" || (entry.body === undefined) === (entry.parent === undefined))
    return undefined;
  for (const name in entry) if (typeof entry[name] !== TYPES.get(name)) return undefined;
  // Every member has been checked.
  return entry as unknown as IconData | AliasData;
}

/** Whether `encodeSetIcon` could have written an item. */
export function isSetIcon(item: string): boolean {
  const entry = decodeSetIcon(item);
  return entry !== undefined && encodeSetIcon(entry) === item;
}

/** Whether the text of an item that `encodeSetIcon` wrote is that of an alias. */
export function isAliasItem(item: string): boolean {
  return item.startsWith('{"p');
}

/**
 * Whether a drawing is painted by lines or by areas; undefined if by both or neither. Source: `getIconStyle` of
 * @iconify/api.
 */
export function styleOf(body: string): "fill" | "stroke" | undefined {
  const strokes = paints(body, "stroke");
  const fills = paints(body, "fill");
  if (strokes === fills) return undefined;
  return strokes ? "stroke" : "fill";
}

const UNPAINTED = new Set(["", "none", "transparent", "inherit"]);

function paints(body: string, attribute: string): boolean {
  const start = `${attribute}="`;
  for (let at = body.indexOf(start); at >= 0; at = body.indexOf(start, at + start.length)) {
    const end = body.indexOf('"', at + start.length);
    if (end > 0 && !UNPAINTED.has(body.slice(at + start.length, end).toLowerCase())) return true;
  }
  return false;
}
