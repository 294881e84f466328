import type { IncomingMessage } from "node:http";
import { Server } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import Fastify, { type FastifyInstance } from "fastify";
import type { Logger } from "pino";
import type { Tier } from "../../access/key.js";
import type { KeyRing } from "../../access/key-ring.js";
import { DEFAULT_PLANS, type Plan } from "../../access/plan.js";
import type { Quota } from "../../access/quota.js";
import { countRefusedKeys, type RefusedKeys } from "../../access/refused-keys.js";
import { countInMemory } from "../../access/usage-tables.js";
import type { Catalog } from "../../catalog/catalog.js";
import { createImageService } from "../../images/image-service.js";
import type { RenderMode } from "../../images/render-mode.js";
import { availableCores } from "../../platform/cores.js";
import { httpAddress } from "../../platform/http-address.js";
import type { PollStatus } from "../../platform/poller.js";
import { ApiError } from "../contract/error-codes.js";
import { type LayoutFallback, parseLayouts, pathsOf } from "../contract/layouts.js";
import { knowAllMethods } from "../contract/methods.js";
import { ICONIFY_PATHS } from "../iconify/paths.js";
import type { IconifySettings } from "../iconify/settings.js";
import { type Observer, observeResponses } from "../log/observer.js";
import { createRequestIds, createRequestLog } from "../log/request-log.js";
import { type AnonymousTier, createAdmission, createKeyCheck } from "../requests/caller.js";
import { createHeadCheck } from "../requests/head-check.js";
import { createOriginReader, createTargetReader, publicPathOf } from "../requests/public-origin.js";
import { parseQueryString, pathOf } from "../requests/query-string.js";
import { createValidatorCompiler } from "../requests/validation.js";
import { createCompressor } from "../responses/compression.js";
import { createErrorSender } from "../responses/error-responses.js";
import { MCP_PATH } from "../responses/headers.js";
import { refuseConnection, respondToOddRequests, respondToSocketError } from "../responses/socket-errors.js";
import { BUFFER_BYTES, boundConnections, type Connections } from "../transport/connections.js";
import { DEFAULT_LIMITS, headBytesRead, type RequestLimits } from "../transport/limits.js";
import { PacedResponse } from "../transport/paced-response.js";
import { RequestScheduler } from "../transport/request-scheduler.js";
import type { McpSettings } from "./register-mcp.js";
import { registerAuxiliaryRoutes, registerImages, registerOperations } from "./register-routes.js";

const RETRY_SECONDS = 2;

const CHECK_MS = 25;

export interface ServerOptions {
  /** The catalog to serve, or a function that returns the live one (undefined until one is loaded: 503). */
  readonly catalog: Catalog | (() => Catalog | undefined);
  /** The accepted keys; default: none. */
  readonly keys?: KeyRing;
  /** Counts requests against their plan; default: in memory, until this process ends. */
  readonly quota?: Quota;
  /** Counts invalid keys by address; default: in memory, of this server only. */
  readonly refusedKeys?: RefusedKeys;
  /** The plan of callers without a key; default `off`: they are rejected. */
  readonly anonymous?: AnonymousTier;
  /** The plans whose limits or features differ from `DEFAULT_PLANS`; default: none. */
  readonly plans?: Readonly<Partial<Record<Tier, Plan>>>;
  /**
   * The public URL of the service, which may have a path: requests are served below it and at the root. Default: the
   * origin to which each request was sent.
   */
  readonly publicUrl?: string;
  /**
   * Addresses of proxies whose `X-Forwarded-*` and `X-Request-Id` headers are trusted, as Fastify's `trustProxy`;
   * default: none.
   */
  readonly trustProxy?: string;
  /** Limits of requests and of the time they may take; default: `DEFAULT_LIMITS`. */
  readonly limits?: Partial<RequestLimits>;
  /** State of polled resources, for `/readyz`; default: unknown. Messages and paths are not shown. */
  readonly polls?: () => readonly PollStatus[];
  /**
   * Maximum number of images rendered at the same time, each in a separate process that starts on demand; default: one
   * per core.
   */
  readonly renderers?: number;
  /** Who may request other forms of images than the default WebP and SVG; default `open`: everyone. */
  readonly render?: RenderMode;
  /** Whether `fallback=monogram` also applies to unknown ids; default false: they get a 404. */
  readonly monogram?: boolean;
  /** Origins to which `fallback` may redirect, normalized by `normalOrigin`; default: none. */
  readonly fallbackOrigins?: readonly string[];
  /**
   * Whether the dataset is being edited, as under `icons dev`: pages reload when a new generation is live, and browsers
   * ask for images each time; default false.
   */
  readonly isEdited?: boolean;
  /** Whether to serve the Iconify API, and how; default: not. */
  readonly iconify?: IconifySettings;
  /** Whether to serve the tools of coding assistants at `/mcp`, and as which version; default: not. */
  readonly mcp?: McpSettings;
  /**
   * Other collections and services under whose paths images are served, too: names as in `LAYOUTS`, each followed by a
   * path if it is not at the root, such as `selfhst` or `simple-icons=/si`; default: none. None may have the paths of
   * another one or of `iconify`.
   */
  readonly layouts?: readonly string[];
  /** What these layouts return instead of a missing SVG or icon; default: an error. */
  readonly layoutFallbacks?: readonly LayoutFallback[];
  /** A pino logger; default: no log. */
  readonly logger?: Logger;
  /** Called for every response, for metrics; default: none, at no cost. */
  readonly observer?: Observer;
}

