import type { FastifyRequest } from "fastify";
import type { Service } from "../api.js";
import { READING, refuseOtherMethods } from "../contract/methods.js";
import type { RequestLog } from "../log/request-log.js";
import { pagesOnDemand } from "../pages/built-pages.js";
import { documentOf, type ServerFacts, withPlans } from "../reference/document.js";
import { pathOf } from "../requests/query-string.js";
import { addCompressed, contentEtag, type StaticResponse, sendStatic } from "../responses/static-response.js";

const DOCUMENT_PATH = "/openapi.json";
/** What depends on the server: the document, and the page that lists the plans, with and without a slash at the end. */
const COMPOSED = [DOCUMENT_PATH, "/docs", "/docs/"];
const DOCUMENT_HEADERS = { "cache-control": "no-cache", "content-type": "application/json; charset=utf-8" };

interface ReferenceOptions extends Pick<Service, "app">, ServerFacts {
  readonly log: RequestLog;
}

/** GET /openapi.json and the pages below /docs. */
export function routeReference({ app, log, ...facts }: ReferenceOptions): void {
  const loadPages = pagesOnDemand("reference", log);
  const composed = new Map<string, StaticResponse | undefined>();
  const compose = (request: FastifyRequest, path: string): StaticResponse | undefined => {
    const { responses, facts: built } = loadPages(request);
    const page = responses.get(path);
    const html = page?.bodies.identity.toString();
    const text = html === undefined ? documentOf(built.document, facts) : withPlans(html, facts.plans);
    if (text === html) return page;
    const bytes = Buffer.from(text);
    const response = {
      headers: page?.headers ?? DOCUMENT_HEADERS,
      etag: contentEtag(bytes),
      bodies: { identity: bytes },
    };
    addCompressed(response).catch((error: Error) => log.failure(request, error));
    return response;
  };
  const responseFor = (request: FastifyRequest, path: string): StaticResponse | undefined => {
    if (!COMPOSED.includes(path)) return loadPages(request).responses.get(path);
    const response = composed.get(path) ?? compose(request, path);
    composed.set(path, response);
    return response;
  };
  for (const url of [DOCUMENT_PATH, "/docs", "/docs/*"]) {
    app.route({
      method: READING,
      url,
      config: { compress: false },
      handler(request, reply) {
        const response = responseFor(request, pathOf(request.url));
        return response === undefined ? reply.callNotFound() : sendStatic(request, reply, response);
      },
    });
    refuseOtherMethods(app, url);
  }
}
