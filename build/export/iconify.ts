import type { ExtendedIconifyIcon } from "@iconify/types";
import type { IconSets } from "#src/catalog/icon-sets.js";
import { creditsOf } from "#src/format/credits.js";
import { iconifyCredits } from "#src/format/icon-sets.js";
import type { IconRecord } from "#src/format/record.js";
import { iconOf } from "#src/http/iconify/icon-data.js";
import { createCommonCredits } from "../dataset/common-credits.js";
import { iconifyName } from "./names.js";

/** An icon of an Iconify set. */
export interface IconifyEntry {
  readonly record: IconRecord;
  readonly icon: ExtendedIconifyIcon;
}

/** Metadata of the set. */
export interface SetFacts {
  readonly prefix: string;
  /** The title of the set. */
  readonly name: string;
}

/** An icon as the Iconify API returns it, without aliases and defaults; undefined if it is in no set. */
export function servedIcon(sets: IconSets, id: string): ExtendedIconifyIcon | undefined {
  const { prefix, name } = sets.placeOf(id) ?? {};
  if (prefix === undefined || name === undefined) return undefined;
  const [set, stored] = [sets.find(prefix), sets.icon(prefix, name)];
  return set === undefined || stored === undefined ? undefined : iconOf(sets, set, stored);
}

/** The prefix of icons in the Iconify API, if it is the same for all; else that of icons without one. */
export function commonPrefix(sets: IconSets, ids: Iterable<string>, ownPrefix: string): string {
  const prefixes = new Set<string>();
  for (const id of ids) prefixes.add(sets.placeOf(id)?.prefix ?? ownPrefix);
  const [first = ownPrefix] = prefixes;
  return prefixes.size === 1 ? first : ownPrefix;
}

/**
 * Writes an icon set in Iconify's format. Each icon has its author, and its license if the record has one. The set has
 * them, too; one that differs between icons is "Various".
 */
export function* writeIconify(icons: Iterable<IconifyEntry>, { prefix, name }: SetFacts): Generator<string> {
  yield `{"prefix":${JSON.stringify(prefix)},"icons":{`;
  let total = 0;
  const common = createCommonCredits();
  for (const { record, icon } of icons) {
    const credits = creditsOf(record);
    common.add(credits);
    const { body, width, height, left, top, rotate, hFlip, vFlip } = icon;
    const entry = {
      ...{ body, width, height, left: left || undefined, top: top || undefined },
      ...{ rotate: rotate || undefined, hFlip: hFlip || undefined, vFlip: vFlip || undefined },
      ...{ author: credits.attribution, license: credits.license },
    };
    yield `${total === 0 ? "" : ","}\n${JSON.stringify(iconifyName(record.id, prefix))}:${JSON.stringify(entry)}`;
    total++;
  }
  const info = { name, total, ...iconifyCredits(common.found()) };
  yield `\n},"info":${JSON.stringify(info)}}\n`;
}
