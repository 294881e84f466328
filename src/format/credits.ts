import type { IconRecord } from "./record.js";

/** The file of an export with the credits of each icon. */
export const ATTRIBUTION_FILE = "ATTRIBUTION.csv";
/** Its columns. */
export const ATTRIBUTION_COLUMNS = [
  ...["id", "name", "attribution", "license", "licenseUrl", "source", "website"],
] as const satisfies readonly (keyof IconRecord)[];

/** License, source and attribution of an icon. */
export interface Credits {
  /** The SPDX identifier of the license, else its name. Undefined if the record has no license. */
  readonly license: string | undefined;
  readonly licenseUrl: string | undefined;
  readonly source: string | undefined;
  /** The author of the icon, and its icon set. */
  readonly attribution: string;
}

/** The fields of a record that credits are extracted from. */
export type CreditedRecord = Pick<
  IconRecord,
  "developer" | "license" | "licenseUrl" | "source" | "attribution" | "attributes"
>;

/**
 * Extracts license, source and attribution of an icon. The fields `license` and `attribution` come first; else from
 * `attributes` as written by people: `license` as a text or an object with `spdx` and `title`; `attribution` or
 * `author` as a text or an object with `name`, else the developer; and `set`. Variants that a merge took from other
 * records are attributed, too.
 */
export function creditsOf(record: CreditedRecord): Credits {
  const { developer, licenseUrl, source, attribution, attributes = {} } = record;
  const license = record.license ?? textOf(attributes.license, "spdx") ?? textOf(attributes.license, "title");
  const author = authorIn(attributes) ?? developer;
  const set = textOf(attributes.set, "name");
  const credit = attribution ?? (set === undefined || set === author ? author : `${author}, ${set}`);
  const credits = [credit, ...creditsOfVariants(attributes[ORIGINS])].join("; ");
  return { license, licenseUrl, source, attribution: credits };
}

/** Whether a record names the author of its image, in a field or in `attributes`. */
export function statesAuthor({ attribution, attributes = {} }: Partial<CreditedRecord>): boolean {
  return (attribution ?? authorIn(attributes)) !== undefined;
}

/** Whether a record has a license, in a field or in `attributes`. */
export function statesLicense({ license, attributes = {} }: Partial<CreditedRecord>): boolean {
  return (license ?? attributes.license) !== undefined;
}

function authorIn(attributes: NonNullable<IconRecord["attributes"]>): string | undefined {
  return textOf(attributes.attribution, "name") ?? textOf(attributes.author, "name");
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
