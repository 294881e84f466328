import type { FastifyInstance, FastifyRequest } from "fastify";
import type { ImageService } from "../../images/image-service.js";
import type { RenderMode } from "../../images/render-mode.js";
import type { PollStatus } from "../../platform/poller.js";
import type { Service, TypedApp } from "../api.js";
import { type LayoutFallback, namesImages, type PlacedLayout } from "../contract/layouts.js";
import { refuseOtherMethods } from "../contract/methods.js";
import { logResponses, type RequestLog } from "../log/request-log.js";
import type { HeadCheck } from "../requests/head-check.js";
import { type Compressor, compressResponses } from "../responses/compression.js";
import { type ErrorSender, sendErrors } from "../responses/error-responses.js";
import { API_PREFIX, setResponseHeaders } from "../responses/headers.js";
import { createImageWriter } from "../responses/image-writer.js";
import { createResponseWriter } from "../responses/response-writer.js";
import { createSentImages } from "../responses/sent-images.js";
import { routeCategories } from "../routes/categories.js";
import { routeChanges } from "../routes/changes.js";
import { routeExplorer } from "../routes/explorer.js";
import { routeFeeds } from "../routes/feeds.js";
import { routeHealth } from "../routes/health.js";
import { routeIconDetail } from "../routes/icon-detail.js";
import { routeIcons } from "../routes/icons.js";
import { IDENTITY_IMAGE_PATH, LOGO_PATH, routeIdentityImages } from "../routes/identity-images.js";
import { IMAGE_PATH, routeImages } from "../routes/images.js";
import { routeLayouts } from "../routes/layouts.js";
import { type LlmsFacts, routeLlms } from "../routes/llms.js";
import { routeReference } from "../routes/reference.js";
import { REGISTRY_PATH, routeRegistry } from "../routes/registry.js";
import { routeResolve } from "../routes/resolve.js";
import { routeSimilar } from "../routes/similar.js";
import { routeStacks, STACK_PATHS } from "../routes/stack.js";

/** Paths of the operations below the API's prefix. An empty id is another path, not an icon. */
const OPERATION_PATHS = ["/icons", "/icons/:id(.+)", "/categories", "/changes", "/resolve", "/similar"];

/** Dependencies of the operations, in addition to those of every route. */
interface OperationsOptions extends Omit<Service, "app"> {
  readonly log: RequestLog;
  readonly sendError: ErrorSender;
  readonly compress: Compressor;
  readonly checkHead: HeadCheck;
  /** Identifies and counts the caller. Returns a promise if another machine counts. @throws ApiError */
  readonly admit: (request: FastifyRequest) => void | Promise<void>;
  readonly originOf: (request: FastifyRequest) => string;
  readonly isDraining: () => boolean;
}

/** Dependencies of the auxiliary routes. */
export interface AuxiliaryOptions extends Omit<Service, "app"> {
  readonly log: RequestLog;
  readonly sendError: ErrorSender;
  readonly compress: Compressor;
  readonly checkHead: HeadCheck;
  /** Whether callers without a key have a plan. */
  readonly isOpen: boolean;
  /** State of everything that the server polls. */
  readonly polls: () => readonly PollStatus[];
  /** Whether connections should be closed. */
  readonly isDraining: () => boolean;
  /** Whether the dataset is being edited: pages reload for a new generation, and images are not cached. */
  readonly isEdited: boolean;
  readonly llms: LlmsFacts;
  /** The public origin of a request. */
  readonly originOf: (request: FastifyRequest) => string;
  /** The public URL as configured. */
  readonly publicUrl: string | undefined;
  /** @throws ApiError if a request has no valid key */
  readonly checkKey: (request: FastifyRequest) => void;
  /** Further paths that support GET and HEAD. */
  readonly otherPaths: readonly string[];
}

/** Dependencies of the image route. */
interface ImagesOptions extends Omit<AuxiliaryOptions, "polls" | "isOpen" | "llms" | "originOf" | "otherPaths"> {
  /** Other collections and services under whose paths images are served, too. */
  readonly layouts: readonly PlacedLayout[];
  readonly layoutFallbacks: readonly LayoutFallback[];
  readonly images: ImageService;
  readonly render: RenderMode;
  readonly monogram: boolean;
  readonly fallbackOrigins: readonly string[];
}

