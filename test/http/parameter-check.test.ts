import { Ajv } from "ajv";
import fc from "fast-check";
import { expect, test } from "vitest";
import { ImageQuery } from "#src/http/contract/image-schemas.js";
import { IconQuery, IconsQuery, IdParams, ResolveQuery, SimilarQuery } from "#src/http/contract/request-schemas.js";
import { createParameterCheck, type ParameterSchema } from "#src/http/requests/parameter-check.js";

const SCHEMAS = Object.assign(
  {},
  ...[IconsQuery, SimilarQuery, ResolveQuery, IconQuery, IdParams, ImageQuery].map(({ properties }) => properties),
) as Record<string, ParameterSchema>;
const ajv = new Ajv({ strict: true, keywords: ["x-whole"] });

test.each(Object.entries(SCHEMAS))("values of %s are accepted exactly as by Ajv", (_name, schema) => {
  const check = createParameterCheck(schema);
  const isValid = ajv.compile(schema);
  fc.assert(
    fc.property(valuesNear(schema), (value) => {
      expect(check(value) === undefined).toBe(isValid(value));
    }),
    { numRuns: 300 },
  );
});

test.each([
  ["type", { type: "integer", minimum: 1 }, "x"],
  ["minimum", { type: "integer", minimum: 1 }, 0],
  ["maximum", { type: "integer", maximum: 1 }, 2],
  ["maxLength", { type: "string", maxLength: 1, pattern: "^a" }, "bb"],
  ["pattern", { type: "string", maxLength: 1, pattern: "^a" }, "b"],
  ["enum", { type: "string", enum: ["a"] }, "b"],
  ["items", { type: "array", items: { type: "string", enum: ["a"] } }, ["a", "b"]],
])("the violated keyword is named: %s", (keyword, schema, value) => {
  expect(createParameterCheck(schema)(value)).toBe(keyword);
});

test("a length is counted in code points", () => {
  expect(createParameterCheck({ type: "string", maxLength: 2 })("🎧🎧")).toBeUndefined();
});

test("a keyword that is not supported is refused instead of ignored", () => {
  expect(() => createParameterCheck({ type: "string", minLength: 1 } as ParameterSchema)).toThrow(
    "unsupported keyword minLength",
  );
});

/** Values of all types, among them accepted ones and those next to a limit. */
function valuesNear({ minimum = 0, maximum = 0, maxLength = 0, ...schema }: ParameterSchema): fc.Arbitrary<unknown> {
  const numbers = [minimum - 1, minimum, minimum + 0.5, maximum, maximum + 1];
  const texts = [
    fc.constantFrom("", "spotify", "2024-05-11", "2024-13-11", "0123456789abcDEF", "true", "1"),
    fc.string({ unit: "grapheme", minLength: Math.max(0, maxLength - 2), maxLength: maxLength + 2 }),
    fc.stringMatching(new RegExp(schema.pattern ?? "^[a-z]{0,9}$", "u")),
  ];
  const accepted = [...(schema.enum ?? []), ...(schema.items?.enum ?? [])];
  const single = fc.oneof(fc.constantFrom(...numbers, true, false, ...accepted), fc.double(), fc.integer(), ...texts);
  return fc.oneof(single, fc.array(single, { maxLength: 3 }));
}
