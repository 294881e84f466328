import { readFileSync } from "node:fs";
import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import Fastify, { type FastifyInstance } from "fastify";
import { TIERS } from "../../access/key.js";
import { type Plans, planText } from "../../access/plan.js";
import { API_PREFIX, MCP_PATH } from "../answer-headers.js";
import type { Api } from "../api.js";
import { ERRORS } from "../error-codes.js";
import { publicPathOf } from "../public-origin.js";
import { LLMS_OPERATION, LLMS_PATH, MCP_OPERATION } from "../reference/assistants.js";
import { codeBlock, curlWithKey, EXAMPLE_ORIGIN, REFUSED_REQUESTS } from "../reference/example-requests.js";
import { NAMED_SCHEMAS } from "../schemas.js";
import { routeCategories } from "./categories.js";
import { routeFeeds } from "./feeds.js";
import { routeHealth } from "./health.js";
import { routeIconDetail } from "./icon-detail.js";
import { routeIcons } from "./icons.js";
import { routeImages } from "./images.js";
import { routeResolve } from "./resolve.js";
import { routeSimilar } from "./similar.js";

/** What the reference of a server depends on. */
export interface ReferenceFacts {
  /** Whether it answers `/mcp`. */
  readonly hasMcp: boolean;
  readonly plans: Plans;
  /** The public URL as configured. */
  readonly publicUrl?: string | undefined;
}

/** Schemas by their names in the reference and in generated clients. */
type NamedSchemas = Readonly<Record<string, object>>;

/**
 * Returns an app that answers `/openapi.json` and the pages below `/docs`. It knows the service's routes only by their
 * schemas and can't answer them, so client requests must not reach it. Creating it takes about 300 ms.
 */
export async function createReferenceApp({ hasMcp, plans, publicUrl }: ReferenceFacts): Promise<FastifyInstance> {
  const app = Fastify({ exposeHeadRoutes: false });
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  const { version } = JSON.parse(readFileSync(new URL("../../../../package.json", import.meta.url), "utf8"));
  await describeRoutes(app, version, plans);
  await app.register(
    async (scope) => {
      const api = { app: scope } as unknown as Api;
      for (const route of [routeIcons, routeIconDetail, routeCategories, routeResolve, routeSimilar]) route(api);
    },
    { prefix: API_PREFIX },
  );
  await app.register(async (scope) => {
    const service = { app: scope } as unknown as Api;
    routeImages(service as unknown as Parameters<typeof routeImages>[0]);
    routeHealth(service, () => []);
    routeFeeds(service as unknown as Parameters<typeof routeFeeds>[0]);
    scope.get(LLMS_PATH, { schema: LLMS_OPERATION }, () => undefined);
    if (hasMcp) scope.post(MCP_PATH, { schema: MCP_OPERATION }, () => undefined);
  });
  const describe = (server: string): object => {
    const document = { ...withoutHead(app.swagger()), servers: [{ url: server, description: "This server." }] };
    const described = withComponents(document, NAMED_SCHEMAS);
    if (publicUrl === undefined) return described;
    return JSON.parse(JSON.stringify(described).replaceAll(EXAMPLE_ORIGIN, publicUrl.replace(/\/+$/, "")));
  };
  await app.register(swaggerUi, {
    routePrefix: "/docs",
    staticCSP: true,
    // The library's policy would allow other hosts and break the page on servers with plain HTTP.
    transformStaticCSP: (policy) => policy.replaceAll(FOREIGN, ""),
    // Tries requests out on the server that the page is from, since its policy allows no other.
    transformSpecification: () => describe(publicPathOf(publicUrl) || "/"),
    // Relative, so that links also work below a path. Those of `/docs/` always are.
    indexPrefix: ".",
    theme: {
      title: "Icon Data API",
      css: [{ filename: "reference.css", content: readStatic("reference.css") }],
      js: [{ filename: "reference.js", content: readStatic("reference.js") }],
    },
    uiConfig: {
      // Hides the top bar with the library's logo.
      layout: "BaseLayout",
      docExpansion: "list",
      defaultModelsExpandDepth: 0,
      deepLinking: true,
      tryItOutEnabled: true,
      persistAuthorization: true,
      syntaxHighlight: { theme: "obsidian" },
    },
  });
  app.get("/openapi.json", { schema: { hide: true } }, () => describe(publicUrl ?? "/"));
  await app.ready();
  return app;
}

