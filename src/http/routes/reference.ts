import type { FastifyRequest } from "fastify";
import type { Service } from "../api.js";
import { READING, refuseOtherMethods } from "../contract/methods.js";
import type { RequestLog } from "../log/request-log.js";
import { pagesOnDemand } from "../pages/built-pages.js";
import { documentOf, type ServerFacts } from "../reference/document.js";
import { publicPathOf } from "../requests/public-origin.js";
import { pathOf } from "../requests/query-string.js";
import { addCompressed, contentEtag, type StaticResponse, sendStatic } from "../responses/static-response.js";

const PATHS = ["/openapi.json", "/docs", "/docs/*"];

interface ReferenceOptions extends Pick<Service, "app">, ServerFacts {
  readonly log: RequestLog;
}

/** GET /openapi.json and the pages below /docs. */
export function routeReference({ app, log, ...facts }: ReferenceOptions): void {
  const loadPages = pagesOnDemand("reference", log);
  const { publicUrl } = facts;
  /** The document's servers by its paths. The page sends requests to its own server, since its policy allows no other. */
  const servers = new Map([
    ["/openapi.json", publicUrl ?? "/"],
    ["/docs/json", publicPathOf(publicUrl) || "/"],
  ]);
  const documents = new Map<string, StaticResponse>();
  const documentFor = (request: FastifyRequest, path: string, server: string): StaticResponse => {
    const known = documents.get(path);
    if (known !== undefined) return known;
    const bytes = Buffer.from(documentOf(loadPages(request).facts.document, facts, server));
    const headers = { "cache-control": "no-cache", "content-type": "application/json; charset=utf-8" };
    const document = { headers, etag: contentEtag(bytes), bodies: { identity: bytes } };
    documents.set(path, document);
    addCompressed(document).catch((error: Error) => log.failure(request, error));
    return document;
  };
  for (const url of PATHS) {
    app.route({
      method: READING,
      url,
      config: { compress: false },
      handler(request, reply) {
        const path = pathOf(request.url);
        const server = servers.get(path);
        const response =
          server === undefined ? loadPages(request).responses.get(path) : documentFor(request, path, server);
        return response === undefined ? reply.callNotFound() : sendStatic(request, reply, response);
      },
    });
    refuseOtherMethods(app, url);
  }
}
