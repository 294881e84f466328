import { TIERS } from "../../access/key.js";
import { DEFAULT_PLANS, type Plans, planText } from "../../access/plan.js";
import { MCP_PATH } from "../responses/headers.js";
import { EXAMPLE_ORIGIN } from "./example-requests.js";

/** What the OpenAPI document of a server depends on. */
export interface ServerFacts {
  /** Whether it responds to `/mcp`. */
  readonly hasMcp: boolean;
  readonly plans: Plans;
  /** The public URL as configured. */
  readonly publicUrl?: string | undefined;
}

/**
 * The OpenAPI document of a server as JSON.
 *
 * @param built the document of a server with the default plans and all routes, at `EXAMPLE_ORIGIN`
 * @param server the URL for requests from the reference
 */
export function documentOf(built: object, { hasMcp, plans, publicUrl }: ServerFacts, server: string): string {
  const document = { ...built, servers: [{ url: server, description: "This server." }] };
  const json = JSON.stringify(document, (key, value) => (key === MCP_PATH && !hasMcp ? undefined : value)).replace(
    asJson(planList(DEFAULT_PLANS)),
    () => asJson(planList(plans)),
  );
  return publicUrl === undefined ? json : json.replaceAll(EXAMPLE_ORIGIN, () => asJson(publicUrl.replace(/\/+$/, "")));
}

/** The plans as Markdown. */
export function planList(plans: Plans): string {
  return ["The plans of this server:", "", ...TIERS.map((tier) => `- ${tier}: ${planText(plans[tier])}`)].join("\n");
}

function asJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
