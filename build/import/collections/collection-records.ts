import { MAX_VARIANT_NAME, VARIANT_NAME } from "#src/format/variant-names.js";
import type { SourceRecord } from "../../dataset/source-record.js";
import { oneLine, present, slugOf } from "../one-line.js";
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

/** Endings of files that the collection's data does not mention, but that belong to the icon before them. */
const ENDING = /^(.+)-(light|dark|mono|wordmark|wordmark-light|wordmark-dark)$/;
const UNCATEGORIZED = "other";

/**
 * Icons of files that the collection's data does not mention.
 *
 * @param known names of files that are images of other icons
 * @param gone ids of removed icons, whose files are placeholders
 */
export function unlistedIcons(
  { images, license }: CollectionFiles,
  known: ReadonlySet<string>,
  gone: ReadonlySet<string>,
  { repository, attribution, developer }: Common,
): CollectionIcon[] {
  const names = [...images.keys()].filter((name) => !known.has(name) && !gone.has(name)).sort();
  const ownerOf = (name: string): readonly [owner: string, variant: string] | undefined => {
    const [, owner = "", variant = ""] = ENDING.exec(name) ?? [];
    return images.has(owner) || gone.has(owner) ? [owner, variant] : undefined;
  };
  const variants = new Map<string, Map<string, string>>();
  for (const name of names) {
    const [owner, variant] = ownerOf(name) ?? [];
    if (owner === undefined || variant === undefined) continue;
    variants.set(owner, (variants.get(owner) ?? new Map()).set(variant, name));
  }
  return names
    .filter((name) => ownerOf(name) === undefined)
    .map((id) => ({
      record: {
        ...{ id, name: oneLine(titleOf(id)), developer, ...categoriesOf(undefined) },
        ...present({ license, source: sourceOf(repository, id, images.get(id)) }),
        attributes: { attribution },
      },
      image: id,
      variants: variants.get(id) ?? new Map<string, string>(),
    }));
}

/** The address of an image in a repository; undefined if it doesn't exist. */
export function sourceOf(repository: string, image: string, [format]: readonly string[] = []): string | undefined {
  return format && `${repository}/blob/main/${format}/${encodeURIComponent(image)}.${format}`;
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

/** A name as a title: `plex-rewind` → `Plex Rewind`. */
export function titleOf(name: string): string {
  const words = name.split(/[-_\s]+/).filter((word) => word !== "");
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" ") || name;
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
