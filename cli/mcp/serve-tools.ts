import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { DEFAULT_PLANS } from "../../src/access/plan.js";
import { type Catalog, openCatalog } from "../../src/catalog/catalog.js";
import { readCurrent } from "../../src/catalog/generation/generation.js";
import { createMcpServer } from "../../src/http/mcp/mcp-server.js";
import type { ToolHost } from "../../src/http/mcp/tools.js";
import { createImageService } from "../../src/images/image-service.js";
import { readPackageFacts } from "../process/package-facts.js";

/**
 * Serves the tools over standard input and output until the input ends, always from the live generation.
 *
 * @param origin of image URLs. @throws FormatError if nothing has been built yet
 */
export async function serveTools(artifacts: string, origin: string): Promise<void> {
  let catalog: Catalog = openCatalog(artifacts);
  const images = createImageService(1);
  const hostOf = (): ToolHost => {
    const name = readCurrent(artifacts);
    if (name !== undefined && name !== catalog.generation) catalog = openCatalog(artifacts, name);
    return {
      catalog,
      origin,
      plan: DEFAULT_PLANS.pro,
      similar: (request) => catalog.similar(request),
      image: (id, options) => catalog.image(id, options),
      stack: async (stack, which, request) => images.request(`${catalog.generation} ${which}`, stack, request).bytes(),
    };
  };
  await createMcpServer(readPackageFacts().version, hostOf).connect(new StdioServerTransport());
}
