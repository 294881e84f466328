import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Service } from "../api.js";
import { READING, refuseOtherMethods } from "../methods.js";

const PATHS = ["/openapi.json", "/docs", "/docs/*"];
/** Headers that belong to the connection or are set for every answer. */
const OUTER_HEADERS = ["connection", "content-length", "date", "transfer-encoding"];

/** GET /openapi.json and the pages below /docs. What answers them is made when the first of them is asked for. */
export function routeReference({ app }: Pick<Service, "app">): void {
  let made: Promise<FastifyInstance> | undefined;
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    made ??= import("../reference/reference-app.js").then(({ createReferenceApp }) => createReferenceApp());
    const reference = await made;
    const known = request.headers["if-none-match"];
    const headers = known === undefined ? {} : { "if-none-match": known };
    const answer = await reference.inject({ method: "GET", url: request.url, headers });
    if (answer.statusCode === 404) return reply.callNotFound();
    for (const [name, value] of Object.entries(answer.headers))
      if (!OUTER_HEADERS.includes(name)) reply.header(name, value);
    await reply.code(answer.statusCode).send(answer.rawPayload);
  };
  for (const url of PATHS) {
    app.route({ method: READING, url, handler });
    refuseOtherMethods(app, url);
  }
}
