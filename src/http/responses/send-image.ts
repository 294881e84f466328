import type { FastifyReply, FastifyRequest } from "fastify";
import { addressGroup } from "../../access/address.js";
import { NotRecolorableError } from "../../images/compose-drawing.js";
import type { ImageRequest } from "../../images/image-options.js";
import {
  type ImageService,
  NoDrawingError,
  type RequestedImage,
  type StoredSource,
} from "../../images/image-service.js";
import { RenderError } from "../../images/render-errors.js";
import { ApiError } from "../contract/error-codes.js";
import { isKnown } from "./etag.js";
import type { ImageHeaders, ImageWriter } from "./image-writer.js";
import type { SentImage, SentImages } from "./sent-images.js";

const HOUR = 3600;
const YEAR = 365 * 24 * HOUR;
/** For responses that may change with the dataset, at most an hour later. */
export const CACHED = `public, max-age=${HOUR}`;

/** Dependencies of image responses. */
export interface ImageSender {
  readonly images: ImageService;
  readonly writer: ImageWriter;
  readonly sent: SentImages;
}

/** A stored image to respond with. */
export interface FoundImage {
  readonly generation: string;
  readonly id: string;
  /** Distinguishes the images of the icon; it contains no control character. */
  readonly which: string;
  readonly item: StoredSource;
}

/** The requested form, and how the response is used. */
export interface WantedImage {
  readonly request: ImageRequest;
  /** The version that the URL names. */
  readonly version?: string | undefined;
  /** Makes browsers save the image under this name. */
  readonly fileName?: string | undefined;
  /** The address of the image, if it has another format than the URL names. */
  readonly location?: string | undefined;
  /** Whether the format depends on what the client accepts. */
  readonly isNegotiated?: boolean | undefined;
}

/** A response of a generation. */
interface MadeBytes extends SentImage {
  readonly generation: string;
}

/** Sends bytes, or 304 if the client has them, and keeps them for the same URL. */
export function sendBytes(
  { writer, sent }: Pick<ImageSender, "writer" | "sent">,
  request: FastifyRequest,
  reply: FastifyReply,
  { generation, headers, bytes }: MadeBytes,
): void {
  // The URL of a negotiated image has several.
  if (!headers.isNegotiated) sent.set(generation, request.url, { headers, bytes });
  writer.send(request, reply, headers, isKnown(request, headers.etag) ? undefined : bytes);
}

/** Sends an image of this generation that was sent for the same URL before. @returns whether there is one */
export function sendAgain(
  { writer, sent }: Pick<ImageSender, "writer" | "sent">,
  request: FastifyRequest,
  reply: FastifyReply,
  generation: string,
): boolean {
  const image = sent.get(generation, request.url);
  if (image === undefined) return false;
  writer.send(request, reply, image.headers, isKnown(request, image.headers.etag) ? undefined : image.bytes);
  return true;
}

/**
 * Responds with an image, or with 304 if the client has it.
 *
 * @throws like `requestImage`
 */
export function sendImage(
  sender: ImageSender,
  request: FastifyRequest,
  reply: FastifyReply,
  found: FoundImage,
  { request: wanted, ...use }: WantedImage,
): Promise<FastifyReply> | undefined {
  const image = requestImage(sender.images, reply, found, wanted);
  const headers = headersOf(image, use);
  const { generation } = found;
  const bytes = isKnown(request, headers.etag) ? undefined : image.bytes();
  if (bytes instanceof Promise) {
    return bytes.then((image) => {
      sendBytes(sender, request, reply, { generation, headers, bytes: image });
      return reply;
    });
  }
  if (bytes === undefined) sender.writer.send(request, reply, headers, undefined);
  else sendBytes(sender, request, reply, { generation, headers, bytes });
  return undefined;
}

/**
 * Requests an image for the client of a response. Clients take turns by address, IPv6 clients by network, as for quotas.
 *
 * @throws ApiError drawing_not_found, not_recolorable. The promise of the bytes may reject with ApiError
 * image_too_expensive or RendererUnavailableError.
 */
export function requestImage(
  images: ImageService,
  { request }: FastifyReply,
  { generation, id, which, item }: FoundImage,
  wanted: ImageRequest,
): RequestedImage {
  const client = { name: addressGroup(request.ip), isWaiting: () => !request.raw.socket.destroyed };
  const explain = (error: unknown): never => {
    throw refusalOf(error, JSON.stringify(id));
  };
  try {
    const image = images.request(`${generation} ${id}\0${which}`, item, wanted, client);
    return {
      ...image,
      bytes() {
        const bytes = image.bytes();
        return bytes instanceof Promise ? bytes.catch(explain) : bytes;
      },
    };
  } catch (error) {
    return explain(error);
  }
}

/** @param icon its id in quotation marks */
function refusalOf(error: unknown, icon: string): unknown {
  if (error instanceof NoDrawingError) {
    const problem = `the image of ${icon} is a raster file; request it as PNG, WebP, AVIF, JPEG or ICO`;
    return new ApiError("drawing_not_found", problem);
  }
  if (error instanceof NotRecolorableError) {
    const problem = `the image of ${icon} can't be recolored: ${error.message}`;
    return new ApiError("not_recolorable", problem, { param: "color" });
  }
  if (error instanceof RenderError)
    return new ApiError("image_too_expensive", `the image of ${icon} can't be rendered: ${error.message}`);
  return error;
}

function headersOf(
  { version, type, canvas }: RequestedImage,
  { version: v, fileName, location, isNegotiated = false }: Omit<WantedImage, "request">,
): ImageHeaders {
  const more: string[] = [];
  if (canvas !== undefined) more.push("x-image-width", String(canvas.width), "x-image-height", String(canvas.height));
  if (location !== undefined) more.push("content-location", location);
  if (fileName !== undefined) more.push("content-disposition", attachment(fileName));
  const cacheControl = v === version ? `public, max-age=${YEAR}, immutable` : CACHED;
  return { type, etag: `W/"${version}"`, cacheControl, more, isNegotiated };
}

/** RFC 6266, section 4.3: non-ASCII names need the extended form. */
function attachment(fileName: string): string {
  const plain = fileName.replaceAll(/[^\w .()+-]/g, "_");
  const extended = encodeURIComponent(fileName).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${extended}`;
}
