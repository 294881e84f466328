import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";

/**
 * Serves a folder's files on a free port of the loopback address, with an ETag derived from their size and the end of
 * their content.
 */
export async function serveFiles(folder) {
  const server = createServer((request, response) => {
    const file = join(folder, decodeURIComponent(request.url));
    if (!existsSync(file)) return response.writeHead(404).end();
    const bytes = readFileSync(file);
    const etag = `"${bytes.length}-${bytes.subarray(-32).toString("hex")}"`;
    if (request.headers["if-none-match"] === etag) return response.writeHead(304).end();
    response.writeHead(200, { etag }).end(bytes);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}
