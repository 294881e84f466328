import type { FastifyInstance } from "fastify";
import type { PollStatus } from "../platform/poller.js";
import { API_PREFIX, setAnswerHeaders } from "./answer-headers.js";
import type { Service, TypedApp } from "./api.js";
import type { Compressor } from "./compression.js";
import { answerErrors, type ErrorAnswerer } from "./error-answers.js";
import { refuseOtherMethods } from "./methods.js";
import { OPERATION_PATHS } from "./operations.js";
import type { HeadCheck } from "./request-limits.js";
import { logAnswers, type RequestLog } from "./request-log.js";
import { routeExplorer } from "./routes/explorer.js";
import { routeHealth } from "./routes/health.js";
import { routeImages } from "./routes/images.js";
import { routeReference } from "./routes/reference.js";

/** What the auxiliary routes need. */
export interface AuxiliaryOptions extends Omit<Service, "app"> {
  readonly log: RequestLog;
  readonly answerError: ErrorAnswerer;
  readonly compress: Compressor;
  readonly checkHead: HeadCheck;
  /** State of everything that the server polls. */
  readonly polls: () => readonly PollStatus[];
  /** Whether connections are to end. */
  readonly isDraining: () => boolean;
}

/**
 * Registers the auxiliary routes: the explorer page, images, health and the reference; 405 for other methods on the paths of the operations (CORS
 * preflights among them); and 404 for all other paths. They need no key and count against no plan.
 *
 * They have a scope of their own, because the hooks of an app apply to every scope below it.
 */
export async function registerAuxiliaryRoutes(app: FastifyInstance, options: AuxiliaryOptions): Promise<void> {
  const { catalog, log, answerError, checkHead, polls, isDraining, compress } = options;
  await app.register(async (scope) => {
    answerErrors(scope, answerError);
    logAnswers(scope, log);
    await setAnswerHeaders(scope, isDraining, compress);
    scope.addHook("onRequest", (request, _reply, done) => {
      checkHead(request.raw, request.originalUrl);
      done();
    });
    for (const path of OPERATION_PATHS) refuseOtherMethods(scope, API_PREFIX + path);
    const service = { app: scope as unknown as TypedApp, catalog };
    routeExplorer({ ...service, log });
    routeImages(service);
    routeHealth(service, polls);
    routeReference({ ...service, log });
  });
}
