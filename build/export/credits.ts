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
 * importers and people: `license` as a text or an object with `spdx` and `title`; `attribution` or `author` as a text or an object with `name`, else the
 * developer; and `set`.
 */
export function creditsOf({ developer, license: own, licenseUrl, attributes = {} }: IconRecord): Credits {
  const written = typeof attributes.license === "object" ? textOf(attributes.license, "spdx") : undefined;
  const spdx = own === undefined ? written : licenseUrl === undefined ? own : undefined;
  const license = own ?? written ?? textOf(attributes.license, "title");
  const author = textOf(attributes.attribution, "name") ?? textOf(attributes.author, "name") ?? developer;
  const set = textOf(attributes.set, "name");
  return { license, spdx, attribution: set === undefined || set === author ? author : `${author}, ${set}` };
}

/** The value itself if it is a text, else the given member. */
function textOf(value: unknown, member: string): string | undefined {
  const text = typeof value === "object" && value !== null ? (value as Record<string, unknown>)[member] : value;
  return typeof text === "string" && text.trim() !== "" ? text : undefined;
}