/**
 * Registers the API operations, in a scope without the hooks and plugins of other routes, which cost more than the
 * responses themselves. A single hook does the work of several, and each response's headers are written as one list.
 */
export async function registerOperations(app: FastifyInstance, options: OperationsOptions): Promise<void> {
  const { log, sendError, checkHead, admit, isDraining, catalog, originOf, compress } = options;
  const writer = createResponseWriter(log, isDraining);
  await app.register(
    async (scope) => {
      scope.addHook("onRequest", (request, _reply, done) => {
        request.arrived = performance.now();
        checkHead(request.raw, request.originalUrl);
        const admitted = admit(request);
        if (admitted === undefined) done();
        else admitted.then(() => done(), done);
      });
      scope.setErrorHandler((error: Error, request, reply) => {
        writer.setHeaders(request, reply);
        sendError(error, request, reply);
        log.followResponse(request, reply, reply.statusCode);
      });
      compressResponses(scope, compress);
      const api = { app: scope as unknown as TypedApp, catalog, originOf, writer };
      routeIcons(api);
      routeIconDetail(api);
      routeCategories(api);
      routeChanges(api);
      routeResolve(api);
      routeSimilar(api);
    },
    { prefix: API_PREFIX },
  );
}

/**
 * Registers the image route, in a scope without hooks for the same reason. It does not count against the quota;
 * `render` decides which forms need a key.
 */
export async function registerImages(app: FastifyInstance, options: ImagesOptions): Promise<void> {
  const { catalog, log, sendError, checkHead, isDraining, compress, ...rest } = options;
  const { images, render, monogram, fallbackOrigins, checkKey, layouts, layoutFallbacks, isEdited } = rest;
  const writer = createImageWriter(log, isDraining, isEdited);
  await app.register(async (scope) => {
    scope.addHook("onRequest", (request, _reply, done) => {
      request.arrived = performance.now();
      checkHead(request.raw, request.originalUrl);
      done();
    });
    scope.setErrorHandler((error: Error, request, reply) => {
      writer.setHeaders(request, reply);
      sendError(error, request, reply);
      log.followResponse(request, reply, reply.statusCode);
    });
    compressResponses(scope, compress);
    const sender = { images, writer, sent: createSentImages() };
    const service = { app: scope as unknown as TypedApp, catalog, render, checkKey, ...sender };
    routeImages({ ...service, monogram, fallbackOrigins });
    const logos = layouts.filter((layout) => !namesImages(layout));
    const hasMonograms = layoutFallbacks.includes("monogram");
    routeIdentityImages({ ...service, fallbackOrigins, layouts: logos, hasMonograms });
    routeStacks(service);
    routeRegistry(service);
    routeLayouts({ ...service, layouts: layouts.filter(namesImages), fallbacks: layoutFallbacks });
  });
}

/**
 * Registers the auxiliary routes: the explorer page, health, feeds and the reference; 405 for other methods on the
 * paths of operations and images, including CORS preflights; and 404 for all other paths. They don't count against the
 * quota, and only the feeds may need a key.
 *
 * They have their own scope, because the hooks of an app apply to every scope below it.
 */
export async function registerAuxiliaryRoutes(app: FastifyInstance, options: AuxiliaryOptions): Promise<void> {
  const { catalog, log, sendError, checkHead, isOpen, polls, isDraining, compress, llms, otherPaths } = options;
  const { originOf, publicUrl, checkKey, isEdited } = options;
  await app.register(async (scope) => {
    sendErrors(scope, sendError);
    logResponses(scope, log);
    await setResponseHeaders(scope, isDraining, compress);
    scope.addHook("onRequest", (request, _reply, done) => {
      checkHead(request.raw, request.originalUrl);
      done();
    });
    for (const path of OPERATION_PATHS) refuseOtherMethods(scope, API_PREFIX + path);
    for (const path of [IMAGE_PATH, IDENTITY_IMAGE_PATH, LOGO_PATH, REGISTRY_PATH, ...STACK_PATHS, ...otherPaths])
      refuseOtherMethods(scope, path);
    const service = { app: scope as unknown as TypedApp, catalog };
    routeExplorer({ ...service, log, publicUrl, isOpen, isEdited });
    routeHealth(service, polls);
    routeFeeds({ ...service, originOf, isOpen, checkKey });
    routeLlms(service, llms);
    routeReference({ ...service, log, hasMcp: llms.hasMcp, plans: llms.plans, publicUrl });
  });
}
