import type { IconRecord } from "#src/format/record.js";

/** License and attribution of an icon. */
export interface Credits {
  /** The SPDX identifier of the license, else its name. Undefined if the record has no license. */
  readonly license: string | undefined;
  readonly spdx: string | undefined;
  /** The author of the icon, and its icon set. */
  readonly attribution: string;
}

/**
 * Extracts license and attribution of an icon. The field `license` comes first; else from `attributes` as written by
 * importers and people: `license` as a text or an object with `spdx` and `title`; `attribution` or `author` as a text
 * or an object with `name`, else the developer; and `set`. Variants that a merge took from other records are
 * attributed, too.
 */
export function creditsOf({ developer, license: own, licenseUrl, attributes = {} }: IconRecord): Credits {
  const written = typeof attributes.license === "object" ? textOf(attributes.license, "spdx") : undefined;
  const spdx = own === undefined ? written : licenseUrl === undefined ? own : undefined;
  const license = own ?? written ?? textOf(attributes.license, "title");
  const author = textOf(attributes.attribution, "name") ?? textOf(attributes.author, "name") ?? developer;
  const set = textOf(attributes.set, "name");
  const credit = set === undefined || set === author ? author : `${author}, ${set}`;
  return { license, spdx, attribution: [credit, ...creditsOfVariants(attributes[ORIGINS])].join("; ") };
}

/** The attribute that says where a merged record comes from. */
export const ORIGINS = "mergedFrom";

/** Where a merged record comes from: one entry of `attributes.mergedFrom`. */
export interface Origin {
  /** The name of the dataset. */
  readonly dataset: string;
  /** Its id there; absent if it is that of the merged record. */
  readonly id?: string;
  readonly license?: string;
  readonly licenseUrl?: string;
  readonly source?: string;
  readonly attribution?: string;
  /** The images from there: `image`, and names of variants. Absent: all. */
  readonly images?: readonly string[];
}

/** What an earlier merge wrote into `attributes.mergedFrom`; undefined if it is something else. */
export function originsIn(value: unknown): readonly Origin[] | undefined {
  const isList = (list: unknown): boolean =>
    list === undefined || (Array.isArray(list) && list.every((item) => typeof item === "string"));
  const isOrigin = (origin: Partial<Origin> | null): boolean =>
    typeof origin?.dataset === "string" && isList(origin.images);
  return Array.isArray(value) && value.every(isOrigin) ? value : undefined;
}

/** "dark, light: Author, MIT" */
function creditsOfVariants(origins: unknown): string[] {
  return (originsIn(origins) ?? []).flatMap(({ dataset, images = [], attribution = dataset, license }) => {
    if (images.length === 0 || images.includes("image")) return [];
    return [`${images.join(", ")}: ${attribution}${license === undefined ? "" : `, ${license}`}`];
  });
}

/** The value itself if it is a text, else the given member. */
function textOf(value: unknown, member: string): string | undefined {
  const text = typeof value === "object" && value !== null ? (value as Record<string, unknown>)[member] : value;
  return typeof text === "string" && text.trim() !== "" ? text : undefined;
}
