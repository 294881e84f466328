/** Schemas by the names that the reference, and what is generated from it, give them. */
type NamedSchemas = Readonly<Record<string, object>>;

/** The document with named schemas said once, and referred to wherever they stand. */
export function withComponents(document: object, schemas: NamedSchemas): object {
  const names = new Map(Object.entries(schemas).map(([name, schema]) => [JSON.stringify(schema), name]));
  const components = Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, referring(schema, names, schema)]),
  );
  const referred = referring(document, names) as { components?: object };
  return { ...referred, components: { ...referred.components, schemas: components } };
}

/** @param whole a schema that is not to be replaced by a reference to itself */
function referring(value: unknown, names: ReadonlyMap<string, string>, whole?: object): unknown {
  if (typeof value !== "object" || value === null) return value;
  const name = value === whole ? undefined : names.get(JSON.stringify(value));
  if (name !== undefined) return { $ref: `#/components/schemas/${name}` };
  if (Array.isArray(value)) return value.map((item) => referring(item, names));
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, referring(member, names)]));
}
