import { createHash } from "node:crypto";
import type { Catalog } from "../../catalog/catalog.js";
import { IMAGE_SIDE, LARGE_IMAGE_SIDE } from "../../format/artifact-files.js";
import { webpSide } from "../../format/webp-side.js";
import { CORS_HEADERS } from "../answer-headers.js";
import type { Service } from "../api.js";
import { ApiError } from "../api-error.js";
import { sendIfKnown } from "../etag.js";
import { READING, refuseOtherMethods } from "../methods.js";
import { withRequest } from "../reference/example-requests.js";
import { refusals } from "../reference/responses.js";
import { IdParams, ImageQuery } from "../schemas.js";

const PATH = "/images/:id";
const EXPOSED = `${CORS_HEADERS["access-control-expose-headers"]}, X-Image-Width`;
const HOUR = 3600;
const YEAR = 365 * 24 * HOUR;
const CACHED_BYTES = 4 * 1024 * 1024;
/** Hex digits of an image's version: 64 bits. */
const VERSION_DIGITS = 16;

const DESCRIPTION = `Returns the icon's image as a square WebP.

\`size\` is the wanted side length in pixels. The answer is the smallest stored image that is at least as large, or the largest one; images
are never enlarged. Sizes are ${IMAGE_SIDE} pixels and, for drawings and larger sources, up to ${LARGE_IMAGE_SIDE}.
\`X-Image-Width\` is the width of the answer in pixels.

The ETag depends on the image alone, so it survives updates of the dataset. With its 16 digits as
\`v\` the URL always means this image and may be cached for a year.`;

/** An image as it is sent. */
interface ServedImage {
  readonly image: Buffer;
  /** Names its content. */
  readonly version: string;
}

/**
 * Copies of the images that were requested last, 4 MiB in total, so that answers with one image share its bytes and one hash of them, instead of each having a copy of
 * what is mapped.
 */
function createImageCache(): { get(catalog: Catalog, id: string, size: number): ServedImage | undefined } {
  /** The one that was used last comes last. */
  const images = new Map<string, ServedImage>();
  let bytes = 0;
  return {
    get(catalog, id, size) {
      const side = size > IMAGE_SIDE ? LARGE_IMAGE_SIDE : IMAGE_SIDE;
      const name = `${catalog.generation} ${side} ${id}`;
      let served = images.get(name);
      if (served === undefined) {
        const image = catalog.image(id, side);
        if (image === undefined) return undefined;
        const version = createHash("sha256").update(image).digest("hex").slice(0, VERSION_DIGITS);
        served = { image, version };
        bytes += image.length;
      } else images.delete(name);
      images.set(name, served);
      for (const [oldest, { image }] of images) {
        if (bytes <= CACHED_BYTES) break;
        images.delete(oldest);
        bytes -= image.length;
      }
      return served;
    },
  };
}

/** GET /images/:id: the image of an icon. Needs no key and counts against no plan. */
export function routeImages({ app, catalog }: Service): void {
  const images = createImageCache();
  app.route({
    method: READING,
    url: PATH,
    schema: {
      operationId: "getImage",
      summary: "Get an image",
      description: withRequest(DESCRIPTION, "/images/spotify?size=512", "--output spotify.webp "),
      tags: ["service"],
      security: [],
      params: IdParams,
      querystring: ImageQuery,
      response: {
        200: { description: "The image.", content: { "image/webp": { schema: {} } } },
        ...refusals("invalid_parameter", "icon_not_found", "unavailable"),
      },
    },
    handler(request, reply) {
      const { id } = request.params;
      const { size = IMAGE_SIDE, v } = request.query;
      const served = images.get(catalog(), id, size);
      if (served === undefined) throw new ApiError("icon_not_found", `the icon ${JSON.stringify(id)} has no image`);
      const { image, version } = served;
      reply.headers({
        "cache-control": v === version ? `public, max-age=${YEAR}, immutable` : `public, max-age=${HOUR}`,
        "content-security-policy": "sandbox; default-src 'none'",
        "cross-origin-resource-policy": "cross-origin",
        "x-image-width": webpSide(image),
        "access-control-expose-headers": EXPOSED,
      });
      if (sendIfKnown(request, reply, `W/"${version}"`)) return;
      reply.type("image/webp").send(image);
    },
  });
  refuseOtherMethods(app, PATH);
}
