import type { IconifyInfo, IconifyJSON } from "@iconify/types";
import { matchIconName } from "@iconify/utils/lib/icon/name";
import { convertIconSetInfo } from "@iconify/utils/lib/icon-set/convert-info";
import { decodeText } from "#src/platform/decode-text.js";
import { parseJson } from "#src/platform/nesting.js";

/** Larger than any set (the largest known has 104 MB); strings in JavaScript can't be much longer. */
export const MAX_SET_BYTES = 400 * 2 ** 20;

/** Longer than any legitimate chain of aliases; also ends cycles. */
export const MAX_CHAIN = 50;

/** Longer prefixes would not fit in file names and ids. */
const MAX_PREFIX = 100;

/**
 * Parses an Iconify JSON set and checks its structure, but not single icons. Looking up a name in `icons` or `aliases`
 * finds the set's own entries only.
 *
 * @throws Error with what is wrong with the set
 */
export function parseIconSet(bytes: Buffer): IconifyJSON {
  const text = decodeText(bytes);
  let set: Partial<IconifyJSON> | null;
  try {
    set = parseJson(text);
  } catch (error) {
    throw new Error(`is not valid JSON: ${(error as Error).message}`);
  }
  if (!isObject(set)) throw new Error("is not an Iconify set: it must be an object");
  const { prefix, icons, aliases } = set;
  if (typeof prefix !== "string" || prefix.length > MAX_PREFIX || !matchIconName.test(prefix)) {
    throw new Error(`is not an Iconify set: prefix must be a word such as "mdi"`);
  }
  if (!isObject(icons)) throw new Error("is not an Iconify set: icons must be an object");
  if (aliases !== undefined && !isObject(aliases)) throw new Error("is not an Iconify set: aliases must be an object");
  // An icon, even a missing one, may be named "constructor".
  Object.setPrototypeOf(icons, null);
  if (aliases !== undefined) Object.setPrototypeOf(aliases, null);
  return set as IconifyJSON;
}

/** Whether a name is that of an icon, or of an alias that leads to one over at most 50 aliases. */
export function leadsToIcon(name: string, { icons, aliases }: Pick<IconifyJSON, "icons" | "aliases">): boolean {
  let at = name;
  for (let steps = 0; steps <= MAX_CHAIN; steps++) {
    if (icons[at] !== undefined) return true;
    const alias = aliases?.[at];
    if (alias === undefined) return false;
    at = alias.parent;
  }
  return false;
}

/** What a set says about itself, in the current form of Iconify; null if it says nothing or is invalid. */
export function infoOf({ info }: Pick<IconifyJSON, "info">): IconifyInfo | null {
  try {
    return convertIconSetInfo(info);
  } catch {
    // The library throws on an author or license that is null.
    return null;
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
