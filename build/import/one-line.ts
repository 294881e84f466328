import { parseUrl } from "#src/platform/parse-url.js";
import { idOf } from "./names.js";

/** Maximum length of names, aliases and developers in records. */
export const MAX_NAME = 200;
const MAX_LABEL = 60;

/** Text on one line, trimmed and truncated; empty if the value is not text. */
export function oneLine(value: unknown, maxLength: number = MAX_NAME): string {
  if (typeof value !== "string") return "";
  return cut(value.replaceAll(/[\s\p{Cc}]+/gu, " ").trim(), maxLength);
}

/** The same for long texts, which are truncated after a whole word, with an ellipsis. */
export function shortened(value: unknown, maxLength: number): string {
  const text = oneLine(value, Number.POSITIVE_INFINITY);
  if (cut(text, maxLength).length === text.length) return text;
  const start = cut(text, maxLength - 2);
  const whole = start.slice(0, start.lastIndexOf(" "));
  return `${whole.length > maxLength / 2 ? whole : start} …`;
}

/** Text as a label: on one line, without commas. */
export function labelOf(value: unknown): string {
  return cut(
    oneLine(value)
      .replaceAll(/[\s,]+/g, " ")
      .trim(),
    MAX_LABEL,
  );
}

/** Text as a label in lower case, words joined by dashes: "Photo & Video" → "photo-video", "C++" → "c-plus-plus". */
export function slugOf(value: unknown): string {
  return cut(idOf(oneLine(value)), MAX_LABEL);
}

/** The first `length` characters. A visible character may be two UTF-16 units. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text.trim();
  return [...text.slice(0, length * 2)].slice(0, length).join("").trim();
}

/** An http or https URL in the form of records; undefined if it is invalid. */
export function webAddress(value: unknown): string | undefined {
  const url = typeof value === "string" ? parseUrl(value.trim()) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && url.href.length <= 2000 ? url.href : undefined;
}

type Present<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

/** An object without the fields that are undefined. */
export function present<T extends object>(fields: T): Present<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Present<T>;
}

/** A list, or undefined if it is empty. */
export function nonEmpty<T>(list: T[]): T[] | undefined {
  return list.length > 0 ? list : undefined;
}
