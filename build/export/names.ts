import { randomBytes } from "node:crypto";

/** What an icon is called in an export. */
export interface ExportedName {
  readonly id: string;
  readonly name: string;
}

/**
 * The id of an icon's symbol in a sprite: its own, without diacritics, and with dashes for what is not an ASCII letter,
 * a digit or one of `_ . : -`; Chromium finds no other symbols of a file beside the page. It begins with a letter or
 * digit.
 */
export function symbolId(id: string): string {
  const dashed = withoutMarks(id).replaceAll(/[^A-Za-z0-9_.:-]+/g, "-");
  return dashed.replaceAll(/^[^A-Za-z0-9]+|-+$/g, "") || codePoints(id);
}

/**
 * The name of an icon in an Iconify set, which has lower-case letters, digits and single dashes only. An id that begins
 * with the prefix of the set loses it.
 */
export function iconifyName(id: string, prefix: string): string {
  const own = id.startsWith(`${prefix}:`) ? id.slice(prefix.length + 1) : id;
  return toIconifyName(own) || codePoints(own);
}

/** A text as a name or prefix of Iconify; empty where nothing of it can be in one. */
export function toIconifyName(text: string): string {
  const dashed = withoutMarks(text)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-");
  return dashed.replaceAll(/^-|-$/g, "");
}

function withoutMarks(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "");
}

/** A text that has no letter for a name: `微信` → `u5fae-u4fe1`. */
function codePoints(text: string): string {
  return Array.from(text, (character) => `u${character.codePointAt(0)!.toString(16)}`).join("-");
}

/** Which names may not meet. */
interface NameRules {
  /** How many names there are at most. */
  readonly count: number;
  /** Makes names equal that count as one. */
  fold(name: string): string;
  /** Other names that a name takes, which several may share: folders. Default: none. */
  parents?(name: string): readonly string[];
  /** Makes the error. */
  refusal(first: ExportedName, second: ExportedName): Error;
}

/**
 * Refuses two equal names. Memory: some 16 bytes a name.
 *
 * @param names can be gone through again, with the same result
 */
export function refuseEqualNames(
  names: () => Iterable<ExportedName>,
  { count, fold, parents, refusal }: NameRules,
): void {
  const known = createHashSet(count);
  // A hash that is known means an equal name but for a chance of one in 10^18, so names are gone through again just
  // once.
  const refuse = (name: string, second: ExportedName, before: number): void => {
    const first = firstOf(names(), before, (other) => fold(other) === name);
    if (first !== undefined) throw refusal(first, second);
  };
  let at = 0;
  for (const second of names()) {
    const name = fold(second.name);
    if (!known.add(name)) refuse(name, second, at);
    at++;
  }
  if (parents === undefined) return;
  let last = "";
  for (const second of names()) {
    const own = parents(second.name);
    if (own.at(-1) === last) continue;
    last = own.at(-1) ?? "";
    for (const parent of own.map(fold)) if (known.has(parent)) refuse(parent, second, at);
  }
}

function firstOf(
  names: Iterable<ExportedName>,
  before: number,
  matches: (name: string) => boolean,
): ExportedName | undefined {
  let at = 0;
  for (const named of names) {
    if (at++ === before) return undefined;
    if (matches(named.name)) return named;
  }
  return undefined;
}

interface HashSet {
  has(text: string): boolean;
  /** @returns whether it is new */
  add(text: string): boolean;
}

/** A set of texts by their 64-bit hashes. Open addressing, linear probing, at most half full. */
function createHashSet(count: number): HashSet {
  const bits = Math.max(4, 33 - Math.clz32(count));
  const mask = 2 ** bits - 1;
  const slots = new Uint32Array(2 ** (bits + 1));
  // Another one each time: nobody can name icons so that hashes meet.
  const seed = randomBytes(8);
  const [seed1, seed2] = [seed.readUInt32LE(0), seed.readUInt32LE(4)];
  /** Whether a text is there. @param write whether it is from now on */
  const find = (text: string, write: boolean): boolean => {
    let [high, low] = [seed1, seed2];
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      high = Math.imul(high ^ unit, 0x85ebca6b);
      low = Math.imul(low ^ unit, 0xc2b2ae35);
      high ^= high >>> 15;
      low ^= low >>> 13;
    }
    high >>>= 0;
    // An empty slot is zero.
    low = (low | 1) >>> 0;
    for (let slot = high & mask; ; slot = (slot + 1) & mask) {
      const slotLow = slots[2 * slot + 1]!;
      if (slotLow === low && slots[2 * slot] === high) return true;
      if (slotLow !== 0) continue;
      if (write) {
        slots[2 * slot] = high;
        slots[2 * slot + 1] = low;
      }
      return false;
    }
  };
  return { has: (text) => find(text, false), add: (text) => !find(text, true) };
}
