import type { Service } from "../api.js";
import { makeInThread } from "../made-in-thread.js";
import { READING, refuseOtherMethods } from "../methods.js";
import { pathOf } from "../query-string.js";
import type { RequestLog } from "../request-log.js";
import { sendStatic } from "../static-answers.js";
import type { ReferenceFacts } from "./reference-app.js";

const PATHS = ["/openapi.json", "/docs", "/docs/*"];
const THREAD = new URL("./reference-thread.js", import.meta.url);

interface ReferenceOptions extends Pick<Service, "app">, ReferenceFacts {
  readonly log: RequestLog;
}

/**
 * GET /openapi.json and the pages below /docs: a fixed set of answers, created on the first request for any of them.
 */
export function routeReference({ app, log, hasMcp, plans, publicUrl }: ReferenceOptions): void {
  const reference = makeInThread<undefined>(THREAD, log, { hasMcp, plans, publicUrl } satisfies ReferenceFacts);
  app.addHook("onClose", () => reference.close());
  for (const url of PATHS) {
    app.route({
      method: READING,
      url,
      config: { compress: false },
      async handler(request, reply) {
        const { answers } = await reference.get(request);
        const answer = answers.get(pathOf(request.url));
        return answer === undefined ? reply.callNotFound() : sendStatic(request, reply, answer);
      },
    });
    refuseOtherMethods(app, url);
  }
}