declare module "fastify" {
  interface FastifyInstance {
    /**
     * Stops accepting connections, and closes the app once all connections have ended. Requests that still arrive on
     * them get a response with `Connection: close`, so that no client loses one because of the shutdown. Connections that
     * are still idle after `graceMs` are closed.
     */
    drain(graceMs: number): Promise<void>;
  }
}

/**
 * Returns the service as a Fastify app; call `app.listen()` to start it. The app does not own its options and closes
 * none of them.
 *
 * @throws RangeError if a layout is invalid or has paths of another one or of `iconify`
 */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const { iconify } = options;
  const layouts = parseLayouts(options.layouts ?? [], iconify && (iconify.path ?? ""));
  const createId = createRequestIds(options.trustProxy);
  const { observer } = options;
  const plainLog = createRequestLog(options.logger);
  const log = observer === undefined ? plainLog : observeResponses(plainLog, observer);
  const sendError = createErrorSender(log, observer?.refused);
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  /** The first segments of all routes. */
  const ownSegments = new Set<string>();
  const targetOf = createTargetReader(
    publicPathOf(options.publicUrl),
    (segment) => ownSegments.has(segment),
    layouts.length > 0,
  );
  const app = Fastify({
    // With a logger, Fastify would create a child logger and two event listeners for every request, logged or not.
    logger: false,
    exposeHeadRoutes: false,
    genReqId: createId,
    trustProxy: options.trustProxy ?? false,
    keepAliveTimeout: limits.keepAliveTimeout,
    http: {
      ServerResponse: PacedResponse,
      highWaterMark: BUFFER_BYTES,
      maxHeaderSize: headBytesRead(limits),
      // Checked by `boundConnections`; Fastify sets no timeout for requests.
      headersTimeout: 0,
      // Checked by this server, with its own message.
      requireHostHeader: false,
    },
    // A draining server still serves requests on open connections.
    return503OnClosing: false,
    rewriteUrl: ({ url = "/" }) => targetOf(url),
    // Fastify's types require an object, but it only passes the result on.
    routerOptions: { querystringParser: parseQueryString as () => never, maxParamLength: headBytesRead(limits) },
    // As options, since Fastify would load its own compilers before it could be given others. Their types are those of
    // its own.
    schemaController: {
      compilersFactory: {
        buildValidator: () => createValidatorCompiler(limits.maxParameters) as never,
        // Responses are already JSON when they are sent; compiling serializers from their schemas would only slow down
        // the start.
        buildSerializer: () => () => (data) => JSON.stringify(data),
      },
    },
    frameworkErrors: sendError,
    clientErrorHandler: (error, socket) =>
      respondToSocketError(error, socket, createId, log, limits.maxUrlBytes, connections),
  });
  // Node 20 silently drops headers beyond this number, and later versions reject them without saying what is wrong. So it
  // is higher than what is allowed, and most requests that have too many are told so.
  app.server.maxHeadersCount = 2 * limits.maxHeaders;
  const scheduler = new RequestScheduler();
  const keepsBody = ({ method, url = "" }: IncomingMessage): boolean =>
    options.mcp !== undefined && method === "POST" && pathOf(targetOf(url)) === MCP_PATH;
  const connections = boundConnections(app.server, limits, scheduler, {
    onCut: log.cut,
    onTooMany: (socket) => refuseConnection(socket, createId(), log),
    keepsBody,
  });
  respondToOddRequests(app.server, createId, log, connections);
  app.addHook("onRoute", ({ url }) => void ownSegments.add(url.split("/")[1]!));
  app.decorateRequest("caller", undefined);
  app.decorateRequest("arrived", 0);
  const isDraining = enableDraining(app as unknown as FastifyInstance, connections);
  knowAllMethods(app);
  const { logger } = options;
  if (logger !== undefined) {
    app.addHook("onListen", async () => {
      for (const address of listeningAddresses(app)) logger.info(`Server listening at ${address}`);
    });
  }

  const checkHead = createHeadCheck(limits);
  const compress = createCompressor((bytes) => scheduler.holdBytes(bytes));
  const originOf = createOriginReader(options.publicUrl);
  const rules = { keys: options.keys, refused: options.refusedKeys ?? countRefusedKeys() };
  const checkKey = createKeyCheck(rules, "off");
  const plans = { ...DEFAULT_PLANS, ...options.plans };
  const { publicUrl } = options;
  const catalog = catalogGetter(options.catalog);
  const parts = { compress, catalog, log, sendError, checkHead, isDraining, publicUrl };
  const admit = createAdmission(rules, options.quota ?? countInMemory(), options.anonymous ?? "off", plans);
  await registerOperations(app as unknown as FastifyInstance, {
    ...parts,
    admit,
    originOf,
  });
  const images = createImageService(options.renderers ?? availableCores());
  app.addHook("onClose", () => images.close());
  const { isEdited = false } = options;
  const polls = options.polls ?? (() => []);
  const iconifyPaths = iconify === undefined ? [] : ICONIFY_PATHS.map((path) => (iconify.path ?? "") + path);
  await registerAuxiliaryRoutes(app as unknown as FastifyInstance, {
    ...parts,
    isOpen: (options.anonymous ?? "off") !== "off",
    llms: { anonymous: options.anonymous ?? "off", hasMcp: options.mcp !== undefined, plans, originOf },
    polls,
    isEdited,
    originOf,
    checkKey,
    otherPaths: [...iconifyPaths, ...layouts.flatMap(pathsOf)],
  });
  await registerImages(app as unknown as FastifyInstance, {
    ...parts,
    images,
    isEdited,
    layouts,
    layoutFallbacks: options.layoutFallbacks ?? [],
    render: options.render ?? "open",
    monogram: options.monogram ?? false,
    fallbackOrigins: options.fallbackOrigins ?? [],
    checkKey,
  });
  if (iconify !== undefined) {
    // Loads the library that draws its icons.
    const { registerIconify } = await import("./register-iconify.js");
    const { maxParameters } = limits;
    await registerIconify(app as unknown as FastifyInstance, { ...parts, settings: iconify, maxParameters, admit });
  }
  const { mcp } = options;
  if (mcp !== undefined) {
    // Loads the protocol's library.
    const { registerMcp } = await import("./register-mcp.js");
    const { render = "open" } = options;
    const checkKey = createKeyCheck(rules, options.anonymous ?? "off");
    registerMcp(app as unknown as FastifyInstance, {
      ...parts,
      ...mcp,
      admit,
      checkKey,
      originOf,
      images,
      render,
    });
  }
  return app as unknown as FastifyInstance;
}

function listeningAddresses(app: Pick<FastifyInstance, "addresses">): string[] {
  // The address of a Unix socket is its path.
  return app.addresses().map((bound) => (typeof bound === "string" ? bound : httpAddress(bound)));
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
 * Adds `drain`. Own code: `app.close()` closes idle connections at once, so a client that has just sent a request would
 * lose it.
 *
 * @returns whether the app is draining
 */
function enableDraining(app: FastifyInstance, connections: Connections): () => boolean {
  let draining = false;
  app.decorate("drain", async (graceMs: number) => {
    draining = true;
    // `close` of the HTTP server would close idle connections.
    if (app.server.listening) Server.prototype.close.call(app.server);
    const deadline = Date.now() + graceMs;
    while (Date.now() < deadline && connections.count() > 0) await sleep(CHECK_MS);
    await app.close();
  });
  return () => draining;
}
