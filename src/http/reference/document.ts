import { TIERS, type Tier } from "../../access/key.js";
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
 */
export function documentOf(built: object, { hasMcp, plans, publicUrl }: ServerFacts): string {
  const document = { ...built, servers: [{ url: publicUrl ?? "/", description: "This server." }] };
  const json = JSON.stringify(document, (key, value) => (key === MCP_PATH && !hasMcp ? undefined : value));
  const described = withPlans(json, plans);
  return publicUrl === undefined
    ? described
    : described.replaceAll(EXAMPLE_ORIGIN, () => JSON.stringify(publicUrl.replace(/\/+$/, "")).slice(1, -1));
}

/** The default plans as Markdown. */
export function planList(): string {
  return ["The plans of this server:", "", ...TIERS.map((tier) => `- ${planLine(tier, DEFAULT_PLANS)}`)].join("\n");
}

/** A built text that contains `planList`, with other plans. Their texts need no escape in HTML and JSON. */
export function withPlans(text: string, plans: Plans): string {
  return TIERS.reduce((done, tier) => done.replace(planLine(tier, DEFAULT_PLANS), planLine(tier, plans)), text);
}

function planLine(tier: Tier, plans: Plans): string {
  return `${tier}: ${planText(plans[tier])}`;
}
