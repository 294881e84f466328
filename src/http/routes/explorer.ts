import type { Service } from "../api.js";
import { ApiError } from "../api-error.js";
import { etagOf, sendIfKnown } from "../conditional.js";
import { type ExplorerFiles, readExplorerFiles } from "../explorer-files.js";
import { createExplorerPage, type ExplorerPage } from "../explorer-page.js";
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
    handler(request, reply) {
      const { files, page } = explorer();
      const current = catalog();
      reply.headers({ "cache-control": "no-cache", "content-security-policy": page.policy });
      if (sendIfKnown(request, reply, etagOf("explorer", files.version, current.generation))) return;
      const { ordinals } = current.list({ limit: PLAIN_ICONS });
      reply.type("text/html; charset=utf-8").send(page.render(Array.from(ordinals, current.record)));
    },
  });
  app.route({
    method: READING,
    url: ASSETS_PATH,
    handler(request, reply) {
      const { version, "*": path } = request.params as { version: string; "*": string };
      const { files } = explorer();
      const file = version === files.version ? files.files.get(path) : undefined;
      if (file === undefined) throw new ApiError("route_not_found", "the explorer has no such file");
      reply.header("cache-control", "public, max-age=31536000, immutable");
      if (sendIfKnown(request, reply, etagOf("asset", version, path))) return;
      reply.type(file.type).send(file.bytes);
    },
  });
  refuseOtherMethods(app, PAGE_PATH);
  refuseOtherMethods(app, ASSETS_PATH);
}

/** Reads the files at the first request: a server starts without them. */
function readOnce(): () => { readonly files: ExplorerFiles; readonly page: ExplorerPage } {
  let read: { files: ExplorerFiles; page: ExplorerPage } | undefined;
  return () => {
    if (read === undefined) {
      const files = readExplorerFiles();
      read = { files, page: createExplorerPage(files) };
    }
    return read;
  };
}
