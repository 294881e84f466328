import type { IconifyAlias, IconifyJSON } from "@iconify/types";
import { matchIconName } from "@iconify/utils/lib/icon/name";
import { isObject, MAX_CHAIN } from "../image/source/icon-set.js";

/** Longer names would not fit in ids. */
const MAX_NAME = 200;
const DIMENSIONS = ["left", "top", "width", "height"] as const;

/** The names of a set, grouped. */
export interface SetNames {
  /** The names that become records, in the set's order, each with its aliases. */
  readonly icons: ReadonlyMap<string, readonly string[]>;
  /** Number of icons, and aliases with their own look, that the set hides since they only exist for old pages. */
  readonly hidden: number;
  /** Names that can't become a record, with the reason. */
  readonly broken: readonly { readonly name: string; readonly reason: string }[];
}

/**
 * Separates the icons of a set from their aliases. An alias without changes is another name of its parent; one that
 * rotates, flips or crops it looks different, so it is a separate icon, as in Iconify's own count.
 */
export function sortNames(set: IconifyJSON): SetNames {
  const icons = new Map<string, string[]>();
  const broken: { name: string; reason: string }[] = [];
  const others: { name: string; of: string }[] = [];
  let hidden = 0;
  for (const [name, icon] of Object.entries(set.icons)) {
    const reason = flawOfName(name) ?? flawOfIcon(icon);
    if (isObject(icon) && icon.hidden === true) hidden++;
    else if (reason === undefined) icons.set(name, []);
    else broken.push({ name, reason });
  }
  for (const name of Object.keys(set.aliases ?? {})) {
    const target = flawOfName(name) ?? follow(set, name);
    if (typeof target === "string") broken.push({ name, reason: target });
    else if (target.hidden) hidden += target.record === name ? 1 : 0;
    else if (target.record === name) icons.set(name, []);
    else others.push({ name, of: target.record });
  }
  for (const { name, of } of others) icons.get(of)?.push(name);
  return { icons, hidden, broken };
}

/** The record that an alias belongs to, itself if it has its own look; or the reason why there is none. */
function follow(set: IconifyJSON, alias: string): { record: string; hidden: boolean } | string {
  if (alias in set.icons) return "is an icon and an alias; the icon takes precedence";
  let record: string | undefined;
  let hidden = false;
  let name = alias;
  for (let steps = 0; steps <= MAX_CHAIN; steps++) {
    const icon = set.icons[name];
    if (icon !== undefined) {
      const reason = flawOfIcon(icon);
      if (reason !== undefined && icon.hidden !== true) return `its parent ${JSON.stringify(name)} ${reason}`;
      return { record: record ?? name, hidden: hidden || icon.hidden === true };
    }
    const entry: unknown = set.aliases?.[name];
    if (entry === undefined) return `has a parent that does not exist: ${JSON.stringify(name)}`;
    if (!isObject(entry) || typeof entry.parent !== "string") return "has no parent";
    const flaw = flawOfShape(entry);
    if (flaw !== undefined) return flaw;
    hidden ||= entry.hidden === true;
    if (changesLook({ ...entry, parent: entry.parent })) record ??= name;
    name = entry.parent;
  }
  return "is an alias in an endless chain of aliases";
}

function changesLook({ rotate = 0, hFlip, vFlip, ...rest }: IconifyAlias): boolean {
  return rotate % 4 !== 0 || hFlip === true || vFlip === true || DIMENSIONS.some((field) => rest[field] !== undefined);
}

function flawOfName(name: string): string | undefined {
  return name.length <= MAX_NAME && matchIconName.test(name)
    ? undefined
    : `has an invalid name: lower-case letters, digits and single dashes only, at most ${MAX_NAME} characters`;
}

function flawOfIcon(icon: unknown): string | undefined {
  if (!isObject(icon) || typeof icon.body !== "string" || icon.body.trim() === "") return "has no body";
  return flawOfShape(icon);
}

function flawOfShape(entry: Record<string, unknown>): string | undefined {
  const field = [...DIMENSIONS, "rotate"].find((key) => !["number", "undefined"].includes(typeof entry[key]));
  return field === undefined ? undefined : `has a ${field} that is not a number`;
}
