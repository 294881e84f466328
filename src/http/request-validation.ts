import { Ajv, type ErrorObject } from "ajv";
import type { FastifySchemaCompiler } from "fastify";
import { ApiError } from "./api-error.js";
import type { RawQuery } from "./query-string.js";

const MAX_PARAMETERS = 32;

interface ParameterSchema {
  readonly type?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly description?: string;
}

type Properties = Readonly<Record<string, ParameterSchema>>;

interface RequestSchema {
  readonly properties: Properties;
}

/**
 * Compiles the route schemas into checks of a request's path and query parameters. Fastify's own coercion takes `0x10`, ` 10`
 * and `1e3` for numbers and the last of two values for the parameter; this one takes digits only and one value only.
 */
export function createValidatorCompiler(): FastifySchemaCompiler<RequestSchema> {
  const ajv = new Ajv({ allErrors: false, strict: true, coerceTypes: false });
  return ({ schema, httpPart }) => {
    const check = ajv.compile(schema);
    const { properties } = schema;
    return (data: unknown) => {
      try {
        const value =
          httpPart === "querystring"
            ? readQuery(data as RawQuery, properties)
            : readPath(data as Record<string, string>);
        return check(value) ? { value } : { error: refusal(check.errors?.[0], properties) };
      } catch (error) {
        return { error: error as Error };
      }
    };
  };
}

function readPath(data: Record<string, string>): Record<string, string> {
  for (const name in data) refuseNul(name, data[name]!);
  return data;
}

/** Known parameters in the types that their schemas name; unknown ones are left out. @throws ApiError */
function readQuery(query: RawQuery, properties: Properties): Record<string, unknown> {
  let count = 0;
  for (const name in query) count += query[name]!.length;
  if (count > MAX_PARAMETERS)
    throw new ApiError("invalid_parameter", `the query has ${count} parameters; ${MAX_PARAMETERS} are allowed`);
  const result: Record<string, unknown> = {};
  for (const name in query) {
    const given = query[name]!;
    for (const value of given) refuseNul(name, value);
    if (!Object.hasOwn(properties, name)) continue;
    const values = given.includes("") ? given.filter((value) => value !== "") : given;
    if (values.length === 0) continue;
    const value = readValue(name, values, properties[name]!);
    if (value !== undefined) result[name] = value;
  }
  return result;
}

function readValue(name: string, values: readonly string[], schema: ParameterSchema): unknown {
  if (schema.type === "array") {
    const items = values
      .flatMap((value) => value.split(","))
      .map((value) => value.trim())
      .filter((value) => value !== "");
    return items.length > 0 ? items : undefined;
  }
  const [value, ...more] = values;
  if (more.length > 0)
    throw new ApiError("invalid_parameter", `${name} is given ${values.length} times; it takes one value`, {
      param: name,
    });
  // Anything but digits stays text, which the schema then refuses.
  return schema.type === "integer" && /^\d+$/.test(value!) ? Number(value) : value;
}

function refuseNul(name: string, value: string): void {
  if (!name.includes("\0") && !value.includes("\0")) return;
  const named = name.includes("\0") ? "a parameter's name" : name;
  const details = name.includes("\0") ? {} : { param: name };
  throw new ApiError("invalid_parameter", `${named} contains NUL or bytes that are no UTF-8`, details);
}

function refusal(error: ErrorObject | undefined, properties: Properties): ApiError {
  const param = error?.instancePath.split("/")[1];
  if (error === undefined || param === undefined)
    return new ApiError("invalid_parameter", "the parameters are not as they should be");
  const schema = properties[param]!;
  const { type, minimum, maximum, maxLength } = schema;
  const expected =
    type === "integer"
      ? `must be a whole number from ${minimum} to ${maximum}, in decimal digits`
      : error.keyword === "maxLength"
        ? `must have at most ${maxLength} characters`
        : `has the wrong form: ${schema.description ?? error.message}`;
  return new ApiError("invalid_parameter", `${param} ${expected}`, { param });
}
