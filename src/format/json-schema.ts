import type { XStatic } from "typebox/schema";

/**
 * The type of the values that a schema accepts. Only the type comes from typebox: importing it at run time would take a
 * third of the server's startup time.
 */
export type Static<Schema> = XStatic<Schema>;

/** Typebox only derives types from tuples; a tuple of one element that accepts any of the values yields their union. */
export type AnyOf<Values> = readonly [Values];

type Properties = Readonly<Record<string, object>>;

export interface Closed<Required, Optional> {
  readonly type: "object";
  readonly required: AnyOf<keyof Required & string>;
  readonly properties: Required & Optional;
  readonly additionalProperties: false;
}

export interface ListOf<Items> {
  readonly type: "array";
  readonly items: Items;
}

/**
 * The subset of JSON Schema that describes record fields. `expects` completes the sentence "must be …" in the build's
 * messages.
 */
export type FieldSchema = TextSchema | NumberSchema | FlagSchema | ListSchema | ObjectSchema | OpenSchema;

export interface TextSchema {
  readonly type: "string";
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: "uri";
  readonly enum?: readonly string[];
  readonly expects: string;
}

export interface NumberSchema {
  readonly type: "number";
  readonly minimum?: number;
  readonly maximum?: number;
  readonly expects: string;
}

export interface FlagSchema {
  readonly type: "boolean";
  readonly expects: string;
}

export interface ListSchema extends ListOf<FieldSchema> {
  readonly minItems?: number;
  readonly maxItems: number;
  readonly uniqueItems?: true;
  readonly expects: string;
}

export interface ObjectSchema {
  readonly type: "object";
  readonly required: readonly string[];
  readonly properties: Readonly<Record<string, FieldSchema>>;
  readonly additionalProperties: false;
  readonly expects: string;
}

/** An object with arbitrary members. */
export interface OpenSchema {
  readonly type: "object";
  readonly additionalProperties: true;
  readonly maxProperties: number;
  readonly expects: string;
}

/** A schema reduced to the types of its values, without limits: the schema of responses and of stored values. */
export type ShapeOf<Schema> = Schema extends { readonly type: infer Type extends "string" | "number" | "boolean" }
  ? { readonly type: Type }
  : Schema extends { readonly type: "array"; readonly items: infer Items }
    ? ListOf<ShapeOf<Items>>
    : Schema extends { readonly type: "object"; readonly required: infer Required; readonly properties: infer Members }
      ? {
          readonly type: "object";
          readonly required: Required;
          readonly properties: { readonly [Name in keyof Members]: ShapeOf<Members[Name]> };
          readonly additionalProperties: false;
        }
      : { readonly type: "object"; readonly additionalProperties: true };

/** A list of values with the type that typebox needs, the only place that claims it. */
export function anyOf<const Value>(values: readonly Value[]): AnyOf<Value> {
  return values as unknown as AnyOf<Value>;
}

/** An object with exactly these members. @param optional those that may be absent @param more other keywords */
export function closed<
  const Required extends Properties,
  const Optional extends Properties = Readonly<Record<never, object>>,
  const More extends object = object,
>(properties: Required, optional?: Optional, more?: More): Closed<Required, Optional> & More {
  return {
    type: "object",
    // `Object.keys` returns strings.
    required: anyOf(Object.keys(properties) as (keyof Required & string)[]),
    properties: { ...properties, ...optional } as Required & Optional,
    additionalProperties: false,
    ...(more as More),
  };
}

/** A list. @param more other keywords */
export function listOf<const Items extends object, const More extends object = object>(
  items: Items,
  more?: More,
): ListOf<Items> & More {
  return { type: "array", items, ...(more as More) };
}

export function shapeOf<Schema extends FieldSchema>(schema: Schema): ShapeOf<Schema> {
  return shape(schema) as ShapeOf<Schema>;
}

function shape(schema: FieldSchema): object {
  const { type } = schema;
  if (type === "array") return { type, items: shape(schema.items) };
  if (type !== "object") return { type };
  if (schema.additionalProperties) return { type, additionalProperties: true };
  const { required, properties, additionalProperties } = schema;
  const members = Object.entries(properties).map(([name, member]) => [name, shape(member)]);
  return { type, required, properties: Object.fromEntries(members), additionalProperties };
}
