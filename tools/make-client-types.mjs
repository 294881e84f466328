// Writes the types of the API's requests and responses, by its JSON schemas, for the client, which imports nothing of the
// server: npx tsc -b && node tools/make-client-types.mjs
import { writeFileSync } from "node:fs";
import { ImageQuery } from "../dist/src/http/contract/image-schemas.js";
import * as requests from "../dist/src/http/contract/request-schemas.js";
import * as responses from "../dist/src/http/contract/response-schemas.js";

const FILE = new URL("../src/client/schemas.ts", import.meta.url);
const HEAD = `// Written by tools/make-client-types.mjs from the JSON schemas of the API.
`;
const { ChangesQuery, IconsQuery, ResolveQuery, SimilarQuery } = requests;
const { CategoryList, ChangeList, ErrorResponse, IconDetail, IconList, Meta, ResolvedList, SimilarList } = responses;
const NAMED = { IconsQuery, ChangesQuery, ResolveQuery, SimilarQuery, ImageQuery };
Object.assign(NAMED, {
  Meta,
  IconList,
  IconDetail,
  CategoryList,
  ChangeList,
  ResolvedList,
  SimilarList,
  ErrorResponse,
});

/** The file's text. Biome formats it. */
export function clientTypes() {
  const types = Object.entries(NAMED).map(([name, schema]) => `export interface ${name} ${typeOf(schema)}\n`);
  return [HEAD, ...types].join("\n");
}

/** A schema as a type of TypeScript. @throws Error for a schema that this tool does not know */
function typeOf(schema) {
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

if (process.argv[1] === new URL(import.meta.url).pathname) writeFileSync(FILE, clientTypes());