/** The compiler does not copy static files, so they are served from the source. */
function readStatic(name: string): string {
  return readFileSync(new URL(`../../../../src/http/reference/static/${name}`, import.meta.url), "utf8");
}

/** Parts of the library's content security policy that this server does not need. */
const FOREIGN = / https:| validator\.swagger\.io| upgrade-insecure-requests;/g;

/** Removes HEAD operations, since they share the id of their GET operation and ids must be unique. */
function withoutHead(document: object): object {
  const { paths } = document as { paths: Record<string, Record<string, object>> };
  const reading = Object.entries(paths).map(([path, { head: _head, ...methods }]) => [path, methods]);
  return { ...document, paths: Object.fromEntries(reading) };
}

/** Describes all routes that are added to an app afterwards; `app.swagger()` then returns the OpenAPI 3.1 document. */
async function describeRoutes(app: FastifyInstance, version: string, plans: Plans): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Icon Data API",
        version,
        summary: "Application icons as data.",
        description: [GETTING_STARTED, planList(plans), errorTable(), ELSEWHERE].join("\n\n"),
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
  "Without a key, leave out the header: servers that require one answer 401. `icons keys create` makes keys.",
  `| request | answer |
| --- | --- |
| \`/api/v1/icons?q=spotify\` | Icons found by name or meaning, filtered and sorted |
| \`/api/v1/icons/spotify\` | Everything about one icon |
| \`/api/v1/categories\` | Categories with their number of icons |
| \`/api/v1/resolve?domain=spotify.com\` | The icon of a domain, app, container image or package |
| \`/api/v1/similar?id=spotify\` | Icons that look alike |`,
  "Every answer has the same envelope: `success`, `data` or `error`, and `_meta` with the caller's plan and remaining quota.",
].join("\n\n");

function planList(plans: Plans): string {
  return ["The plans of this server:", "", ...TIERS.map((tier) => `- ${tier}: ${planText(plans[tier])}`)].join("\n");
}

/** Errors that no operation returns. */
const ELSEWHERE = (["route_not_found", "method_not_allowed"] as const)
  .map(
    (code) => `An example of \`${code}\`, which no operation returns:\n\n${codeBlock(REFUSED_REQUESTS[code].command!)}`,
  )
  .join("\n\n");

function errorTable(): string {
  const rows = Object.entries(ERRORS).map(([code, { status, meaning }]) => `| ${status} | \`${code}\` | ${meaning} |`);
  return ["## Errors", "", "| status | `error.code` | meaning |", "| --- | --- | --- |", ...rows].join("\n");
}

/** The document with named schemas as components, referenced wherever they occur. */
function withComponents(document: object, schemas: NamedSchemas): object {
  const names = new Map(Object.entries(schemas).map(([name, schema]) => [JSON.stringify(schema), name]));
  const components = Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, referring(schema, names, schema)]),
  );
  const referred = referring(document, names) as { components?: object };
  return { ...referred, components: { ...referred.components, schemas: components } };
}

/** @param whole a schema that must not be replaced by a reference to itself */
function referring(value: unknown, names: ReadonlyMap<string, string>, whole?: object): unknown {
  if (typeof value !== "object" || value === null) return value;
  const name = value === whole ? undefined : names.get(JSON.stringify(value));
  if (name !== undefined) return { $ref: `#/components/schemas/${name}` };
  if (Array.isArray(value)) return value.map((item) => referring(item, names));
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, referring(member, names)]));
}
