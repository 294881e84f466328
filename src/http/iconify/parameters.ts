import type { FastifyRequest } from "fastify";
import type { Catalog } from "../../catalog/catalog.js";
import type { CooperativeTask } from "../../catalog/execution/cooperative-task.js";
import type { IconSets } from "../../catalog/icon-sets.js";
import type { ByteText } from "../../text/byte-text.js";
import type { RawQuery } from "../requests/query-string.js";
import type { Refused } from "./responses.js";

/** The query parameters of a request, as strings. Of several values of a parameter, the first counts. */
export type Parameters = Readonly<Record<string, string | undefined>>;

/** What a route has to respond to a request with. */
export interface IconifyRequest {
  readonly catalog: Catalog;
  readonly sets: IconSets;
  readonly parameters: Parameters;
  readonly path: Readonly<Record<string, string>>;
  readonly query: RawQuery;
  /** Runs long work. @returns undefined if the client has left */
  readonly run: <Result>(task: CooperativeTask<Result>) => Promise<Result | undefined>;
}

/** The JSON of a response; undefined if the client has left. */
export type Listed = ByteText | Refused | undefined;

const UNSAFE_IN_VALUES = /[{};@\\]|\/\*|(?:url|src)\(/i;

/** The parameters of a request without any. */
export const NO_PARAMETERS: Parameters = Object.freeze(Object.create(null));

/** @returns undefined if there are more parameters than `max`, or one is not UTF-8 or contains NUL */
export function readParameters(request: FastifyRequest, max: number): Parameters | undefined {
  const query = request.query as RawQuery;
  if (query.length === 0) return NO_PARAMETERS;
  if (query.length > 2 * max) return undefined;
  const parameters: Record<string, string> = Object.create(null);
  for (let at = 0; at < query.length; at += 2) {
    const name = query[at]!;
    const value = query[at + 1]!;
    if (name.includes("\0") || value.includes("\0")) return undefined;
    if (name !== "api_key") parameters[name] ??= value;
  }
  return parameters;
}

/** Reads a yes or no. */
export function readFlag(value: string | undefined): boolean | undefined {
  if (value === "true" || value === "yes" || value === "1") return true;
  if (value === "false" || value === "no" || value === "0") return false;
  return undefined;
}

/** A value without what could end an attribute or a tag; undefined if it is empty. */
export function withoutMarkup(value: string | undefined): string | undefined {
  return value ? value.replaceAll(/['"<>&]/g, "") : undefined;
}

/**
 * A color without markup. Undefined if it is empty, or could end a declaration, begin a comment or load something: in a
 * style sheet or a style attribute of a drawing.
 */
export function colorOf({ color }: Parameters): string | undefined {
  const plain = withoutMarkup(color);
  return plain === undefined || UNSAFE_IN_VALUES.test(plain) ? undefined : plain;
}

/**
 * Filters prefixes by the parameters `prefix` (one) or `prefixes` (several, separated by commas; `mdi-` is any that
 * begins so).
 */
export function filterPrefixes(prefixes: Iterable<string>, { prefix, prefixes: several }: Parameters): string[] {
  const all = [...prefixes];
  if (prefix) return all.filter((each) => each === prefix);
  if (!several) return all;
  const wanted = new Set(several.split(","));
  const beginnings = [...wanted].filter((each) => each.endsWith("-"));
  return all.filter((each) => wanted.has(each) || beginnings.some((beginning) => each.startsWith(beginning)));
}
