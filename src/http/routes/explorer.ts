import type { Service } from "../api.js";
import { ApiError } from "../api-error.js";
import { etagOf, sendIfKnown } from "../conditional.js";
import type { ExplorerFiles } from "../explorer-files.js";
import type { ExplorerPage } from "../explorer-page.js";
import { READING, refuseOtherMethods } from "../methods.js";

const PAGE_PATH = "/";
const ASSETS_PATH = "/assets/:version/*";
/** How many icons a browser without JavaScript shows. */
const PLAIN_ICONS = 60;

/** GET /: the explorer page, and what it loads below /assets. Needs no key and counts for nobody. */
export function routeExplorer({ app, catalog }: Service): void {
  const explorer = readOnce();
  app.route({
    method: READING,
    url: PAGE_PATH,
    async handler(request, reply) {
      const { files, page } = await explorer();
      const current = catalog();
      reply.headers({ "cache-control": "no-cache", "content-security-policy": page.policy });
      if (sendIfKnown(request, reply, etagOf("explorer", files.version, current.generation))) return reply;
      const { ordinals } = current.list({ limit: PLAIN_ICONS });
      return reply.type("text/html; charset=utf-8").send(page.render(Array.from(ordinals, current.record)));
    },
  });
  app.route({
    method: READING,
    url: ASSETS_PATH,
    async handler(request, reply) {
      const { version, "*": path } = request.params as { version: string; "*": string };
      const { files } = await explorer();
      const file = version === files.version ? files.files.get(path) : undefined;
      if (file === undefined) throw new ApiError("route_not_found", "the explorer has no such file");
      reply.header("cache-control", "public, max-age=31536000, immutable");
      if (sendIfKnown(request, reply, etagOf("asset", version, path))) return reply;
      return reply.type(file.type).send(file.bytes);
    },
  });
  refuseOtherMethods(app, PAGE_PATH);
  refuseOtherMethods(app, ASSETS_PATH);
}

interface Explorer {
  readonly files: ExplorerFiles;
  readonly page: ExplorerPage;
}

/** Loads and reads all of it at the first request: a server starts without. */
function readOnce(): () => Promise<Explorer> {
  let read: Explorer | undefined;
  return async () => {
    if (read === undefined) {
      const { readExplorerFiles } = await import("../explorer-files.js");
      const { createExplorerPage } = await import("../explorer-page.js");
      const files = readExplorerFiles();
      read = { files, page: createExplorerPage(files) };
    }
    return read;
  };
}
