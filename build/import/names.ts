import { spelledWords } from "#src/text/name-words.js";

/** A name that an id is made of. */
export interface NamedThing {
  readonly name: string;
  /** Orders things of the same name. */
  readonly tie: string;
}

/**
 * The id for a name: its folded words, with symbols spelled out, joined by hyphens. Empty if it has no word.
 *
 *     idOf("C++") === "c-plus-plus"
 */
export function idOf(name: string): string {
  return spelledWords(name).join("-");
}

/** A name with a space before each capital that begins a word: `SuperMario` → `Super Mario`. */
export function withSpaces(name: string): string {
  return name.replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2");
}

/** A file's name or an id as a title: `plex-rewind` → `Plex Rewind`. */
export function titleOf(name: string): string {
  const parts = name.split(/[-_\s]+/).filter((part) => part !== "");
  return parts.map((part) => part.replace(/^./u, (first) => first.toUpperCase())).join(" ") || name;
}

/**
 * Ids that are not in use, in the order of the things. Those with the same id are numbered by their names, then by
 * their ties, so that ids don't depend on the order of the things.
 *
 * @param ids those in use; the new ones are added
 */
export function freeIds(things: readonly NamedThing[], ids: Set<string>): string[] {
  const keys = things.map(({ name, tie }) => `${name}\0${tie}`);
  const order = [...things.keys()].sort((a, b) => (keys[a] === keys[b] ? a - b : keys[a]! < keys[b]! ? -1 : 1));
  const found: string[] = [];
  for (const at of order) found[at] = freeId(idOf(things[at]!.name), ids);
  return found;
}

/** Adds an id that is not in use: the wanted one, or with a number. */
export function freeId(wanted: string, ids: Set<string>): string {
  const base = wanted || "icon";
  let id = base;
  for (let count = 2; ids.has(id); count++) id = `${base}-${count}`;
  ids.add(id);
  return id;
}
