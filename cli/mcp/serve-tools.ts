import { readFileSync } from "node:fs";
import { fromJsonSchema, McpServer } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { type Catalog, openCatalog } from "../../src/catalog/catalog.js";
import { readCurrent } from "../../src/catalog/generation.js";
import { createTools } from "./tools.js";

/**
 * Serves the tools over standard input and output until the input ends, always from the live generation.
 *
 * @throws FormatError when nothing has been built yet
 */
export async function serveTools(artifacts: string, publicUrl: string): Promise<void> {
  const { version } = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8"));
  let opened: Catalog = openCatalog(artifacts);
  const live = (): Catalog => {
    const name = readCurrent(artifacts);
    if (name !== undefined && name !== opened.generation) opened = openCatalog(artifacts, name);
    return opened;
  };

  const server = new McpServer({ name: "icons", version });
  for (const { name, title, description, input, answer } of createTools(publicUrl)) {
    server.registerTool(
      name,
      { title, description, inputSchema: fromJsonSchema(input as never), annotations: { readOnlyHint: true } },
      (asked) => ({ content: [{ type: "text", text: JSON.stringify(answer(live(), asked as never)) }] }),
    );
  }
  await server.connect(new StdioServerTransport());
}
