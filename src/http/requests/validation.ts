import type { FastifySchemaCompiler } from "fastify";
import { ApiError } from "../contract/error-codes.js";
import { createParameterCheck, type ParameterCheck, type ParameterSchema } from "./parameter-check.js";
import { type RawQuery, valuesOf } from "./query-string.js";

type Properties = Readonly<Record<string, ParameterSchema>>;

interface RequestSchema {
  readonly properties: Properties;
}

/**
 * Compiles the route schemas into validators of path and query parameters.
 *
 * Own code: Fastify's coercion accepts `0x10`, ` 10` and `1e3` as numbers and silently takes the last of two values.
 * This one accepts only digits and only one value.
 *
 * @param maxParameters maximum number of query parameters
 */
export function createValidatorCompiler(maxParameters: number): FastifySchemaCompiler<RequestSchema> {
  return ({ schema, httpPart }) => {
    const { properties } = schema;
    const checks = Object.entries(properties).map(([name, property]): [string, ParameterCheck] => [
      name,
      createParameterCheck(property),
    ]);
    const parameters = readParameters(properties, maxParameters);
    return (data: unknown) => {
      try {
        const value =
          httpPart === "querystring"
            ? readQuery(data as RawQuery, parameters)
            : readPath(data as Record<string, string>);
        for (const [name, check] of checks) {
          const violated = value[name] === undefined ? undefined : check(value[name]);
          if (violated !== undefined) return { error: refusal(name, violated, properties[name]!) };
        }
        return { value };
      } catch (error) {
        return { error: error as Error };
      }
    };
  };
}

/** The key of the unknown parameters in a parsed query; a symbol, so that no parameter can have the same name. */
const UNKNOWN_PARAMETERS = Symbol("unknown parameters");

/** The unknown parameters of a parsed query, without duplicates. */
export function unknownParameters(query: object): readonly string[] {
  return (query as { readonly [UNKNOWN_PARAMETERS]?: readonly string[] })[UNKNOWN_PARAMETERS] ?? [];
}

/** The key of the values of `x-whole` lists in a parsed query. */
const GIVEN = Symbol("given in order");

/** The values of all `x-whole` lists of a parsed query, with their names, in the order of the query. */
export function givenInOrder(query: object): readonly (readonly [name: string, value: string])[] {
  return (query as { readonly [GIVEN]?: readonly (readonly [string, string])[] })[GIVEN] ?? [];
}

function readPath(data: Record<string, string>): Record<string, string> {
  for (const name in data) refuseNul(name, data[name]!);
  return data;
}

/** The query parameters of a route, prepared for parsing. */
interface Parameters {
  /** Maximum number of parameters in total. */
  readonly max: number;
  /** Whether all parameters count, as without `x-whole` lists. */
  readonly counts: boolean;
  readonly kinds: ReadonlyMap<string, Kind>;
  /** All parameters as absent, so that parsed queries always have the same members in the same order. */
  readonly none: Readonly<Record<string, undefined>>;
}

interface Kind {
  /** The name as in the schema. Members are found faster by it than by a string cut from a URL. */
  readonly name: string;
  readonly type: string | undefined;
  /** Of a list. */
  readonly itemType: string | undefined;
  readonly isWhole: boolean;
}

function readParameters(properties: Properties, max: number): Parameters {
  const kinds = Object.entries(properties).map(
    ([name, { type, items, "x-whole": isWhole = false }]): [string, Kind] => [
      name,
      { name, type, itemType: items?.type, isWhole },
    ],
  );
  return {
    max,
    counts: !kinds.some(([, { isWhole }]) => isWhole),
    kinds: new Map(kinds),
    none: Object.fromEntries(kinds.map(([name]) => [name, undefined])),
  };
}

/** Parses known parameters into the types of their schemas and collects the names of unknown ones. @throws ApiError */
function readQuery(query: RawQuery, { max, counts, kinds, none }: Parameters): Record<string | symbol, unknown> {
  const count = counts
    ? query.length / 2
    : query.filter((name, at) => at % 2 === 0 && !kinds.get(name)?.isWhole).length;
  if (count > max) throw new ApiError("invalid_parameter", `the query has ${count} parameters; ${max} are allowed`);
  const result: Record<string | symbol, unknown> = { ...none };
  let unknown: Set<string> | undefined;
  const given: [string, string][] = [];
  for (let at = 0; at < query.length; at += 2) {
    const value = query[at + 1]!;
    refuseNul(query[at]!, value);
    const kind = kinds.get(query[at]!);
    if (kind === undefined) {
      unknown ??= new Set();
      unknown.add(query[at]!);
      continue;
    }
    if (value === "") continue;
    const { name, type, itemType, isWhole } = kind;
    if (isWhole) {
      given.push([name, value]);
      continue;
    }
    if (type === "array") {
      const items = itemType === "integer" ? value.split(",").map((item) => typed(item, itemType)) : itemsOf(value);
      if (items.length > 0)
        result[name] = result[name] === undefined ? items : [...(result[name] as unknown[]), ...items];
    } else {
      if (result[name] !== undefined) throw givenAgain(name, valuesOf(query, name).length);
      result[name] = typed(value, type);
    }
  }
  if (unknown !== undefined) result[UNKNOWN_PARAMETERS] = [...unknown];
  if (given.length > 0) result[GIVEN] = given;
  return result;
}

/** Anything but a decimal number, `true` or `false` stays text, which the schema then rejects. */
function typed(value: string, type: string | undefined): string | number | boolean {
  if (type === "integer" && /^\d+$/.test(value)) return Number(value);
  if (type === "number" && /^\d*\.?\d+$/.test(value)) return Number(value);
  if (type === "boolean" && (value === "true" || value === "false")) return value === "true";
  return value;
}

function itemsOf(value: string): string[] {
  const items = value.includes(",") ? value.split(",") : [value];
  return items.map((item) => item.trim()).filter((item) => item !== "");
}

function givenAgain(name: string, times: number): ApiError {
  return new ApiError("invalid_parameter", `${name} is given ${times} times; it takes one value`, { param: name });
}

function refuseNul(name: string, value: string): void {
  if (!name.includes("\0") && !value.includes("\0")) return;
  const named = name.includes("\0") ? "a parameter's name" : name;
  const details = name.includes("\0") ? {} : { param: name };
  throw new ApiError("invalid_parameter", `${named} contains NUL or invalid UTF-8`, details);
}

function refusal(param: string, violated: string, schema: ParameterSchema): ApiError {
  return new ApiError("invalid_parameter", `${param} ${remedy(violated, schema)}`, { param });
}

function remedy(violated: string, schema: ParameterSchema): string {
  const { type, items, minimum, maximum, maxLength, description } = schema;
  if (items?.type === "integer") return remedy(violated, items);
  if (schema.enum !== undefined) return `must be one of ${schema.enum.join(", ")}`;
  if (type === "integer") return `must be a whole number from ${minimum} to ${maximum}, in decimal digits`;
  if (type === "number") return `must be a number from ${minimum} to ${maximum}`;
  if (type === "boolean") return "must be true or false";
  if (violated === "maxLength") return `must have at most ${maxLength} characters`;
  return `has the wrong format: ${description}`;
}
