import { isIP } from "node:net";
import { Argument, InvalidArgumentError, Option } from "commander";
import { FACET, type Facet } from "../../src/format/filter-facets.js";
import { parseUrl } from "../../src/platform/parse-url.js";

/** An option with its environment variable `ICONS_…`, named after the long flag. */
export function option(flags: string, description: string, fallback?: unknown): Option {
  const made = new Option(flags, description);
  const variable = variableOf(made.name());
  // Commander treats any value of a flag's variable as true.
  if (made.required || made.optional || process.env[variable] === undefined || isSet(variable)) made.env(variable);
  if (fallback !== undefined) made.default(fallback);
  return made;
}

/** An optional argument with its environment variable `ICONS_…`. `configure` sets its value. */
export function argument(name: string, description: string, fallback: string): Argument {
  return new Argument(`[${name}]`, description).default(
    fallback,
    `${JSON.stringify(fallback)}, env: ${variableOf(name)}`,
  );
}

/** The environment variable of an option or argument, from its name in kebab case. */
export function variableOf(name: string): string {
  return `ICONS_${name.replaceAll("-", "_").toUpperCase()}`;
}

/** Whether an environment variable is set to anything but empty, 0, false or no. */
export function isSet(name: string): boolean {
  return !/^(0|false|no|off)?$/i.test(process.env[name] ?? "");
}

export const artifactsOption = (): Option => option("--artifacts <folder>", "artifacts folder to read", "artifacts");
export const cacheOption = (): Option => option("--cache <folder>", "folder of the analysis cache", "artifacts/cache");
export const jsonOption = (): Option => option("--json", "print JSON");
export const keysOption = (): Option => option("--keys <file>", "key file", "keys.json");
export const allowHttpOption = (): Option => option("--allow-http", "allow unencrypted http: stores on other machines");
export const usageOption = (): Option => option("--usage <file>", "usage file: the day's counters", "usage.bin");
export const customOption = (): Option =>
  option("--custom <folder>", "folder in the dataset whose images are icons even without a record");
export const quotaOption = (): Option =>
  option(
    "--quota <url>",
    "Redis or Valkey that counts requests for several machines: redis://user:password@host:6379/0, rediss://",
  );

/** An option that filters by a facet. */
export function facetOption(facet: Facet): Option {
  const { plural, values } = FACET[facet];
  const accepted = values === "color" ? `any of these ${plural}, or #rrggbb` : `any of these ${plural}`;
  return option(`--${facet} <labels>`, accepted).argParser(collect);
}

/** Whether only icons are listed whose color can be changed. */
export const recolorableOption = (): Option =>
  option("--recolorable", "only drawings in a single color, which --paint and color= change");

/** Number of icons that a report shows per kind of change. */
export const limitOption = (): Option =>
  option("--limit <n>", "icons to show for each kind of change; all are counted", 100).argParser(wholeNumber(0));

/** Parses a calendar date. */
export function calendarDate(text: string): string {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  // Date.parse accepts 31 February as 3 March.
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(text))
    throw new InvalidArgumentError("Give a date, such as 2026-05-11.");
  return text;
}

/** Creates a parser of whole numbers in a range; commander reports invalid values. */
export function wholeNumber(minimum: number, maximum = 2_147_483_647): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (!/^\d+$/.test(text) || number < minimum || number > maximum) {
      throw new InvalidArgumentError(`Give a whole number from ${minimum} to ${maximum}.`);
    }
    return number;
  };
}

/** Collects the values of a repeatable option, which may also be comma-separated. */
export function collect(text: string, previous: readonly string[] = []): string[] {
  return [...previous, ...text.split(",").map((part) => part.trim())].filter((part) => part !== "");
}

/** Like `collect`, for a fixed set of values. */
export function collectOf<Value extends string>(
  known: readonly Value[],
): (text: string, previous?: readonly Value[]) => Value[] {
  return (text, previous = []) => {
    const values = collect(text);
    const unknown = values.find((value) => !(known as readonly string[]).includes(value));
    if (unknown !== undefined) throw new InvalidArgumentError(`Give any of ${known.join(", ")}.`);
    return [...previous, ...(values as Value[])];
  };
}

/** Parses an http or https URL and removes a trailing slash. */
export function publicUrl(text: string): string {
  const url = parseUrl(text);
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== "" || url.hash !== "") {
    throw new InvalidArgumentError("Give an http or https address, such as https://icons.example.com.");
  }
  return text.replace(/\/+$/, "");
}

/** Parses the address of metrics: `off`, or a host and a port. */
export function metricsAddress(text: string): string {
  if (text !== "off" && splitAddress(text) === undefined)
    throw new InvalidArgumentError("Give off, or a host and a port, such as 127.0.0.1:9464 or [::1]:9464.");
  return text;
}

/** Parses a host and a port separated by a colon; IPv6 addresses are in brackets. Undefined for any other text. */
export function splitAddress(text: string): { readonly host: string; readonly port: number } | undefined {
  const parts = /^(?:\[([\da-f:]+)\]|([^\s:[\]]+)):(\d{1,5})$/i.exec(text);
  const host = parts?.[1] ?? parts?.[2];
  const port = Number(parts?.[3]);
  return host !== undefined && port <= 65_535 ? { host, port } : undefined;
}

/** Parses comma-separated addresses or networks. */
export function addresses(text: string): string {
  for (const part of text.split(",").map((item) => item.trim())) {
    const [address = "", bits] = part.split("/");
    const family = isIP(address);
    if (
      family === 0 ||
      (bits !== undefined && !(/^\d+$/.test(bits) && Number(bits) > 0 && Number(bits) <= (family === 4 ? 32 : 128)))
    ) {
      throw new InvalidArgumentError("Give IP addresses or networks, comma-separated, such as 10.0.0.0/8,::1.");
    }
  }
  return text;
}
