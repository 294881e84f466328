import type { IconRecord } from "#src/format/record.js";

/** License and attribution of an icon. */
export interface Credits {
  /** The SPDX identifier of the license where there is one, else its name; undefined where the record names none. */
  readonly license: string | undefined;
  readonly spdx: string | undefined;
  /** The author of the icon, and the set that it belongs to. */
  readonly attribution: string;
}

/**
 * License and attribution of an icon, from what importers and people write into `attributes`: `license` as a text or as
 * an object with `spdx` and `title`; `attribution` or `author` as a text or as an object with `name`, else the
 * developer, and `set`.
 */
export function creditsOf({ developer, attributes = {} }: IconRecord): Credits {
  const spdx = typeof attributes.license === "object" ? textOf(attributes.license, "spdx") : undefined;
  const license = spdx ?? textOf(attributes.license, "title");
  const author = textOf(attributes.attribution, "name") ?? textOf(attributes.author, "name") ?? developer;
  const set = textOf(attributes.set, "name");
  return { license, spdx, attribution: set === undefined || set === author ? author : `${author}, ${set}` };
}

/** A text, or that member of an object. */
function textOf(value: unknown, member: string): string | undefined {
  const text = typeof value === "object" && value !== null ? (value as Record<string, unknown>)[member] : value;
  return typeof text === "string" && text.trim() !== "" ? text : undefined;
}
