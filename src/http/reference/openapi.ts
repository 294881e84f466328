import swagger from "@fastify/swagger";
import type { FastifyInstance } from "fastify";
import { ERRORS } from "../api-error.js";
import { codeBlock, REFUSED_REQUESTS } from "./example-requests.js";

/** Describes every route that is added to an app after this; `app.swagger()` gives the OpenAPI 3.1 document. */
export async function describeRoutes(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Icon Data API",
        version,
        summary: "Application icons as data.",
        description: [INTRODUCTION, errorTable(), ELSEWHERE].join("\n\n"),
        license: { name: "MIT", identifier: "MIT" },
      },
      servers: [{ url: "/", description: "This server." }],
      tags: [
        { name: "icons", description: "Search, list and show icons." },
        { name: "similar", description: "Find similar icons." },
        {
          name: "service",
          description: "Images and health checks. They need no key and don't count against the quota.",
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

const INTRODUCTION = `Every answer has the same envelope: \`success\`, \`data\` or \`error\`, and \`_meta\` with the caller's plan and remaining quota.

The free plan has 100 requests per UTC day and 20 icons per page. The pro plan is unlimited, has 100 icons per page and includes version history, tags and color palettes.`;

/** Refusals that no operation has. */
const ELSEWHERE = (["route_not_found", "method_not_allowed"] as const)
  .map(
    (code) => `An example of \`${code}\`, which no operation returns:\n\n${codeBlock(REFUSED_REQUESTS[code].command!)}`,
  )
  .join("\n\n");

function errorTable(): string {
  const rows = Object.entries(ERRORS).map(([code, { status, meaning }]) => `| ${status} | \`${code}\` | ${meaning} |`);
  return ["## Errors", "", "| status | `error.code` | meaning |", "| --- | --- | --- |", ...rows].join("\n");
}
