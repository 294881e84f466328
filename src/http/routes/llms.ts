import type { FastifyRequest } from "fastify";
import { TIERS } from "../../access/key.js";
import { type Plans, planText } from "../../access/plan.js";
import type { Service } from "../api.js";
import { READING } from "../contract/methods.js";
import { LLMS_PATH } from "../reference/assistants.js";
import type { AnonymousTier } from "../requests/caller.js";
import { API_PREFIX, MCP_PATH } from "../responses/headers.js";

/** What the text says about the server. */
export interface LlmsFacts {
  readonly anonymous: AnonymousTier;
  readonly hasMcp: boolean;
  readonly plans: Plans;
  readonly originOf: (request: FastifyRequest) => string;
}

const OPERATIONS = [
  ["/icons?q=music+player", "search; also category=, color=, style=, mood=, license=, sort=, page=, limit="],
  ["/icons/{id}", "all data of an icon"],
  ["/changes?since=2026-05-11", "icons added, changed and removed since a date"],
  ["/categories", "categories with their number of icons"],
  ["/similar?id={id}", "similar icons; phash=, or shape= and palette=, compares an image of your own"],
  ["/resolve?domain=open.spotify.com", "icons of domains, container images, bundles, packages and names"],
] as const;

/** GET /llms.txt: how language models use this server. */
export function routeLlms({ app, catalog }: Service, { anonymous, hasMcp, plans, originOf }: LlmsFacts): void {
  app.route({
    method: READING,
    url: LLMS_PATH,
    handler(request, reply) {
      const { manifest, size } = catalog();
      const origin = originOf(request);
      const base = origin + API_PREFIX;
      const key = "Send a key in the header X-API-Key.";
      const lines = [
        `# ${manifest.dataset.name}`,
        "",
        `> ${size} application icons as data. Responses are JSON: \`data\`, \`_meta\`, or \`error\` with \`code\` and \`message\`.`,
        "",
        `Base URL: ${base}`,
        anonymous === "off" ? key : `Callers without a key have the plan ${anonymous}. ${key}`,
        "",
        "## Operations",
        "",
        ...OPERATIONS.map(([path, meaning]) => `- GET ${base}${path}: ${meaning}`),
        `- GET ${origin}/images/{id}.svg, .png?size=64: the image; not counted`,
        ...(hasMcp ? [`- POST ${origin}${MCP_PATH}: the same as MCP tools and resources, over Streamable HTTP`] : []),
        "",
        "## Plans",
        "",
        ...TIERS.map((tier) => `- ${tier}: ${planText(plans[tier])}`),
        "",
        "## More",
        "",
        `- [OpenAPI](${origin}/openapi.json)`,
        `- [Reference](${origin}/docs)`,
        "",
      ];
      reply.header("cache-control", "no-cache").type("text/plain; charset=utf-8").send(lines.join("\n"));
    },
  });
}
