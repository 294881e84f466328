import { IDENTITY_KINDS, type Identity, type IdentityKind } from "../../catalog/identity-kinds.js";
import type { Api } from "../api.js";
import { ApiError } from "../contract/error-codes.js";
import { READING } from "../contract/methods.js";
import { ResolveQuery } from "../contract/request-schemas.js";
import { ResolvedList } from "../contract/response-schemas.js";
import { withKeyedRequest } from "../reference/example-requests.js";
import { EXAMPLES } from "../reference/examples.js";
import { responses } from "../reference/responses.js";
import { givenInOrder } from "../requests/validation.js";
import { listEnvelope } from "../responses/envelope.js";
import { etagOf } from "../responses/etag.js";

/** GET /resolve: the icons of domains, container images, bundles, packages and names. */
export function routeResolve({ app, catalog, originOf, writer }: Api): void {
  const schema = {
    operationId: "resolveIdentities",
    summary: "Resolve identities",
    description: withKeyedRequest(
      "Returns the icon of each identity, or null, and the reason, in the order of the query. All parameters but `fuzzy` are repeatable, together up to the plan's items per page (20 free, 100 pro), and count as one request.",
      "/api/v1/resolve?domain=open.spotify.com&container=ghcr.io/example/nothing:1.2",
    ),
    tags: ["icons"],
    querystring: ResolveQuery,
    response: responses(
      ResolvedList,
      "The identities with their icons.",
      EXAMPLES.resolve,
      "missing_parameter",
      "query_too_expensive",
    ),
  };
  app.route({
    method: READING,
    url: "/resolve",
    schema,
    handler(request, reply) {
      const caller = request.caller!;
      const { maxLimit } = caller.plan;
      const identities = givenInOrder(request.query).map(([kind, value]) => ({ kind: kind as IdentityKind, value }));
      const total = identities.length;
      if (total === 0) throw new ApiError("missing_parameter", `give ${IDENTITY_KINDS.join(", ")}; one is enough`);
      if (total > maxLimit)
        throw new ApiError("invalid_parameter", `the query has ${total} identities; ${maxLimit} are allowed`);
      const { fuzzy } = request.query;
      const isFuzzy = fuzzy === "1" || fuzzy === "true";
      const current = catalog();
      const origin = originOf(request);
      const key = JSON.stringify([isFuzzy, identities]);
      const etag = etagOf("resolve", current.generation, caller.tier, origin, key);
      const resolved = current.resolve(identities, isFuzzy);
      if (writer.sendIfKnown(request, reply, etag)) return;
      const numbers = { total, page: 1, limit: maxLimit, totalPages: 1 };
      writer.send(
        request,
        reply,
        etag,
        listEnvelope(current.resolvedText(identities satisfies Identity[], resolved, origin), numbers, caller),
      );
    },
  });
}
