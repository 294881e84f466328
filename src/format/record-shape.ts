import type { FieldSchema } from "./json-schema.js";
import { FIELD_NAMES, type FieldName, RECORD_FIELDS } from "./record-and-detail-fields.js";

type Shape = (value: unknown) => boolean;

/**
 * Checks per field whether a value has the types of its schema. Its limits were checked when the record was compiled.
 */
export const RECORD_SHAPE = Object.fromEntries(
  FIELD_NAMES.map((name) => [name, shapeCheck(RECORD_FIELDS[name].schema)]),
) as Readonly<Record<FieldName, Shape>>;

function shapeCheck(schema: FieldSchema): Shape {
  if (schema.type === "string") return (value) => typeof value === "string";
  // JSON can't represent other numbers.
  if (schema.type === "number") return (value) => Number.isFinite(value);
  if (schema.type === "boolean") return (value) => typeof value === "boolean";
  if (schema.type === "array") {
    const isItem = shapeCheck(schema.items);
    return (value) => Array.isArray(value) && value.every(isItem);
  }
  if (schema.additionalProperties) return isObject;
  const members = Object.entries(schema.properties).map(([name, member]) => ({
    name,
    isMember: shapeCheck(member),
    isOptional: !schema.required.includes(name),
  }));
  return (value) =>
    isObject(value) &&
    members.every(
      ({ name, isMember, isOptional }) => (isOptional && value[name] === undefined) || isMember(value[name]),
    );
}

/** MessagePack can contain a date or bytes, which JSON would show as something else. */
function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
