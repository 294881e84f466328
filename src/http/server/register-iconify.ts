import type { FastifyInstance, FastifyRequest } from "fastify";
import type { TypedApp } from "../api.js";
import { createIconifyResponses } from "../iconify/responses.js";
import { routeIconifyData, routeIconifyImages } from "../iconify/routes.js";
import { DEFAULT_ICONIFY_PREFIX, type IconifySettings } from "../iconify/settings.js";
import { compressResponses } from "../responses/compression.js";
import { createTaskScheduler } from "../transport/task-scheduler.js";
import type { AuxiliaryOptions } from "./register-routes.js";

type Unused = "polls" | "isOpen" | "isEdited" | "llms" | "originOf" | "checkKey" | "otherPaths";

interface IconifyOptions extends Omit<AuxiliaryOptions, Unused> {
  readonly settings: IconifySettings;
  readonly maxParameters: number;
  /** Identifies and counts the caller. @throws ApiError */
  readonly admit: (request: FastifyRequest) => void | Promise<void>;
}

/**
 * Registers the routes of the Iconify API. Data counts against the quota, images do not. Routes of this service take
 * precedence, since their paths have no parameters where these have one.
 */
export async function registerIconify(app: FastifyInstance, options: IconifyOptions): Promise<void> {
  const { settings, maxParameters, admit, catalog, log, sendError, checkHead, isDraining, compress } = options;
  const { prefix: ownPrefix = DEFAULT_ICONIFY_PREFIX, path: below = "" } = settings;
  const writer = createIconifyResponses(log, isDraining, `iconify ${ownPrefix}`);
  const tasks = createTaskScheduler();
  const register = (isData: boolean) =>
    app.register(
      async (scope) => {
        scope.addHook("onRequest", (request, _reply, done) => {
          request.arrived = performance.now();
          checkHead(request.raw, request.originalUrl);
          const admitted = isData ? admit(request) : undefined;
          if (admitted === undefined) done();
          else admitted.then(() => done(), done);
        });
        scope.setErrorHandler((error: Error, request, reply) => {
          writer.setHeaders(request, reply);
          sendError(error, request, reply);
          log.followResponse(request, reply, reply.statusCode);
        });
        compressResponses(scope, compress);
        const service = {
          app: scope as unknown as TypedApp,
          catalog,
          writer,
          tasks,
          ownPrefix,
          maxParameters,
        };
        if (isData) routeIconifyData(service);
        else routeIconifyImages(service);
      },
      { prefix: below },
    );
  await register(true);
  await register(false);
}
