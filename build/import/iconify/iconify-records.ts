import type { IconifyJSON } from "@iconify/types";
import { labelKey } from "#src/format/filter-facets.js";
import type { SourceRecord } from "../../dataset/source-record.js";
import { infoOf } from "../../image/source/icon-set.js";
import { sortNames } from "../../sets/set-names.js";
import { titleOf } from "../names.js";
import { cut, labelOf, MAX_NAME, oneLine } from "../one-line.js";
import { createRecordCheck, type SkippedIcon } from "../write-records.js";
import type { KeywordsOf } from "./upstream-keywords.js";

const MAX_ALIASES = 50;

/** The result of converting a set. */
export interface ConvertedSet {
  /** Its title, or else its prefix. */
  readonly name: string;
  /** Each record has passed the build's checks. */
  readonly records: Iterable<SourceRecord | SkippedIcon>;
  /** Number of aliases that the set has for its icons. */
  readonly aliases: number;
  /** Number of icons that the set hides; they are left out. */
  readonly hidden: number;
}

/**
 * Converts Iconify sets to records, one set after the other; all share one spelling of every category. Names with fewer
 * words come first; otherwise the order of the sets is kept.
 *
 * @param sets maximum number of sets
 */
export function createSetConverter(sets: number): (set: IconifyJSON, keywordsOf: KeywordsOf) => ConvertedSet {
  const checked = createRecordCheck();
  const spellings = new Map<string, string>();
  let converted = 0;

  return (set, keywordsOf) => {
    const { icons, hidden, broken } = sortNames(set);
    const facts = factsOf(set);
    const place = converted++;
    const key = labelKey(facts.category);
    const category = spellings.get(key) ?? facts.category;
    spellings.set(key, category);
    const categories = categoriesByIcon(set, icons);

    function* records(): Generator<SourceRecord | SkippedIcon> {
      for (const { name, reason } of broken) yield { icon: `${set.prefix}:${name}`, reason };
      for (const [name, others] of [...icons].sort(([a], [b]) => wordsIn(a) - wordsIn(b))) {
        const own = categories.get(name);
        const title = titleOf(name);
        const aliases = [...new Set(others.map(titleOf))].filter((alias) => alias !== title).slice(0, MAX_ALIASES - 1);
        const keywords = keywordsOf(name, [title, ...aliases]);
        const record: SourceRecord = {
          id: `${set.prefix}:${name}`,
          name: title,
          developer: facts.developer,
          category,
          rank: place + sets * (wordsIn(name) - 1),
          image: `iconify:${set.prefix}/${name}`,
          aliases: [...aliases, facts.alias],
          ...(keywords.length > 0 ? { keywords } : {}),
          attributes: { ...facts.attributes, ...(own ? { categories: [...own] } : {}) },
        };
        yield checked(record);
      }
    }
    return { name: facts.name, records: records(), aliases: [...icons.values()].flat().length, hidden };
  };
}

/** "arrow-left-bold" → 3 */
function wordsIn(name: string): number {
  return name.split("-").length;
}

/** Values that apply to every icon of a set. */
function factsOf(set: IconifyJSON): {
  readonly name: string;
  /**
   * An alias that finds the set's icons in addition to their names. Not the set's bare name, which may be an ordinary
   * word.
   */
  readonly alias: string;
  readonly developer: string;
  readonly category: string;
  readonly attributes: Readonly<Record<string, unknown>>;
} {
  const info = infoOf(set);
  const name = oneLine(info?.name) || set.prefix;
  const tags = (info?.tags ?? []).map((tag) => oneLine(tag)).filter((tag) => tag !== "");
  return {
    name,
    alias: cut(`${set.prefix}: ${name}`, MAX_NAME),
    developer: oneLine(info?.author.name) || name,
    category: labelOf(info?.category) || labelOf(name) || set.prefix,
    attributes: { set: name, ...(tags.length > 0 ? { tags } : {}) },
  };
}

/** The set's category titles for each icon. Titles listed under an alias apply to the icon. */
function categoriesByIcon(
  { categories }: IconifyJSON,
  icons: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const iconOf = new Map(
    [...icons].flatMap(([icon, others]) => [icon, ...others].map((name) => [name, icon] as const)),
  );
  const byIcon = new Map<string, Set<string>>();
  for (const [title, names] of Object.entries(categories ?? {})) {
    if (!Array.isArray(names) || oneLine(title) === "") continue;
    for (const name of names) {
      const icon = iconOf.get(name);
      if (icon === undefined) continue;
      const titles = byIcon.get(icon);
      if (titles === undefined) byIcon.set(icon, new Set([oneLine(title)]));
      else titles.add(oneLine(title));
    }
  }
  return byIcon;
}
