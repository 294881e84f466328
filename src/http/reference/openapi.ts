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
        { name: "icons", description: "Search, list and open icons." },
        { name: "similar", description: "Icons that look like another." },
        { name: "service", description: "Pictures and health. They need no key and count against no plan." },
      ],
      components: {
        securitySchemes: {
          header: { type: "apiKey", in: "header", name: "X-API-Key", description: "The key in a header." },
          query: {
            type: "apiKey",
            in: "query",
            name: "api_key",
            description: "The key as a parameter. The header counts where both are there.",
          },
        },
      },
      security: [{ header: [] }, { query: [] }],
    },
  });
}

const INTRODUCTION = `Every answer has the same envelope: \`success\`, \`data\` or \`error\`, and \`_meta\` with the caller's plan and what is left of it.

The free plan has 100 requests a UTC day and 20 icons a page. The pro plan is unlimited, has 100 icons a page and sees version history, tags and colour palettes.`;

/** Refusals that no operation has. */
const ELSEWHERE = (["route_not_found", "method_not_allowed"] as const)
  .map(
    (code) =>
      `A request that is refused with \`${code}\`, which belongs to no operation:\n\n${codeBlock(REFUSED_REQUESTS[code].command!)}`,
  )
  .join("\n\n");

function errorTable(): string {
  const rows = Object.entries(ERRORS).map(([code, { status, meaning }]) => `| ${status} | \`${code}\` | ${meaning} |`);
  return ["## Errors", "", "| status | `error.code` | meaning |", "| --- | --- | --- |", ...rows].join("\n");
}
