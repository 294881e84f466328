import { isDeepStrictEqual } from "node:util";
import { isObject } from "../image/source/icon-set.js";

/**
 * Merges a value that a source and a person may have changed: what only one of them changed counts. Objects are merged
 * by members, lists of texts by items, lists of named objects by names. Of other values that both changed, the person's
 * stays.
 *
 * @param base the source's value before; undefined if it had none
 * @param path of the value in its record
 * @param onConflict receives the paths of values that stay although the source changed them, too
 */
export function mergeValues(
  base: unknown,
  mine: unknown,
  theirs: unknown,
  path: string,
  onConflict: (path: string) => void,
): unknown {
  if (isDeepStrictEqual(mine, theirs) || isDeepStrictEqual(base, theirs)) return mine;
  if (isDeepStrictEqual(base, mine)) return theirs;
  const sides = [base ?? emptyLike(theirs), mine, theirs];
  if (sides.every(isObject)) return mergeMembers(sides[0]!, sides[1]!, sides[2]!, path, onConflict);
  if (sides.every(isTexts)) return mergeLists(sides[0]!, sides[1]!, sides[2]!);
  if (sides.every(isNamed)) {
    const [before, own, others] = sides.map((list) => Object.fromEntries(list.map((item) => [item.name, item])));
    return Object.values(mergeMembers(before!, own!, others!, path, onConflict));
  }
  onConflict(path);
  return mine;
}

/** Merges objects; members that become undefined are left out. */
export function mergeMembers(
  base: Readonly<Record<string, unknown>>,
  mine: Readonly<Record<string, unknown>>,
  theirs: Readonly<Record<string, unknown>>,
  path: string,
  onConflict: (path: string) => void,
): Record<string, unknown> {
  const merged = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])].map((name) => {
    const inner = path === "" ? name : `${path}.${name}`;
    return [name, mergeValues(base[name], mine[name], theirs[name], inner, onConflict)] as const;
  });
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined));
}

/** Undefined for an empty list, which records don't have. */
function mergeLists(base: readonly string[], mine: readonly string[], theirs: readonly string[]): unknown {
  const kept = mine.filter((text) => theirs.includes(text) || !base.includes(text));
  const added = theirs.filter((text) => !base.includes(text) && !mine.includes(text));
  const merged = [...kept, ...added];
  return merged.length === 0 ? undefined : merged;
}

function emptyLike(value: unknown): unknown {
  return Array.isArray(value) ? [] : {};
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function isNamed(value: unknown): value is readonly { readonly name: string }[] {
  return Array.isArray(value) && value.every((item) => isObject(item) && typeof item.name === "string");
}
