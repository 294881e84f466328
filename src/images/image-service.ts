import { createHash } from "node:crypto";
import { decodeImageHead, decodeStoredImage, type StoredImageHead } from "../format/stored-image.js";
import { type Canvas, canvasOf } from "./canvas.js";
import { composeDrawing, NotRecolorableError } from "./compose-drawing.js";
import { createImageCache } from "./image-cache.js";
import { IMAGE_FORMATS, type ImageRequest, requestKey } from "./image-options.js";
import { createRenderPool } from "./render-pool.js";

/** Changes when equal requests give other images, so that nobody keeps the old ones. */
const RENDERING_VERSION = 1;
/** Hex digits of an image's version: 64 bits. */
const VERSION_DIGITS = 16;
const CACHED_BYTES = 16 * 2 ** 20;

/** An SVG was requested of a raster image. */
export class NoDrawingError extends Error {
  override readonly name = "NoDrawingError";
}

/** An image as requested, which may have to be drawn first. */
export interface RequestedImage {
  /** 16 hex digits: depends on the stored image and the request alone. */
  readonly version: string;
  /** The media type. */
  readonly type: string;
  /** In pixels; undefined for a drawing at its own size. */
  readonly canvas: Canvas | undefined;
  /** The image, at once if it is known, such as every drawing as SVG. @throws as `RenderPool.render` does */
  bytes(): Buffer | Promise<Buffer>;
}

/** Gives images in every form. */
export interface ImageService {
  /**
   * @param name of the stored image, unique in this process
   * @param item as the blob `images` holds it; it may be a view, and is read before this returns
   * @param client who wants it, see `RenderPool`
   * @throws NotRecolorableError, NoDrawingError; FormatError when the item is damaged
   */
  request(name: string, item: Buffer, request: ImageRequest, client: string): RequestedImage;
  /** Ends the processes that draw. */
  close(): Promise<void>;
}

interface CachedImage extends Pick<RequestedImage, "version" | "canvas"> {
  readonly bytes: Buffer;
}

/** @param processes how many images are drawn at once; they start when the first one is requested */
export function createImageService(processes: number): ImageService {
  const cache = createImageCache<CachedImage>(CACHED_BYTES);
  const pool = createRenderPool(processes);
  /** Equal requests at a time draw once. */
  const drawing = new Map<string, Promise<Buffer>>();

  const draw = async (
    key: string,
    { version, canvas }: Omit<CachedImage, "bytes">,
    rendering: Promise<Buffer>,
  ): Promise<Buffer> => {
    try {
      const bytes = await rendering;
      cache.set(key, { version, canvas, bytes });
      return bytes;
    } finally {
      drawing.delete(key);
    }
  };

  return {
    request(name, item, request, client) {
      const key = `${name} ${requestKey(request)}`;
      const type = IMAGE_FORMATS[request.format];
      const cached = cache.get(key);
      if (cached !== undefined) return { ...cached, type, bytes: () => cached.bytes };
      const head = decodeImageHead(item);
      refuseImpossible(head, request);
      const version = versionOf(item, request);
      const canvas = request.format === "svg" && request.width === undefined ? undefined : canvasOf(head, request);
      if (request.format === "svg") {
        const bytes = Buffer.from(composeDrawing(decodeStoredImage(item), request));
        cache.set(key, { version, canvas, bytes });
        return { version, type, canvas, bytes: () => bytes };
      }
      const bytes = (): Promise<Buffer> => {
        const running = drawing.get(key) ?? draw(key, { version, canvas }, pool.render(item, request, client));
        drawing.set(key, running);
        return running;
      };
      return { version, type, canvas, bytes };
    },
    close: () => pool.close(),
  };
}

/** Refuses what is known without drawing. */
function refuseImpossible({ kind, recolorable }: StoredImageHead, { format, color }: ImageRequest): void {
  if (format === "svg" && kind !== "svg") throw new NoDrawingError("the image is a raster file");
  if (color !== undefined && !recolorable) {
    throw new NotRecolorableError(kind === "svg" ? "the drawing has several colors" : "the image is a raster file");
  }
}

function versionOf(item: Uint8Array, request: ImageRequest): string {
  const hash = createHash("sha256")
    .update(`${RENDERING_VERSION} ${requestKey(request)}\n`)
    .update(item);
  return hash.digest("hex").slice(0, VERSION_DIGITS);
}
