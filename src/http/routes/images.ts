import type { Catalog } from "../../catalog/catalog.js";
import type { ImageFormat } from "../../images/image-options.js";
import { monogram } from "../../images/monogram.js";
import type { Service } from "../api.js";
import { ApiError } from "../contract/error-codes.js";
import { IMAGE_CONTENT, IMAGE_REFUSALS, ImageQuery } from "../contract/image-schemas.js";
import { READING } from "../contract/methods.js";
import { IdParams, type Static } from "../contract/schemas.js";
import { withRequest } from "../reference/example-requests.js";
import { refusals } from "../reference/responses.js";
import {
  checkRendering,
  choiceOf,
  fileNameOf,
  imageRequestOf,
  isUsual,
  isYes,
  type RenderRules,
} from "../requests/image-query.js";
import type { RawQuery } from "../requests/query-string.js";
import { type ImageSender, sendAgain, sendImage } from "../responses/send-image.js";

export const IMAGE_PATH = "/images/:id";
const EXTENSION = /^(.+)\.(svg|png|webp|avif|jpg|jpeg|ico)$/;

const DESCRIPTION = `Returns the icon's image in any form. It doesn't count against the quota and needs no key, unless the server requires one for forms other than the
default WebP and SVG.

The extension of the path names the format: \`/images/spotify.svg\`, \`.png\`, \`.webp\`, \`.avif\`, \`.jpg\` or \`.ico\`. Without one, the
response is a WebP. If an icon's id itself ends in an extension, the exact id wins; \`format\` names the format in any case.

Drawings are sharp at any size, and SVG responses contain nothing that runs or loads. Raster images are not enlarged unless \`upscale=1\`;
\`X-Image-Width\` and \`X-Image-Height\` are the size of the response. \`color\` recolors drawings in a single color. Without parameters, the image
looks as the icon's record defines. An icon without an image is a 404 or, with \`fallback=monogram\`, with the initial of its name on a color that
depends on the name.

\`variant\` names another image of the icon, and \`theme\` chooses the one for the background of a page; see \`variants\` of the icon.

The ETag depends only on the image, the parameters and the versions of the renderers, so it survives updates of the dataset. With its 16 digits as \`v\`, the URL always returns
the same image and may be cached for a year.`;

/** The result of `find`. */
interface FoundImage {
  readonly id: string;
  /** The image as stored in the blob `images`. */
  readonly item: Buffer;
  readonly format: ImageFormat | undefined;
}

interface ImagesOptions extends Service, RenderRules, ImageSender {
  /** Whether `fallback` also applies to unknown ids. */
  readonly monogram: boolean;
}

/**
 * GET /images/:id: the image of an icon in any form. Does not count against the quota; `render` decides which forms
 * need a key.
 */
export function routeImages({ app, catalog, monogram: servesUnknown, ...sender }: ImagesOptions): void {
  app.route({
    method: READING,
    url: IMAGE_PATH,
    onRequest(request, reply, done) {
      // Must run before validation, which replaces the query by parsed parameters.
      const { id } = request.params;
      const [, , extension = "webp"] = catalog().has(id) ? [] : (EXTENSION.exec(id) ?? []);
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
        200: {
          description: "The image.",
          content: IMAGE_CONTENT,
        },
        ...refusals(...IMAGE_REFUSALS, "icon_renamed", "icon_removed"),
      },
    },
    handler(request, reply) {
      const current = catalog();
      const { generation } = current;
      const { id, item, format } = find(current, request.params.id, request.query, servesUnknown);
      const { v, download } = request.query;
      const { variant, theme } = choiceOf(request.query);
      const wanted = imageRequestOf(request.query, format);
      const fileName = isYes(download) ? fileNameOf(id, variant, wanted.format) : undefined;
      const found = { generation, id, which: `${variant ?? ""} ${theme ?? ""}`, item };
      return sendImage(sender, request, reply, found, { request: wanted, version: v, fileName });
    },
  });
}

/** The stored image and the format that a request names. @throws ApiError icon_not_found; VariantNotFoundError */
function find(
  catalog: Catalog,
  name: string,
  { format, fallback, ...query }: Static<typeof ImageQuery>,
  servesUnknown: boolean,
): FoundImage {
  const [, stem, extension] = format === undefined ? (EXTENSION.exec(name) ?? []) : [];
  const exact = stem === undefined || catalog.has(name);
  const id = exact ? name : stem;
  const item =
    fallback !== undefined && servesUnknown && !catalog.has(id)
      ? monogram(id)
      : (catalog.storedImage(id, choiceOf(query)) ??
        (fallback === undefined ? undefined : monogram(catalog.get(id).name)));
  if (item === undefined) throw new ApiError("icon_not_found", `the icon ${JSON.stringify(id)} has no image`);
  if (exact) return { id, item, format };
  return { id, item, format: (extension === "jpeg" ? "jpg" : extension) as ImageFormat };
}
