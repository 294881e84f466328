import type { ExtendedIconifyIcon, IconifyIcon, IconifyJSON } from "@iconify/types";
import { mergeIconData } from "@iconify/utils/lib/icon/merge";
import type { IconSet, IconSets } from "../../catalog/icon-sets.js";
import { MAX_CHAIN } from "../../catalog/records.js";
import { type AliasData, type IconData, isAliasItem } from "../../format/icon-sets.js";
import { asByteText, type ByteText, fromByteText, toByteText } from "../../text/byte-text.js";

/** Maximum size of the icons of a response. */
const MAX_BYTES = 2 ** 22;

/** The items of requested names. */
interface FoundIcons {
  readonly icons: ReadonlyMap<string, ByteText>;
  /** Including those that requested names lead to. */
  readonly aliases: ReadonlyMap<string, ByteText>;
  /** As @iconify/api lists them: each name once, but all of them as requested if none was found. */
  readonly missing: readonly string[];
}

/** @returns undefined if the icons are larger than 4 MiB */
function findIcons(sets: IconSets, prefix: string, names: readonly string[]): FoundIcons | undefined {
  const icons = new Map<string, ByteText>();
  const aliases = new Map<string, ByteText>();
  const missing = new Set<string>();
  let bytes = 0;
  for (const wanted of names) {
    let name = wanted;
    for (let steps = 0; steps <= MAX_CHAIN && !icons.has(name) && !aliases.has(name); steps++) {
      const item = sets.item(prefix, name);
      if (item === undefined) {
        missing.add(wanted);
        break;
      }
      bytes += item.length;
      if (!isAliasItem(item)) {
        icons.set(name, item);
        break;
      }
      aliases.set(name, item);
      name = parse<AliasData>(item).parent;
    }
    if (bytes > MAX_BYTES) return undefined;
  }
  return { icons, aliases, missing: icons.size === 0 ? names : [...missing] };
}

/**
 * The response of `/prefix.json`, cut from stored items.
 *
 * @returns undefined if it is too large
 */
export function iconDataText(sets: IconSets, set: IconSet, names: readonly string[]): ByteText | undefined {
  const found = findIcons(sets, set.prefix, names);
  if (found === undefined) return undefined;
  const { icons, aliases, missing } = found;
  let text = `{${set.head},"icons":{${members(icons)}},"aliases":{${members(aliases)}}`;
  if (missing.length > 0) text += `,"not_found":${toByteText(JSON.stringify(missing))}`;
  return asByteText(`${text}}`);
}

/** Names that were found are ASCII. */
function members(items: ReadonlyMap<string, ByteText>): string {
  let text = "";
  for (const [name, item] of items) text += `${text === "" ? "" : ","}"${name}":${item}`;
  return text;
}

/** The requested icons as a set for @iconify/utils. @returns undefined if they are too large */
export function iconSetOf(sets: IconSets, set: IconSet, names: readonly string[]): IconifyJSON | undefined {
  const found = findIcons(sets, set.prefix, names);
  if (found === undefined) return undefined;
  const { total: _total, style: _style, ...facts } = set.facts;
  return {
    ...facts,
    prefix: set.prefix,
    icons: parsedMembers<IconData>(found.icons),
    aliases: parsedMembers<AliasData>(found.aliases),
    ...{ not_found: [...found.missing] },
  };
}

function parsedMembers<T>(items: ReadonlyMap<string, ByteText>): Record<string, T> {
  const members: Record<string, T> = Object.create(null);
  for (const [name, item] of items) members[name] = parse(item);
  return members;
}

/**
 * An icon with the transformations of its aliases and the defaults of its set; undefined if an alias leads to none.
 *
 * @param stored the icon or alias
 */
export function iconOf(
  sets: IconSets,
  { prefix, facts }: IconSet,
  stored: IconData | AliasData,
): ExtendedIconifyIcon | undefined {
  const { left, top, width, height } = facts;
  const defaults = { ...(left && { left }), ...(top && { top }), ...(width && { width }), ...(height && { height }) };
  let changes: object = {};
  let icon: IconData | AliasData | undefined = stored;
  for (let steps = 0; steps <= MAX_CHAIN && icon !== undefined; steps++) {
    const { parent, ...entry } = icon as IconData & Partial<AliasData>;
    changes = mergeIconData(entry as IconifyIcon, changes as IconifyIcon);
    if (parent === undefined) return mergeIconData(defaults as IconifyIcon, changes as IconifyIcon);
    icon = sets.icon(prefix, parent);
  }
  return undefined;
}

function parse<T>(item: ByteText): T {
  return JSON.parse(fromByteText(item));
}
