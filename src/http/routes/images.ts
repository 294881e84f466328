import type { Service } from "../api.js";
import { ApiError } from "../api-error.js";
import { etagOf, sendIfKnown } from "../conditional.js";
import { READING, refuseOtherMethods } from "../methods.js";
import { withRequest } from "../reference/example-requests.js";
import { refusals } from "../reference/responses.js";
import { IdParams } from "../schemas.js";

const PATH = "/images/:id";

/** GET /images/:id: the picture of an icon. Needs no key and counts for nobody. */
export function routeImages({ app, catalog }: Service): void {
  app.route({
    method: READING,
    url: PATH,
    schema: {
      operationId: "getImage",
      summary: "Get a picture",
      description: withRequest(
        "The icon's picture from the dataset, 128 × 128 pixels.",
        "/images/spotify",
        "--output spotify.webp ",
      ),
      tags: ["beside the API"],
      security: [],
      params: IdParams,
      response: {
        200: { description: "The picture.", content: { "image/webp": { schema: {} } } },
        ...refusals("icon_not_found", "unavailable"),
      },
    },
    handler(request, reply) {
      const { id } = request.params;
      const current = catalog();
      const image = current.image(id);
      if (image === undefined) throw new ApiError("icon_not_found", `the icon ${JSON.stringify(id)} has no picture`);
      reply.headers({
        "cache-control": "public, max-age=3600",
        "content-security-policy": "sandbox; default-src 'none'",
        "cross-origin-resource-policy": "cross-origin",
      });
      if (sendIfKnown(request, reply, etagOf("image", current.generation, id))) return;
      reply.type("image/webp").send(image);
    },
  });
  refuseOtherMethods(app, PATH);
}
