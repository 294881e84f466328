// Writes the types of the API's requests and responses, by its JSON schemas, for the client, which imports nothing of the
// server: npx tsc -b && node tools/make-client-types.mjs
import { writeFileSync } from "node:fs";
import { ImageQuery } from "../dist/src/http/contract/image-schemas.js";
import { ChangesQuery, IconsQuery, ResolveQuery, SimilarQuery } from "../dist/src/http/contract/request-schemas.js";
import { NAMED_SCHEMAS } from "../dist/src/http/contract/response-schemas.js";

const FOLDER = new URL("../src/client/", import.meta.url);
const HEAD = `// Written by tools/make-client-types.mjs from the JSON schemas of the API.
`;
// For operators, whose programs the client is not for.
const { Health: _health, Readiness: _readiness, ...RESPONSES } = NAMED_SCHEMAS;
const FILES = {
  "request-types.ts": { IconsQuery, ChangesQuery, ResolveQuery, SimilarQuery, ImageQuery },
  "response-types.ts": RESPONSES,
};
const NAMES = new Map(Object.entries(RESPONSES).map(([name, schema]) => [schema, name]));

/** The text of each file in src/client, by its name. Biome formats it. */
export function clientTypes() {
  return Object.entries(FILES).map(([file, schemas]) => {
    const types = Object.entries(schemas).map(([name, schema]) => `export interface ${name} ${shapeOf(schema)}\n`);
    return [file, [HEAD, ...types].join("\n")];
  });
}

/** A schema as a type of TypeScript: its name if it has one. */
function typeOf(schema) {
  return NAMES.get(schema) ?? shapeOf(schema);
}

/** The type of a schema, written out. @throws Error for a schema that this tool does not know */
function shapeOf(schema) {
  const { type, enum: values, anyOf, items, properties, required = [] } = schema;
  if (anyOf !== undefined) return anyOf.map(typeOf).join(" | ");
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(" | ");
  if (type === "array") return `(${typeOf(items)})[]`;
  if (type === "integer" || type === "number") return "number";
  if (type === "string" || type === "boolean" || type === "null") return type;
  if (type !== "object") throw new Error(`no type is known for ${JSON.stringify(schema)}`);
  if (properties === undefined) return "Record<string, unknown>";
  const members = Object.entries(properties).map(([name, member]) => {
    const { description } = member;
    const mark = required.includes(name) ? "" : "?";
    return `${description === undefined ? "" : `/** ${description} */\n`}${name}${mark}: ${typeOf(member)};`;
  });
  return `{\n${members.join("\n")}\n}`;
}

if (process.argv[1] === new URL(import.meta.url).pathname)
  for (const [file, text] of clientTypes()) writeFileSync(new URL(file, FOLDER), text);
