import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import { nearestName } from "#src/text/nearest-name.js";
import { formatPath, type Lines } from "./position.js";
import { IS_MISSING, type Problem, shorten, showValue } from "./problems.js";

/** A schema violation without its location in a file. */
export interface Finding {
  readonly path: readonly (string | number)[];
  readonly value?: unknown;
  /** The original text, if the value is less precise. */
  readonly literal?: string;
  /** Its offset in the text, if the path is less precise. */
  readonly offset?: number;
  readonly message: string;
  readonly remedy: string;
}

/** Maximum number per value; further ones are found after these are fixed. */
export const MAX_FINDINGS = 20;
const MAX_ID = 200;

/**
 * Checks a value against a schema and describes what is wrong, up to 20 findings.
 *
 * @param briefly stop at the first finding: for large values, where checking everything could take long
 */
export type Validator = (value: unknown, briefly?: boolean) => Finding[];

/**
 * Compiles the schema for the first value, which takes longer than checking hundreds of records.
 *
 * @param schema JSON Schema with `expects`, which completes the sentence "must be …". @param extras where additional
 * fields belong, for the remedy
 */
export function createValidator(schema: object, extras?: string): Validator {
  let validateAll: ValidateFunction | undefined;
  let validateFirst: ValidateFunction | undefined;
  return (value, briefly = false) => {
    if (briefly) validateFirst ??= compile(schema, false);
    else validateAll ??= compile(schema, true);
    const validate = (briefly ? validateFirst : validateAll)!;
    if (validate(value)) return [];
    const findings = (validate.errors ?? []).slice(0, MAX_FINDINGS).map((error) => toFinding(error, extras));
    // One value can violate several keywords (pattern and format); the first is enough.
    const seen = new Set<string>();
    return findings.filter(({ path }) => {
      const key = formatPath(path);
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    });
  };
}

function compile(schema: object, allErrors: boolean): ValidateFunction {
  // Checking the schema itself would take three times as long; the tests do that.
  const ajv = new Ajv2020({ allErrors, verbose: true, strict: true, strictTypes: false, validateSchema: false });
  ajv.addKeyword("expects");
  ajvFormats.default(ajv);
  return ajv.compile(schema);
}

/** Adds the location in the file to a finding. @param line the line of the record's first character, from 1 */
export function locate(finding: Finding, file: string, line: number, lines: Lines, id: string | undefined): Problem {
  const { path, value, literal, offset, message, remedy } = finding;
  const shown = literal === undefined ? (value === undefined ? undefined : showValue(value)) : shorten(literal, 80);
  return {
    file,
    line: line + lines.lineOf(path, offset),
    ...(id === undefined ? {} : { id: shorten(id, MAX_ID) }),
    ...(path.length === 0 ? {} : { field: formatPath(path) }),
    ...(shown === undefined ? {} : { value: shown }),
    message,
    remedy,
  };
}

function toFinding(error: ErrorObject, extras: string | undefined): Finding {
  const path = pathOf(error.instancePath);
  const parent = error.parentSchema as { expects?: string; properties?: Record<string, { expects?: string }> };
  if (error.keyword === "additionalProperties") {
    const name = String(error.params.additionalProperty);
    const near = nearestName(name, Object.keys(parent.properties ?? {}));
    const value = (error.data as Record<string, unknown>)[name];
    const elsewhere = extras === undefined ? "Remove it." : `Remove it, or put it under ${extras}.`;
    return {
      path: [...path, name],
      value,
      message: "unknown field",
      remedy: near === undefined ? elsewhere : `Did you mean ${near}? Otherwise: ${elsewhere}`,
    };
  }
  if (error.keyword === "required") {
    const name = String(error.params.missingProperty);
    const expects = parent.properties?.[name]?.expects ?? "a value";
    return { path: [...path, name], message: IS_MISSING, remedy: `Give it ${expects}.` };
  }
  if (error.keyword === "type" && typeof error.data === "number" && !Number.isFinite(error.data))
    return { path, message: "is too large to be stored", remedy: "Use a smaller number." };
  const expects = parent.expects ?? error.message?.replace(/^must be /, "") ?? "another value";
  const kind = error.keyword === "type" ? `has the wrong type (${typeName(error.data)})` : reasons[error.keyword];
  return { path, value: error.data, message: kind ?? "is not allowed", remedy: `It must be ${expects}.` };
}

const reasons: Readonly<Record<string, string>> = {
  pattern: "has the wrong format",
  format: "has the wrong format",
  enum: "is not one of the allowed values",
  minLength: "is too short",
  maxLength: "is too long",
  minimum: "is too small",
  maximum: "is too large",
  minItems: "has too few entries",
  maxItems: "has too many entries",
  maxProperties: "has too many fields",
  uniqueItems: "has a duplicate entry",
};

function pathOf(pointer: string): (string | number)[] {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}

function typeName(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}
