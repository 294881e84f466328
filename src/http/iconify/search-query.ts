import { ICON_NAME } from "../../catalog/icon-sets.js";
import { isBlank } from "../../text/blank.js";
import { readFlag } from "./parameters.js";

/** A query with the conditions that it contains. */
export interface SearchQuery {
  /** The words as written. */
  readonly words: readonly string[];
  /** The words, also separated at their dashes. */
  readonly text: string;
  /** Prefixes, or beginnings of prefixes that end with a dash. Undefined: any. */
  readonly prefixes: readonly string[] | undefined;
  readonly palette: boolean | undefined;
  readonly style: "fill" | "stroke" | undefined;
}

/**
 * Separates the conditions of a query from its words, by the syntax of @iconify/api: `prefix:mdi`, `prefixes:mdi,ph`,
 * `mdi:home`, `palette:true`, `style:fill`, `fill:true`; with `=` instead of `:` as well. `mdi-*` means `mdi` and all
 * prefixes that begin with `mdi-`.
 *
 * @returns undefined if the query is invalid or has no words, so that it finds nothing
 */
export function readSearchQuery(query: string): SearchQuery | undefined {
  const words: string[] = [];
  let prefixes: string[] | undefined;
  let isNamed = false;
  let palette: boolean | undefined;
  let style: SearchQuery["style"];
  for (const part of query.toLowerCase().trim().split(/\s+/)) {
    const [, name, sign, value] = /^([^:=]*)([:=])([^:=]*)$/.exec(part) ?? [];
    if (name === undefined) {
      if (/[:=]/.test(part)) return undefined;
      words.push(part);
    } else if (name === "palette" && readFlag(value) !== undefined) palette = readFlag(value);
    else if (name === "style" && (value === "fill" || value === "stroke")) style = value;
    else if ((name === "fill" || name === "stroke") && readFlag(value) === true) style = name;
    else if (name === "prefix" || name === "prefixes") {
      const named = value!.split(",").flatMap(prefixesOf);
      if (isNamed || named.length === 0) return undefined;
      isNamed = sign === ":";
      prefixes = [...(prefixes ?? []), ...named];
    } else {
      // `mdi:home` names a set; `mdi=home` is unknown.
      const named = name.split(",").filter((each) => ICON_NAME.test(each));
      if (sign === "=" || isNamed || named.length === 0) return undefined;
      isNamed = true;
      prefixes = [...(prefixes ?? []), ...named];
      if (value !== "") words.push(value!);
    }
  }
  const text = words.join(" ").replaceAll("-", " ").trim();
  return isBlank(text) ? undefined : { words, text, prefixes, palette, style };
}

function prefixesOf(written: string): string[] {
  const beginning = written.endsWith("*") ? written.slice(0, -1) : undefined;
  if (beginning !== undefined) return ICON_NAME.test(beginning) ? [beginning, `${beginning}-`] : [];
  return ICON_NAME.test(`${written}a`) && written !== "" ? [written] : [];
}
