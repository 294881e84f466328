import { Server } from "node:net";
import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import Fastify, { type FastifyInstance } from "fastify";
import type { Logger } from "pino";
import type { KeyRing } from "../../access/key-ring.js";
import type { Quota } from "../../access/quota.js";
import { countInMemory } from "../../access/usage-file.js";
import type { Catalog } from "../../catalog/catalog.js";
import { createImageService } from "../../images/image-service.js";
import type { RenderMode } from "../../images/render-mode.js";
import type { PollStatus } from "../../platform/poller.js";
import { type AnonymousTier, createAdmission, createKeyCheck } from "../caller.js";
import { createCompressor } from "../compression.js";
import { boundConnections } from "../connections.js";
import { createErrorAnswerer } from "../error-answers.js";
import { ApiError } from "../error-codes.js";
import { knowAllMethods } from "../methods.js";
import { type Observer, observeAnswers } from "../observer.js";
import { PacedResponse } from "../paced-response.js";
import { createOriginReader } from "../public-origin.js";
import { canonicalTarget, parseQueryString } from "../query-string.js";
import { createHeadCheck, DEFAULT_LIMITS, headBytesRead, type RequestLimits } from "../request-limits.js";
import { createRequestIds, createRequestLog } from "../request-log.js";
import { createRequestScheduler } from "../request-scheduler.js";
import { createValidatorCompiler } from "../request-validation.js";
import { answerOddRequests, answerSocketError, limitConnections } from "../socket-errors.js";
import { registerAuxiliaryRoutes, registerImages, registerOperations } from "./register-routes.js";

const RETRY_SECONDS = 2;

const CHECK_MS = 25;

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
  /** Addresses of proxies whose `X-Forwarded-*` and `X-Request-Id` headers count, as Fastify's `trustProxy`; default: none. */
  readonly trustProxy?: string;
  /** What clients may send and how long they may take; default: `DEFAULT_LIMITS`. */
  readonly limits?: Partial<RequestLimits>;
  /** How what the server polls is doing, for `/readyz`; default: nothing is known. Messages and paths are not shown. */
  readonly polls?: () => readonly PollStatus[];
  /** Images that are drawn at once, each in a process of its own that starts when it is needed; default: one per core. */
  readonly renderers?: number;
  /** Who may have images drawn in other forms than the usual WebP and SVG; default `open`: everybody. */
  readonly render?: RenderMode;
  /** Whether image requests with `fallback=monogram` are answered for ids that no icon has; default false: they get a 404. */
  readonly monogram?: boolean;
  /** A pino logger; default: no log. */
  readonly logger?: Logger;
  /** Called with every answer, for metrics; default: none, at no cost. */
  readonly observer?: Observer;
}

declare module "fastify" {
  interface FastifyInstance {
    /**
     * Stops taking connections, then closes the app as soon as the open ones have ended. Requests that arrive on them are
     * answered, with `Connection: close`, so that no client loses one to the shutdown. Connections that are still silent
     * after `graceMs` are cut.
     */
    drain(graceMs: number): Promise<void>;
  }
}

/**
 * The service as a Fastify app that does not listen yet. Everything that it answers is in the contract; it owns nothing
 * that was passed in and closes none of it.
 */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const createId = createRequestIds(options.trustProxy);
  const { observer } = options;
  const plainLog = createRequestLog(options.logger);
  const log = observer === undefined ? plainLog : observeAnswers(plainLog, observer);
  const answerError = createErrorAnswerer(log, observer?.refused);
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const app = Fastify({
    // With a logger, Fastify would make a child of it and listen for two events on every request, logged or not.
    logger: false,
    exposeHeadRoutes: false,
    genReqId: createId,
    trustProxy: options.trustProxy ?? false,
    requestTimeout: limits.requestTimeout,
    keepAliveTimeout: limits.keepAliveTimeout,
    http: {
      ServerResponse: PacedResponse,
      // Of each connection's streams, whatever Node chooses.
      highWaterMark: 16 * 1024,
      maxHeaderSize: headBytesRead(limits),
      // Node takes no longer one than the other.
      headersTimeout: Math.min(limits.headersTimeout, limits.requestTimeout),
      connectionsCheckingInterval: 500,
      // Refused by ours, in our words.
      requireHostHeader: false,
    },
    // A draining server still answers what arrives on open connections.
    return503OnClosing: false,
    rewriteUrl: (request) => canonicalTarget(request.url ?? "/"),
    // Fastify's types want an object; it only hands on what it gets.
    routerOptions: { querystringParser: parseQueryString as () => never, maxParamLength: headBytesRead(limits) },
    frameworkErrors: answerError,
    clientErrorHandler: (error, socket) =>
      answerSocketError(error, socket, createId, log, limits.maxUrlBytes, connections),
  });
  // Node drops headers beyond this silently; one more than allowed is enough to refuse the request.
  app.server.maxHeadersCount = limits.maxHeaders + 1;
  const scheduler = createRequestScheduler();
  const connections = boundConnections(app.server, limits, scheduler, log.cut);
  answerOddRequests(app.server, createId, log, connections);
  limitConnections(app.server, limits.maxConnections, createId, log);
  app.setValidatorCompiler(createValidatorCompiler(limits.maxParameters));
  // Answers are JSON before they are sent; compiling serializers of their schemas would only slow the start.
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  app.decorateRequest("caller", undefined);
  app.decorateRequest("arrived", 0);
  const isDraining = enableDraining(app as unknown as FastifyInstance);
  knowAllMethods(app);
  const { logger } = options;
  if (logger !== undefined) {
    app.addHook("onListen", async () => {
      for (const address of listeningAddresses(app)) logger.info(`Server listening at ${address}`);
    });
  }

  const checkHead = createHeadCheck(limits);
  const compress = createCompressor(scheduler.holdBytes);
  const parts = { compress, catalog: catalogGetter(options.catalog), log, answerError, checkHead, isDraining };
  await registerOperations(app as unknown as FastifyInstance, {
    ...parts,
    admit: createAdmission(options.keys, options.quota ?? countInMemory(), options.anonymous ?? "off"),
    originOf: createOriginReader(options.publicUrl),
  });
  const images = createImageService(options.renderers ?? availableParallelism());
  app.addHook("onClose", () => images.close());
  const polls = options.polls ?? (() => []);
  await registerAuxiliaryRoutes(app as unknown as FastifyInstance, { ...parts, polls });
  await registerImages(app as unknown as FastifyInstance, {
    ...parts,
    images,
    render: options.render ?? "open",
    monogram: options.monogram ?? false,
    checkKey: createKeyCheck(options.keys),
  });
  return app as unknown as FastifyInstance;
}

function listeningAddresses(app: Pick<FastifyInstance, "addresses">): string[] {
  return app.addresses().map((bound) => {
    // A Unix socket is its path.
    if (typeof bound === "string") return bound;
    const { address, family, port } = bound;
    return `http://${family === "IPv6" ? `[${address}]` : address}:${port}`;
  });
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

/**
 * Adds `drain`. Own code: `app.close()` cuts idle connections at once, and a client whose request is on its way loses it.
 *
 * @returns whether the app has begun to drain
 */
function enableDraining(app: FastifyInstance): () => boolean {
  let draining = false;
  app.decorate("drain", async (graceMs: number) => {
    draining = true;
    // `close` of the HTTP server would cut idle connections.
    Server.prototype.close.call(app.server);
    const deadline = Date.now() + graceMs;
    while (Date.now() < deadline && (await openConnections(app.server)) > 0) await sleep(CHECK_MS);
    await app.close();
  });
  return () => draining;
}

function openConnections(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)));
}
