import { decodeImageHead, decodeStoredImage } from "../../format/stored-image.js";
import { shadcnItem } from "../../images/shadcn-registry.js";
import type { Service } from "../api.js";
import { ApiError } from "../contract/error-codes.js";
import { READING } from "../contract/methods.js";
import { IdParams, NoQuery } from "../contract/request-schemas.js";
import { RegistryItem } from "../contract/response-schemas.js";
import { EXAMPLE_ORIGIN, withRequest } from "../reference/example-requests.js";
import { REGISTRY_EXAMPLE } from "../reference/examples.js";
import { refusals, success } from "../reference/responses.js";
import { CACHED, type ImageSender, sendAgain, sendBytes } from "../responses/send-image.js";
import { contentEtag } from "../responses/static-response.js";

export const REGISTRY_PATH = "/r/:id.json";

const DESCRIPTION = `Returns an item of a shadcn registry with the icon as a React component, which
\`npx shadcn add ${EXAMPLE_ORIGIN}/r/strava.json\` installs. Requests don't count against the quota and need no key.`;

interface RegistryOptions extends Service, Omit<ImageSender, "images"> {}

/** GET /r/:id.json: an icon as an item of a shadcn registry. Does not count against the quota. */
export function routeRegistry({ app, catalog, ...sender }: RegistryOptions): void {
  app.route({
    method: READING,
    url: REGISTRY_PATH,
    schema: {
      operationId: "getRegistryItem",
      summary: "Get a React component",
      description: withRequest(DESCRIPTION, "/r/strava.json"),
      tags: ["service"],
      security: [],
      params: IdParams,
      querystring: NoQuery,
      response: {
        ...success(RegistryItem, "The item.", REGISTRY_EXAMPLE),
        ...refusals(
          "bad_request",
          "icon_not_found",
          "drawing_not_found",
          "icon_renamed",
          "icon_removed",
          "unavailable",
        ),
      },
    },
    onRequest(request, reply, done) {
      if (!sendAgain(sender, request, reply, catalog().generation)) done();
    },
    handler(request, reply) {
      const { id } = request.params;
      const current = catalog();
      const item = current.storedImage(id);
      if (item === undefined) throw new ApiError("icon_not_found", `the icon ${JSON.stringify(id)} has no image`);
      if (decodeImageHead(item).kind !== "svg")
        throw new ApiError("drawing_not_found", `the image of ${JSON.stringify(id)} is a raster file, not a drawing`);
      const bytes = Buffer.from(JSON.stringify(shadcnItem(current.get(id), decodeStoredImage(item))));
      const etag = contentEtag(bytes);
      const headers = {
        type: "application/json; charset=utf-8",
        etag,
        cacheControl: CACHED,
        more: [],
        isNegotiated: false,
      };
      sendBytes(sender, request, reply, { generation: current.generation, headers, bytes });
    },
  });
}
