import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import { nearestName } from "../../text/nearest-name.js";

/** The result of checking a value, in the form of the protocol's library. */
type Checked =
  | { readonly valid: true; readonly data: never; readonly errorMessage: undefined }
  | { readonly valid: false; readonly data: undefined; readonly errorMessage: string };

/**
 * Compiles schemas for the protocol's library. Unlike the library's own messages, each message names the property at
 * fault, so that an assistant can correct its call.
 */
export const argumentCheck = {
  getValidator(schema: object): (value: unknown) => Checked {
    const validate = new Ajv2020({ strict: false, allErrors: true, validateSchema: false }).compile(schema);
    return (value) => {
      if (validate(value)) return { valid: true, data: value as never, errorMessage: undefined };
      const problems = (validate.errors ?? []).map((error) => problemOf(error, schema));
      return { valid: false, data: undefined, errorMessage: problems.join("; ") };
    };
  },
};

function problemOf({ instancePath, keyword, params, message }: ErrorObject, schema: object): string {
  const path = instancePath.slice(1).replaceAll("/", ".");
  if (keyword === "additionalProperties") {
    const unknown = String(params.additionalProperty);
    const { properties = {} } = schema as { readonly properties?: object };
    const near = path === "" ? nearestName(unknown, Object.keys(properties)) : undefined;
    return `${join(path, unknown)} is not an argument${near === undefined ? "" : `; did you mean ${near}?`}`;
  }
  if (keyword === "required") return `${join(path, String(params.missingProperty))} is missing`;
  if (keyword === "enum") return `${path} must be one of ${(params.allowedValues as unknown[]).join(", ")}`;
  return `${path || "the arguments"} ${message}`;
}

function join(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}
