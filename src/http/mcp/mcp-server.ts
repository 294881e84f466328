import { fromJsonSchema, McpServer } from "@modelcontextprotocol/server";
import { argumentCheck } from "./argument-check.js";
import { registerResources } from "./resources.js";
import { type Content, TOOLS, type Tool, type ToolHost } from "./tools.js";

/** What assistants read about the server as a whole. */
const INSTRUCTIONS =
  "Application icons. Begin with search_icons: it knows names, aliases, developers and what icons show. Its ids go to show_icon for all fields with license and image addresses, icon_image for the image itself, contact_sheet to see several, and similar_icons for similar ones. Icons are resources, too: icon://ID.";

type Schema = ReturnType<typeof fromJsonSchema>;

/** Schemas as the protocol's library takes them; compiled once, since an HTTP server creates a server per request. */
let schemas: Map<Tool, { readonly inputSchema: Schema; readonly outputSchema?: Schema }> | undefined;

function schemasOf(tool: Tool) {
  schemas ??= new Map(
    TOOLS.map((each) => [
      each,
      {
        inputSchema: fromJsonSchema(each.input as never, argumentCheck),
        ...(each.output === undefined ? {} : { outputSchema: fromJsonSchema(each.output as never) }),
      },
    ]),
  );
  return schemas.get(tool)!;
}

/**
 * Creates an MCP server with the tools and resources.
 *
 * @param version of this program. @param hostOf called for each tool call and resource
 * @param explain converts an error to one whose message assistants may read; default: as it is
 */
export function createMcpServer(
  version: string,
  hostOf: () => ToolHost,
  explain = (error: unknown): unknown => error,
): McpServer {
  // Requests are served from the live generation, and nobody is notified of the next one.
  const capabilities = { tools: { listChanged: false }, resources: { listChanged: false } };
  const server = new McpServer({ name: "icons", version }, { instructions: INSTRUCTIONS, capabilities });
  for (const tool of TOOLS) {
    const { name, title, description, run } = tool;
    server.registerTool(
      name,
      { title, description, ...schemasOf(tool), annotations: { readOnlyHint: true } },
      async (given) => {
        const result = await Promise.resolve()
          .then(() => run(hostOf(), given as never))
          .catch((error: unknown) => {
            throw explain(error);
          });
        if (Array.isArray(result)) return { content: result as Content[] };
        if (isContent(result)) return { content: [result] };
        const text = JSON.stringify(result);
        return { content: [{ type: "text" as const, text }], structuredContent: JSON.parse(text) };
      },
    );
  }
  registerResources(server, hostOf, explain);
  return server;
}

function isContent(result: object): result is Content {
  return "type" in result;
}
