import { randomBytes } from "node:crypto";
import { codePoints } from "#src/images/component-code.js";

/** The id of an icon and its name in an export. */
export interface ExportedName {
  readonly id: string;
  readonly name: string;
}

/**
 * The id of an icon's symbol in a sprite: its own id without diacritics, with dashes for everything but ASCII letters,
 * digits and `_ . : -`, since Chromium does not find other symbols of an external file. It starts with a letter or
 * digit.
 */
export function symbolId(id: string): string {
  const dashed = withoutMarks(id).replaceAll(/[^A-Za-z0-9_.:-]+/g, "-");
  return dashed.replaceAll(/^[^A-Za-z0-9]+|-+$/g, "") || codePoints(id);
}

/**
 * The name of an icon in an Iconify set, which contains only lower-case letters, digits and single dashes. If an id
 * starts with the set's prefix, the prefix is removed.
 */
export function iconifyName(id: string, prefix: string): string {
  const own = id.startsWith(`${prefix}:`) ? id.slice(prefix.length + 1) : id;
  return toIconifyName(own) || codePoints(own);
}

/** A text as a name or prefix of Iconify; empty if it contains no usable characters. */
export function toIconifyName(text: string): string {
  const dashed = withoutMarks(text)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-");
  return dashed.replaceAll(/^-|-$/g, "");
}

function withoutMarks(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "");
}

/** When names are in conflict. */
interface NameRules {
  /** Maximum number of names. */
  readonly count: number;
  /** Maps names that are considered equal to the same text. */
  fold(name: string): string;
  /** Names of parent folders, which may be shared but must not equal a name. Default: none. */
  parents?(name: string): readonly string[];
  /** Creates the error. */
  refusal(first: ExportedName, second: ExportedName): Error;
}

/**
 * Rejects two equal names. Memory: about 16 bytes per name.
 *
 * @param names can be iterated repeatedly, with the same result
 */
export function refuseEqualNames(
  names: () => Iterable<ExportedName>,
  { count, fold, parents, refusal }: NameRules,
): void {
  const known = createHashSet(count);
  // A known hash means an equal name, except with a probability of 1 in 10^18, so names are iterated again just once.
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
  /** @returns whether it was not yet in the set */
  add(text: string): boolean;
}

/** Creates a set of texts that stores their 64-bit hashes. Open addressing with linear probing, at most half full. */
function createHashSet(count: number): HashSet {
  const bits = Math.max(4, 33 - Math.clz32(count));
  const mask = 2 ** bits - 1;
  const slots = new Uint32Array(2 ** (bits + 1));
  // A random seed, so that nobody can choose names with colliding hashes.
  const seed = randomBytes(8);
  const [seed1, seed2] = [seed.readUInt32LE(0), seed.readUInt32LE(4)];
  /** Whether the set contains a text. @param write whether to add it */
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
    // Zero means an empty slot.
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
