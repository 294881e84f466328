import type { FastifyReply, FastifyRequest } from "fastify";
import { NotRecolorableError } from "../images/compose-drawing.js";
import type { ImageRequest } from "../images/image-options.js";
import { type ImageService, NoDrawingError, type RequestedImage } from "../images/image-service.js";
import { RenderError, RendererBusyError } from "../images/render-pool.js";
import { ApiError } from "./error-codes.js";
import { isKnown } from "./etag.js";
import type { ImageAnswerWriter, ImageHeaders } from "./image-answers.js";
import { reportQueued } from "./paced-response.js";
import type { SentImages } from "./sent-images.js";

const HOUR = 3600;
const YEAR = 365 * 24 * HOUR;
const RETRY_SECONDS = 1;

/** Dependencies of image answers. */
export interface ImageSender {
  readonly images: ImageService;
  readonly answers: ImageAnswerWriter;
  readonly sent: SentImages;
}

/** A stored image to answer with. */
export interface FoundImage {
  readonly generation: string;
  readonly id: string;
  /** Distinguishes the images of the icon; it contains no control character. */
  readonly which: string;
  /** The image as stored in the blob `images`. */
  readonly item: Buffer;
}

/** The requested form, and how the answer is used. */
export interface WantedImage {
  readonly request: ImageRequest;
  /** The version that the URL names. */
  readonly version?: string | undefined;
  /** Makes browsers save the image under this name. */
  readonly fileName?: string | undefined;
}

/**
 * Answers with an image, or with 304 if the client has it.
 *
 * @throws ApiError drawing_not_found, not_recolorable, unavailable, image_too_expensive
 */
export function answerImage(
  { images, answers, sent }: ImageSender,
  request: FastifyRequest,
  reply: FastifyReply,
  { generation, id, which, item }: FoundImage,
  { request: wanted, version, fileName }: WantedImage,
): Promise<FastifyReply> | undefined {
  const image = begin(images, `${generation} ${id}\0${which}`, item, wanted, request.ip, id);
  const headers = headersOf(image, version, fileName);
  const send = (bytes: Buffer): void => {
    sent.set(generation, request.url, { headers, bytes });
    answers.send(request, reply, headers, bytes);
  };
  const bytes = isKnown(request, headers.etag) ? undefined : image.bytes();
  if (bytes instanceof Promise) {
    reportQueued(reply.raw);
    return drawn(bytes, id).then((image) => {
      send(image);
      return reply;
    });
  }
  if (bytes === undefined) answers.send(request, reply, headers, undefined);
  else send(bytes);
  return undefined;
}

/** @throws ApiError drawing_not_found, not_recolorable */
function begin(
  images: ImageService,
  name: string,
  item: Buffer,
  wanted: ImageRequest,
  client: string,
  id: string,
): RequestedImage {
  try {
    return images.request(name, item, wanted, client);
  } catch (error) {
    const icon = JSON.stringify(id);
    if (error instanceof NoDrawingError) {
      throw new ApiError(
        "drawing_not_found",
        `the image of ${icon} is a raster file; request it as PNG, WebP, AVIF, JPEG or ICO`,
      );
    }
    if (error instanceof NotRecolorableError) {
      throw new ApiError("not_recolorable", `the image of ${icon} can't be recolored: ${error.message}`, {
        param: "color",
      });
    }
    throw error;
  }
}

/** @throws ApiError unavailable, image_too_expensive */
async function drawn(bytes: Promise<Buffer>, id: string): Promise<Buffer> {
  try {
    return await bytes;
  } catch (error) {
    if (error instanceof RendererBusyError) {
      throw new ApiError("unavailable", "too many images are being rendered; try again in a second", {
        headers: { "retry-after": String(RETRY_SECONDS) },
      });
    }
    if (!(error instanceof RenderError)) throw error;
    throw new ApiError("image_too_expensive", `the image of ${JSON.stringify(id)} can't be rendered: ${error.message}`);
  }
}

function headersOf(
  { version, type, canvas }: RequestedImage,
  v: string | undefined,
  fileName: string | undefined,
): ImageHeaders {
  const more: string[] = [];
  if (canvas !== undefined) more.push("x-image-width", String(canvas.width), "x-image-height", String(canvas.height));
  if (fileName !== undefined) more.push("content-disposition", attachment(fileName));
  const cacheControl = v === version ? `public, max-age=${YEAR}, immutable` : `public, max-age=${HOUR}`;
  return { type, etag: `W/"${version}"`, cacheControl, more };
}

/** RFC 6266, section 4.3: non-ASCII names need the extended form. */
function attachment(fileName: string): string {
  const plain = fileName.replaceAll(/[^\w .()+-]/g, "_");
  const extended = encodeURIComponent(fileName).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${extended}`;
}
