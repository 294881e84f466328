import type { Catalog } from "../../catalog/catalog.js";
import { IconNotFoundError } from "../../catalog/generation/catalog-errors.js";
import type { Static } from "../../format/json-schema.js";
import type { ImageFormat } from "../../images/image-options.js";
import { monogram } from "../../images/monogram.js";
import type { Service } from "../api.js";
import { ApiError } from "../contract/error-codes.js";
import { IMAGE_REFUSALS, IMAGE_RESPONSES, ImageQuery } from "../contract/image-schemas.js";
import { READING } from "../contract/methods.js";
import { IdParams } from "../contract/request-schemas.js";
import { withRequest } from "../reference/example-requests.js";
import { refusals } from "../reference/responses.js";
import { fallbackOf, type ImageFallback } from "../requests/image-fallback.js";
import { checkRendering, choiceOf, isUsual, type RenderRules, wantedImageOf } from "../requests/image-query.js";
import type { RawQuery } from "../requests/query-string.js";
import { type ImageSender, sendAgain, sendImage } from "../responses/send-image.js";

export const IMAGE_PATH = "/images/:id";
/** The format of a response if neither the path nor `format` names one. */
const USUAL_FORMAT = "webp";
const EXTENSION = /^(.+)\.(svg|png|webp|avif|jpg|jpeg|ico)$/;

const DESCRIPTION = `Returns the icon's image in any form. It doesn't count against the quota and needs no key, unless the server requires one for forms other than the
default WebP and SVG.

The extension of the path names the format: \`/images/spotify.svg\`, \`.png\`, \`.webp\`, \`.avif\`, \`.jpg\` or \`.ico\`. Without one, the
response is a WebP. If an icon's id itself ends in an extension, the exact id wins; \`format\` names the format in any case, or with \`auto\`
leaves it to \`Accept\`.

Drawings are sharp at any size, and SVG responses contain nothing that runs or loads. Raster images are not enlarged unless \`upscale=1\`;
\`X-Image-Width\` and \`X-Image-Height\` are the size of the response. \`color\` recolors drawings in a single color. Without parameters, the image
looks as the icon's record defines. An icon without an image is a 404 or, with \`fallback=monogram\`, with the initial of its name on a color that
depends on the name. With a URL as \`fallback\`, it and unknown ids redirect there.

\`variant\` names another image of the icon, and \`theme\` chooses the one for the background of a page; see \`variants\` of the icon.

The ETag depends only on the image, the parameters and the versions of the renderers, so it survives updates of the dataset. With its 16 digits as \`v\`, the URL always returns
the same image and may be cached for a year.`;

/** A stored image, and the format that the path names. */
interface FoundImage {
  readonly id: string;
  /** The image as stored in the blob `images`. */
  readonly item: Buffer;
  readonly format: ImageFormat;
}

interface ImagesOptions extends Service, RenderRules, ImageSender {
  /** Whether `fallback=monogram` also applies to unknown ids. */
  readonly monogram: boolean;
  /** Origins to which `fallback` may redirect. */
  readonly fallbackOrigins: readonly string[];
}

/**
 * GET /images/:id: the image of an icon in any form. Does not count against the quota; `render` decides which forms
 * need a key.
 */
export function routeImages({ app, catalog, monogram: servesUnknown, ...options }: ImagesOptions): void {
  const { fallbackOrigins, ...sender } = options;
  app.route({
    method: READING,
    url: IMAGE_PATH,
    onRequest(request, reply, done) {
      // Must run before validation, which replaces the query by parsed parameters.
      const { id } = request.params;
      const [, , extension = USUAL_FORMAT] = catalog().has(id) ? [] : (EXTENSION.exec(id) ?? []);
      if (!isUsual(request.query as unknown as RawQuery, extension)) checkRendering(request, sender);
      if (!sendAgain(sender, request, reply, catalog().generation)) done();
    },
    schema: {
      operationId: "getImage",
      summary: "Get an image",
      description: withRequest(DESCRIPTION, "/images/spotify.png?size=512", "--output spotify.png "),
      tags: ["service"],
      security: [],
      params: IdParams,
      querystring: ImageQuery,
      response: {
        ...IMAGE_RESPONSES,
        ...refusals(...IMAGE_REFUSALS, "icon_renamed", "icon_removed"),
      },
    },
    handler(request, reply) {
      const current = catalog();
      const { generation } = current;
      const fallback = fallbackOf(request.query.fallback, fallbackOrigins);
      const image = find(current, request.params.id, request.query, fallback, servesUnknown);
      if ("location" in image) {
        sender.writer.redirect(request, reply, image.location);
        return undefined;
      }
      const { id, item, format } = image;
      const { variant, theme } = choiceOf(request.query);
      const found = { generation, id, which: `${variant ?? ""} ${theme ?? ""}`, item };
      return sendImage(sender, request, reply, found, wantedImageOf(request, request.query, id, format));
    },
  });
}

/** @throws ApiError icon_not_found; VariantNotFoundError */
function find(
  catalog: Catalog,
  name: string,
  { format, ...query }: Static<typeof ImageQuery>,
  fallback: ImageFallback,
  servesUnknown: boolean,
): FoundImage | Exclude<ImageFallback, string> {
  const [, stem, extension] = format === undefined ? (EXTENSION.exec(name) ?? []) : [];
  const exact = stem === undefined || catalog.has(name);
  const id = exact ? name : stem;
  const named = exact ? USUAL_FORMAT : ((extension === "jpeg" ? "jpg" : extension) as ImageFormat);
  if (fallback === "monogram" && servesUnknown && !catalog.has(id)) return { id, item: monogram(id), format: named };
  try {
    const item = catalog.storedImage(id, choiceOf(query));
    if (item !== undefined) return { id, item, format: named };
  } catch (error) {
    if (typeof fallback === "string" || !(error instanceof IconNotFoundError)) throw error;
  }
  if (typeof fallback === "object") return fallback;
  if (fallback === "monogram") return { id, item: monogram(catalog.get(id).name), format: named };
  throw new ApiError("icon_not_found", `the icon ${JSON.stringify(id)} has no image`);
}
