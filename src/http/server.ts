import { randomBytes } from "node:crypto";
import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from "fastify";
import type { KeyRing } from "../access/key-ring.js";
import type { Quota } from "../access/quota.js";
import { countInMemory } from "../access/usage-file.js";
import type { Catalog } from "../catalog/catalog.js";
import { API_PREFIX, setAnswerHeaders } from "./answer-headers.js";
import type { Api, TypedApp } from "./api.js";
import { ApiError } from "./api-error.js";
import { type AnonymousTier, createCallerHook } from "./caller.js";
import { enableDraining } from "./drain.js";
import { answerErrors, sendError, toApiError } from "./error-answers.js";
import { knowAllMethods, refuseOtherMethods } from "./methods.js";
import { createOriginReader } from "./public-origin.js";
import { canonicalTarget, parseQueryString } from "./query-string.js";
import { limitRequestHead, MAX_HEAD_BYTES } from "./request-limits.js";
import { logAnswers } from "./request-log.js";
import { createValidatorCompiler } from "./request-validation.js";
import { routeCategories } from "./routes/categories.js";
import { routeHealth } from "./routes/health.js";
import { routeIconDetail } from "./routes/icon-detail.js";
import { routeIcons } from "./routes/icons.js";
import { routeImages } from "./routes/images.js";
import { routeSimilar } from "./routes/similar.js";
import { answerOddRequests, answerSocketError } from "./socket-errors.js";

const OPERATIONS = ["/icons", "/icons/:id(.+)", "/categories", "/similar"];
const RETRY_SECONDS = 2;

export interface ServerOptions {
  /** The catalog to answer from, or what gives the live one (undefined until one is loaded: 503). */
  readonly catalog: Catalog | (() => Catalog | undefined);
  /** The keys that are accepted; default: none. */
  readonly keys?: KeyRing;
  /** Counts requests against their plan; default: in the memory of this process, until it ends. */
  readonly quota?: Quota;
  /** The plan of callers without a key; default `off`: they are refused. */
  readonly anonymous?: AnonymousTier;
  /** Where the service is reached from outside; default: the origin that each request was sent to. */
  readonly publicUrl?: string;
  /** Addresses of proxies whose `X-Forwarded-*` headers count, as Fastify's `trustProxy`; default: none. */
  readonly trustProxy?: string;
  /** Milliseconds in which a request must arrive in full; default 10,000. */
  readonly requestTimeoutMs?: number;
  /** A pino logger; default: no log. */
  readonly logger?: FastifyServerOptions["loggerInstance"];
}

/**
 * The service as a Fastify app that does not listen yet. Everything that it answers is in the contract; it owns nothing
 * that was passed in and closes none of it.
 */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const createId = requestIds();
  const app = Fastify({
    ...(options.logger ? { loggerInstance: options.logger } : { logger: false }),
    logController: new LogController({ disableRequestLogging: true }),
    exposeHeadRoutes: false,
    genReqId: createId,
    trustProxy: options.trustProxy ?? false,
    requestTimeout: options.requestTimeoutMs ?? 10_000,
    http: {
      maxHeaderSize: MAX_HEAD_BYTES,
      headersTimeout: options.requestTimeoutMs ?? 10_000,
      connectionsCheckingInterval: 500,
      // Refused by ours, in our words.
      requireHostHeader: false,
    },
    // A draining server still answers what arrives on open connections.
    return503OnClosing: false,
    rewriteUrl: (request) => canonicalTarget(request.url ?? "/"),
    routerOptions: { querystringParser: parseQueryString, maxParamLength: MAX_HEAD_BYTES },
    frameworkErrors: (error, request, reply) => sendError(toApiError(error, request), request, reply),
    clientErrorHandler: (error, socket) => answerSocketError(error, socket, createId),
  }).withTypeProvider<TypeBoxTypeProvider>();
  // Node drops headers beyond this silently; ours are counted and refused.
  app.server.maxHeadersCount = 0;
  answerOddRequests(app.server, createId);
  app.setValidatorCompiler(createValidatorCompiler());
  app.decorateRequest("caller", undefined);
  enableDraining(app as unknown as FastifyInstance);
  knowAllMethods(app);
  answerErrors(app);
  logAnswers(app);

  await setAnswerHeaders(app as unknown as FastifyInstance);
  app.addHook("onRequest", limitRequestHead);

  const quota = options.quota ?? countInMemory();
  const catalog = catalogGetter(options.catalog);
  const originOf = createOriginReader(options.publicUrl);
  await app.register(
    async (scope) => {
      for (const path of OPERATIONS) refuseOtherMethods(scope, path);
      await scope.register(async (operations) => {
        operations.addHook("onRequest", createCallerHook(options.keys, quota, options.anonymous ?? "off"));
        const api: Api = { app: operations as TypedApp, catalog, originOf };
        routeIcons(api);
        routeIconDetail(api);
        routeCategories(api);
        routeSimilar(api);
      });
    },
    { prefix: API_PREFIX },
  );
  routeImages({ app, catalog });
  routeHealth({ app, catalog });
  return app as unknown as FastifyInstance;
}

function catalogGetter(source: ServerOptions["catalog"]): () => Catalog {
  const current = typeof source === "function" ? source : () => source;
  return () => {
    const catalog = current();
    if (catalog !== undefined) return catalog;
    throw new ApiError("unavailable", "no dataset is loaded yet; run `icons build`", {
      headers: { "retry-after": String(RETRY_SECONDS) },
    });
  };
}

/** Short ids that are unique among processes: a random start, then a count. */
function requestIds(): () => string {
  const start = randomBytes(6).toString("base64url");
  let count = 0;
  return () => `${start}-${(++count).toString(36)}`;
}
