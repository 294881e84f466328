import type { FastifyInstance, FastifyRequest } from "fastify";
import { createAnswerWriter } from "./answer.js";
import { API_PREFIX } from "./answer-headers.js";
import type { Service, TypedApp } from "./api.js";
import { type Compressor, compressAnswers } from "./compression.js";
import type { ErrorAnswerer } from "./error-answers.js";
import type { HeadCheck } from "./request-limits.js";
import type { RequestLog } from "./request-log.js";
import { routeCategories } from "./routes/categories.js";
import { routeIconDetail } from "./routes/icon-detail.js";
import { routeIcons } from "./routes/icons.js";
import { routeSimilar } from "./routes/similar.js";

/** Where the operations are, below the API's prefix. An empty id is no icon but another path. */
export const OPERATION_PATHS = ["/icons", "/icons/:id(.+)", "/categories", "/similar"];

/** What the operations need beside what every route has. */
export interface OperationsOptions extends Omit<Service, "app"> {
  readonly log: RequestLog;
  readonly answerError: ErrorAnswerer;
  readonly compress: Compressor;
  readonly checkHead: HeadCheck;
  /** Identifies and counts the caller; a promise where another machine counts. @throws ApiError */
  readonly admit: (request: FastifyRequest) => void | Promise<void>;
  readonly originOf: (request: FastifyRequest) => string;
  readonly isDraining: () => boolean;
}

/**
 * The four operations, in a scope without the hooks and plugins of all other routes, which cost more than the answers
 * themselves. One hook does what several would, and one list of headers goes out with each answer.
 */
export async function registerOperations(app: FastifyInstance, options: OperationsOptions): Promise<void> {
  const { log, answerError, checkHead, admit, isDraining, catalog, originOf, compress } = options;
  const answers = createAnswerWriter(log, isDraining);
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
        answers.setHeaders(request, reply);
        answerError(error, request, reply);
        log.followAnswer(request, reply, reply.statusCode);
      });
      compressAnswers(scope, compress);
      const api = { app: scope as unknown as TypedApp, catalog, originOf, answers };
      routeIcons(api);
      routeIconDetail(api);
      routeCategories(api);
      routeSimilar(api);
    },
    { prefix: API_PREFIX },
  );
}
