import { MAX_VARIANT_NAME, VARIANT_NAME } from "#src/format/variant-names.js";
import type { SourceRecord } from "../../dataset/source-record.js";
import { titleOf } from "../names.js";
import { oneLine, present, slugOf } from "../one-line.js";
import { groupVariants } from "../variant-files.js";
import type { CollectionFiles, CollectionIcon } from "./import-collection.js";

/** Limits of records. */
const MOST = { aliases: 50, categories: 20, keywords: 100 } as const;

/** What the icons of a collection have in common. */
export interface Common {
  /** Address of the repository. */
  readonly repository: string;
  readonly attribution: string;
  readonly developer: string;
}

const UNCATEGORIZED = "other";

/**
 * All icons by id: those that the collection's data mentions, and those of the other files. These are variants if their
 * names say so, also of icons that the data mentions.
 *
 * @param listed icons that the data mentions
 * @param gone ids of removed icons, whose files are placeholders
 */
export function withUnlisted(
  listed: readonly CollectionIcon[],
  { images, license }: CollectionFiles,
  gone: ReadonlySet<string>,
  { repository, attribution, developer }: Common,
): CollectionIcon[] {
  const claimed = new Set(listed.flatMap(({ image, variants }) => [image, ...variants.values()]));
  const names = [...images.keys()].filter((name) => !claimed.has(name) && !gone.has(name)).sort();
  const groups = groupVariants(names, new Set([...listed.map(({ record }) => record.id), ...gone]));
  const icons = listed.map((icon) => {
    const others = [...(groups.get(icon.record.id)?.variants ?? [])].filter(([name]) => !icon.variants.has(name));
    return { ...icon, variants: new Map([...icon.variants, ...others]) };
  });
  for (const [id, { image, variants }] of groups) {
    if (image === undefined) continue;
    const record = {
      ...{ id, name: oneLine(titleOf(id)), developer, ...categoriesOf(undefined) },
      ...present({ license, attribution, source: sourceOf(repository, images.get(image)) }),
    };
    icons.push({ record, image, variants: new Map(variants) });
  }
  return icons.sort((a, b) => (a.record.id < b.record.id ? -1 : 1));
}

/** The address of an image in a repository, by the paths of its files; undefined if it has none. */
export function sourceOf(repository: string, [path]: readonly string[] = []): string | undefined {
  return path && `${repository}/blob/main/${path.split("/").map(encodeURIComponent).join("/")}`;
}

/** The fields of a record for its categories. */
export function categoriesOf(
  categories: readonly string[] = [UNCATEGORIZED],
): Pick<SourceRecord, "category" | "categories"> {
  const [category] = categories;
  return categories.length === 1 ? { category: category! } : { category: category!, categories: [...categories] };
}

/**
 * The name of a variant: the rest of its file's name after the icon's, `wordmark-light` of `plex-wordmark-light`.
 *
 * @param role its name in the collection's data, which files of other names get
 */
export function variantName(id: string, file: string, role: string): string {
  const rest = file.startsWith(`${id}-`) ? file.slice(id.length + 1) : "";
  return VARIANT_NAME.test(rest) && rest.length <= MAX_VARIANT_NAME ? rest : role;
}

/** Texts for a field with limits, and those of `attributes` if the field can't hold all of them as they are. */
interface Fitted {
  readonly values: string[] | undefined;
  /** The original values; undefined if none are lost or changed. */
  readonly rest: unknown;
}

/** Labels in lower case with dashes, since collections spell them differently. */
export function fitCategories(categories: readonly string[]): Fitted {
  return fitted(categories, slugOf, MOST.categories);
}

export function fitAliases(aliases: readonly string[]): Fitted {
  return fitted(aliases, (alias) => alias, MOST.aliases);
}

export function fitKeywords(keywords: readonly string[]): Fitted {
  return fitted(keywords, (keyword) => (keyword.length <= 60 ? keyword : ""), MOST.keywords);
}

function fitted(given: readonly string[], change: (text: string) => string, most: number): Fitted {
  const values = [...new Set(given.map((text) => change(text.trim())))].filter((text) => text !== "").slice(0, most);
  const isSame = values.length === given.length && values.every((text, at) => text === given[at]);
  return { values: values.length === 0 ? undefined : values, rest: isSame ? undefined : given };
}

/** The texts of a list; undefined if the value is anything else. */
export function textsOf(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) && value.every((text) => typeof text === "string") ? value : undefined;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
