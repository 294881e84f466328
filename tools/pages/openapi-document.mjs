import { readFileSync } from "node:fs";
import swagger from "@fastify/swagger";
import Fastify from "fastify";
import { ERRORS } from "../../dist/src/http/contract/error-codes.js";
import { NAMED_SCHEMAS } from "../../dist/src/http/contract/response-schemas.js";
import { LLMS_OPERATION, LLMS_PATH, MCP_OPERATION } from "../../dist/src/http/reference/assistants.js";
import { planList } from "../../dist/src/http/reference/document.js";
import { codeBlock, curlWithKey, REFUSED_REQUESTS } from "../../dist/src/http/reference/example-requests.js";
import { API_PREFIX, MCP_PATH } from "../../dist/src/http/responses/headers.js";
import { routeCategories } from "../../dist/src/http/routes/categories.js";
import { routeChanges } from "../../dist/src/http/routes/changes.js";
import { routeFeeds } from "../../dist/src/http/routes/feeds.js";
import { routeHealth } from "../../dist/src/http/routes/health.js";
import { routeIconDetail } from "../../dist/src/http/routes/icon-detail.js";
import { routeIcons } from "../../dist/src/http/routes/icons.js";
import { routeIdentityImages } from "../../dist/src/http/routes/identity-images.js";
import { routeImages } from "../../dist/src/http/routes/images.js";
import { routeRegistry } from "../../dist/src/http/routes/registry.js";
import { routeResolve } from "../../dist/src/http/routes/resolve.js";
import { routeSimilar } from "../../dist/src/http/routes/similar.js";
import { routeStacks } from "../../dist/src/http/routes/stack.js";

/**
 * Returns the OpenAPI 3.1 document of a server with the default plans and all routes. It is made from an app that knows
 * these routes only by their schemas and can't serve them.
 */
export async function createDocument() {
  const app = Fastify({ exposeHeadRoutes: false });
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  await describeRoutes(app, version);
  await app.register(
    async (scope) => {
      for (const route of [routeIcons, routeIconDetail, routeCategories, routeChanges, routeResolve, routeSimilar])
        route({ app: scope });
    },
    { prefix: API_PREFIX },
  );
  await app.register(async (scope) => {
    const service = { app: scope };
    routeImages(service);
    routeIdentityImages({ ...service, layouts: [] });
    routeStacks(service);
    routeRegistry(service);
    routeHealth(service, () => []);
    routeFeeds(service);
    scope.get(LLMS_PATH, { schema: LLMS_OPERATION }, () => undefined);
    scope.post(MCP_PATH, { schema: MCP_OPERATION }, () => undefined);
  });
  await app.ready();
  const document = withComponents(withoutHead(app.swagger()), NAMED_SCHEMAS);
  await app.close();
  return document;
}

/** Removes HEAD operations, since they share the id of their GET operation and ids must be unique. */
function withoutHead(document) {
  const reading = Object.entries(document.paths).map(([path, { head: _head, ...methods }]) => [path, methods]);
  return { ...document, paths: Object.fromEntries(reading) };
}

/** Describes all routes that are added to an app afterwards. */
async function describeRoutes(app, version) {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Icon Data API",
        version,
        summary: "Application icons as data.",
        description: [GETTING_STARTED, planList(), errorTable(), ELSEWHERE].join("\n\n"),
        license: { name: "MIT", identifier: "MIT" },
      },
      tags: [
        { name: "icons", description: "Search, list and show icons." },
        { name: "similar", description: "Find similar icons." },
        {
          name: "service",
          description:
            "Images, feeds, health checks and what language models use. Only tool calls, resources and completions of `/mcp` count against the quota; it and feeds need a key where lists do.",
        },
      ],
      components: {
        securitySchemes: {
          header: { type: "apiKey", in: "header", name: "X-API-Key", description: "API key in a header." },
          query: {
            type: "apiKey",
            in: "query",
            name: "api_key",
            description: "API key as a query parameter. The header takes precedence.",
          },
        },
      },
      security: [{ header: [] }, { query: [] }],
    },
  });
}

const GETTING_STARTED = [
  "## Getting started",
  codeBlock(curlWithKey("/api/v1/icons?q=spotify")),
  "Without a key, leave out the header. Servers that require a key respond with 401. `icons keys create` makes keys.",
  `| request | response |
| --- | --- |
| \`/api/v1/icons?q=spotify\` | Icons found by name or meaning, filtered and sorted |
| \`/api/v1/icons/spotify\` | Everything about one icon |
| \`/api/v1/changes?since=2026-05-11\` | Icons added, changed and removed since a date |
| \`/api/v1/categories\` | Categories with their number of icons |
| \`/api/v1/resolve?domain=spotify.com\` | The icon of a domain, app, container image or package |
| \`/api/v1/similar?id=spotify\` | Icons that look alike |`,
  "Every response has the same envelope: `success`, `data` or `error`, and `_meta` with the caller's plan and remaining quota.",
].join("\n\n");

/** Errors that no operation returns. */
const ELSEWHERE = ["route_not_found", "method_not_allowed"]
  .map(
    (code) => `An example of \`${code}\`, which no operation returns:\n\n${codeBlock(REFUSED_REQUESTS[code].command)}`,
  )
  .join("\n\n");

function errorTable() {
  const rows = Object.entries(ERRORS).map(([code, { status, meaning }]) => `| ${status} | \`${code}\` | ${meaning} |`);
  return ["## Errors", "", "| status | `error.code` | meaning |", "| --- | --- | --- |", ...rows].join("\n");
}

/**
 * The document with named schemas as components, referenced wherever they occur.
 *
 * @param schemas by their names in the reference and in generated clients
 */
function withComponents(document, schemas) {
  const names = new Map(Object.entries(schemas).map(([name, schema]) => [JSON.stringify(schema), name]));
  const components = Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, referring(schema, names, schema)]),
  );
  const referred = referring(document, names);
  return { ...referred, components: { ...referred.components, schemas: components } };
}

/** @param whole a schema that must not be replaced by a reference to itself */
function referring(value, names, whole) {
  if (typeof value !== "object" || value === null) return value;
  const name = value === whole ? undefined : names.get(JSON.stringify(value));
  if (name !== undefined) return { $ref: `#/components/schemas/${name}` };
  if (Array.isArray(value)) return value.map((item) => referring(item, names));
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, referring(member, names)]));
}
