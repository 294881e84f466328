import { createHash } from "node:crypto";
import type { Side } from "./side.js";

/** Ordinals of one generation without a counterpart of the same id in the other. */
export interface Unmatched {
  readonly side: Side;
  readonly ordinals: readonly number[];
}

type KeyOf = (side: Side, ordinal: number) => string | undefined;

/**
 * Finds icons that only changed their id: those with the same name and developer, then those with the same image. Only
 * matches a name or an image that is unique on both sides.
 *
 * @returns ordinals before by ordinals after
 * Memory: about 150 bytes for each unmatched icon before.
 */
export function matchIds(before: Unmatched, after: Unmatched): Map<number, number> {
  const pairs = new Map<number, number>();
  if (before.ordinals.length === 0 || after.ordinals.length === 0) return pairs;
  for (const keyOf of [nameKey, imageKey]) {
    const matched = new Set(pairs.values());
    const old = aloneBy(
      keyOf,
      before.side,
      before.ordinals.filter((ordinal) => !matched.has(ordinal)),
    );
    const rest = after.ordinals.filter((ordinal) => !pairs.has(ordinal));
    for (const [key, ordinal] of aloneBy(keyOf, after.side, rest, old)) pairs.set(ordinal, old.get(key)!);
  }
  return pairs;
}

/** Ordinals by a key that no other of them has. @param known if given, only these keys are used */
function aloneBy(
  keyOf: KeyOf,
  side: Side,
  ordinals: readonly number[],
  known?: ReadonlyMap<string, number>,
): Map<string, number> {
  const alone = new Map<string, number>();
  const several = new Set<string>();
  for (const ordinal of ordinals) {
    const key = keyOf(side, ordinal);
    if (key === undefined || (known !== undefined && !known.has(key))) continue;
    if (alone.has(key)) several.add(key);
    else alone.set(key, ordinal);
  }
  for (const key of several) alone.delete(key);
  return alone;
}

function nameKey({ records }: Side, ordinal: number): string {
  const { name, developer } = records.item(ordinal);
  return JSON.stringify([name, developer]);
}

function imageKey(side: Side, ordinal: number): string | undefined {
  const image = side.image(ordinal);
  return image.length === 0 ? undefined : createHash("sha256").update(image).digest("base64");
}
