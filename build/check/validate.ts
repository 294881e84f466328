import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import type { TSchema } from "typebox";
import { formatPath, lineOfPath } from "./position.js";
import { type Problem, showValue } from "./problems.js";
import { nearestName } from "./suggest.js";

/** Something a schema found, before it has a place in a file. */
export interface Finding {
  readonly path: readonly (string | number)[];
  readonly value?: unknown;
  readonly message: string;
  readonly remedy: string;
}

/** Checks a value against a schema and says what is wrong in words. */
export type Validator = (value: unknown) => Finding[];

/** @param extras where fields of the maintainer's own belong, for the remedy */
export function createValidator(schema: TSchema, extras?: string): Validator {
  const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: true, strictTypes: false });
  ajv.addKeyword("expects");
  ajvFormats.default(ajv);
  const validate: ValidateFunction = ajv.compile(schema);
  return (value) => {
    if (validate(value)) return [];
    const findings = (validate.errors ?? []).map((error) => toFinding(error, extras));
    // One value can fail in several ways (pattern and format); the first says enough.
    const seen = new Set<string>();
    return findings.filter(({ path }) => {
      const key = formatPath(path);
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    });
  };
}

/** Puts a finding in its place in the file. @param line the line of the record's first character, from 1 */
export function locate(finding: Finding, file: string, line: number, text: string, id: string | undefined): Problem {
  const { path, value, message, remedy } = finding;
  return {
    file,
    line: line + lineOfPath(text, path),
    ...(id === undefined ? {} : { id }),
    ...(path.length === 0 ? {} : { field: formatPath(path) }),
    ...(value === undefined ? {} : { value: showValue(value) }),
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
    return { path: [...path, name], message: "is missing", remedy: `Give it ${expects}.` };
  }
  const expects = parent.expects ?? error.message?.replace(/^must be /, "") ?? "another value";
  const kind = error.keyword === "type" ? `has the wrong type (${typeName(error.data)})` : reasons[error.keyword];
  return { path, value: error.data, message: kind ?? "is not allowed", remedy: `It must be ${expects}.` };
}

const reasons: Readonly<Record<string, string>> = {
  pattern: "has the wrong form",
  format: "has the wrong form",
  enum: "is not one of the allowed values",
  minLength: "is too short",
  maxLength: "is too long",
  minimum: "is too small",
  maximum: "is too large",
  maxItems: "has too many entries",
  uniqueItems: "has an entry twice",
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
