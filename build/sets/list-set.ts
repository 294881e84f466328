import type { IconifyAlias, IconifyJSON } from "@iconify/types";
import { type SetFacts, type SetList, type SetStyle, styleOf } from "#src/format/icon-sets.js";
import { isObject } from "../image/source/icon-set.js";

/** Members of an alias that change its look. */
const LOOK = ["left", "top", "width", "height", "rotate", "hFlip", "vFlip"] as const;

type ByName<T> = Record<string, T>;

/** A set, sorted out. */
export interface ListedSet {
  readonly list: SetList;
  readonly facts: Pick<SetFacts, "total"> & { readonly style?: SetStyle };
  /** The icon of each character that is not a name itself; undefined if the set has none. */
  readonly characters: Readonly<ByName<string>> | undefined;
  /** Words of the visible names. */
  readonly keywords: ReadonlySet<string>;
}

interface Entry {
  readonly name: string;
  readonly visible: boolean;
  readonly style: "fill" | "stroke" | undefined;
}

/**
 * Lists the names of a set by the rules of @iconify/api: an alias that has a look or visibility of its own counts as an
 * icon, in the categories of its parent unless it has others. The objects have no prototype and the order of their keys
 * is that of a JavaScript object, numbers first, so that lists equal those of @iconify/api.
 *
 * @param set one whose aliases all lead to an icon
 */
export function listSet(set: IconifyJSON): ListedSet {
  const titlesOf = categoriesOf(set);
  const members = new Map<string, string[]>();
  const uncategorized: string[] = [];
  const entries = byName<Entry>();
  const keywords = new Set<string>();
  let total = 0;
  let style: SetStyle | undefined;
  const styles = new Set<Entry["style"]>();

  const addEntry = (entry: Entry, titles: ReadonlySet<string> | undefined): void => {
    entries[entry.name] = entry;
    if (!entry.visible) return;
    total++;
    if (titles === undefined) uncategorized.push(entry.name);
    for (const title of titles ?? []) pushTo(members, title, entry.name);
  };
  for (const [name, icon] of Object.entries(set.icons)) {
    const entry = { name, visible: icon.hidden !== true, style: styleOf(icon.body) };
    if (entry.visible && total === 0) style = entry.style;
    if (entry.visible) {
      styles.add(entry.style);
      if (style !== entry.style) style = undefined;
    }
    addEntry(entry, titlesOf.get(name));
  }

  const resolve = (name: string): Entry => {
    const known = entries[name];
    if (known !== undefined) return known;
    const alias = set.aliases![name]!;
    const parent = resolve(alias.parent);
    const visible = alias.hidden === undefined ? parent.visible : alias.hidden !== true;
    if (visible === parent.visible && !changesLook(alias)) {
      entries[name] = parent;
      return parent;
    }
    const titles = titlesOf.get(name) ?? titlesOf.get(parent.name);
    if (titles !== undefined) titlesOf.set(name, titles);
    const entry = { name, visible, style: parent.style };
    addEntry(entry, titles);
    return entry;
  };
  for (const name of Object.keys(set.aliases ?? {})) resolve(name);

  const aliases = byName<string>();
  const hidden: string[] = [];
  const ordered = Object.entries(entries);
  for (const [name, entry] of ordered) if (entry.visible && entry.name !== name) aliases[name] = entry.name;
  for (const [name, entry] of ordered) {
    if (entry.visible) for (const word of name.split("-")) keywords.add(word);
    else if (entry.name === name) hidden.push(name);
    else aliases[name] = entry.name;
  }
  const characters = charactersOf(set, entries);
  styles.delete(undefined);
  const shown = style ?? (styles.size > 0 ? "mixed" : undefined);
  return {
    list: {
      prefix: set.prefix,
      total,
      ...(set.info ? { title: set.info.name } : {}),
      ...(uncategorized.length > 0 ? { uncategorized: uncategorized.sort() } : {}),
      ...categoryLists(set, members),
      ...(hidden.length > 0 ? { hidden } : {}),
      ...(Object.keys(aliases).length > 0 ? { aliases } : {}),
      ...(set.prefixes ? { prefixes: set.prefixes } : {}),
      ...(set.suffixes ? { suffixes: set.suffixes } : {}),
    },
    facts: { total, ...(shown === undefined ? {} : { style: shown }) },
    characters,
    keywords,
  };
}

function byName<T>(): ByName<T> {
  return Object.create(null);
}

function pushTo(lists: Map<string, string[]>, key: string, name: string): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [name]);
  else list.push(name);
}

/** The titles of the categories of each name, in the set's order. */
function categoriesOf({ categories }: IconifyJSON): Map<string, ReadonlySet<string>> {
  const titles = new Map<string, Set<string>>();
  for (const [title, names] of Object.entries(categories ?? {})) {
    if (!Array.isArray(names)) continue;
    for (const name of names) titles.set(name, (titles.get(name) ?? new Set()).add(title));
  }
  return titles;
}

function categoryLists(
  { categories }: IconifyJSON,
  members: ReadonlyMap<string, string[]>,
): Pick<SetList, "categories"> {
  if (!isObject(categories)) return {};
  const listed = Object.values(categories).some(Array.isArray);
  const lists = byName<string[]>();
  for (const title of Object.keys(categories)) {
    const names = members.get(title);
    if (names !== undefined) lists[title] = names.sort();
  }
  return listed && Object.keys(lists).length > 0 ? { categories: lists } : {};
}

function charactersOf({ chars }: IconifyJSON, entries: Readonly<ByName<Entry>>): ByName<string> | undefined {
  if (!isObject(chars)) return undefined;
  const characters = byName<string>();
  for (const [character, name] of Object.entries(chars)) {
    const entry = entries[String(name)];
    if (entry !== undefined && entries[character] === undefined) characters[character] = entry.name;
  }
  return characters;
}

function changesLook(alias: IconifyAlias): boolean {
  return LOOK.some((member) => alias[member] !== undefined);
}
