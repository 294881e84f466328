import type { IconifyJSON } from "@iconify/types";
import { matchIconName } from "@iconify/utils/lib/icon/name";

/** No set is larger (the largest known has 104 MB), and JavaScript has no string for a much larger one. */
export const MAX_SET_BYTES = 400 * 2 ** 20;

/** Longer prefixes would not fit in file names and ids. */
const MAX_PREFIX = 100;

/**
 * Parses an Iconify JSON set and checks its frame; single icons may be anything. Looking a name up in `icons` or `aliases`
 * finds the set's own entries only.
 *
 * @throws Error saying what is wrong with the set
 */
export function parseIconSet(bytes: Buffer): IconifyJSON {
  let set: Partial<IconifyJSON> | null;
  try {
    set = JSON.parse(bytes.toString("utf8"));
  } catch (error) {
    throw new Error(`is not valid JSON: ${(error as Error).message}`);
  }
  if (!isObject(set)) throw new Error("is not an Iconify set: it must be an object");
  const { prefix, icons, aliases } = set;
  if (typeof prefix !== "string" || !matchIconName.test(prefix) || prefix.length > MAX_PREFIX) {
    throw new Error(`is not an Iconify set: prefix must be a word such as "mdi"`);
  }
  if (!isObject(icons)) throw new Error("is not an Iconify set: icons must be an object");
  if (aliases !== undefined && !isObject(aliases)) throw new Error("is not an Iconify set: aliases must be an object");
  // An icon may be called "constructor", and one that is missing too.
  Object.setPrototypeOf(icons, null);
  if (aliases !== undefined) Object.setPrototypeOf(aliases, null);
  return set as IconifyJSON;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
