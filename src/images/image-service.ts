import { createHash } from "node:crypto";
import { decodeImageHead, decodeStoredImage, type StoredImageHead } from "../format/stored-image.js";
import { createByteCache } from "../platform/byte-cache.js";
import { type Canvas, canvasOf } from "./canvas.js";
import { composeDrawing, NotRecolorableError } from "./compose-drawing.js";
import { IMAGE_FORMATS, type ImageRequest, requestKey } from "./image-options.js";
import { createRenderPool, TooExpensiveError } from "./render-pool.js";

/** Increase when equal requests produce different images, so that caches are invalidated. */
const RENDERING_VERSION = 2;
/** Hex digits of an image version: 64 bits. */
const VERSION_DIGITS = 16;
const CACHED_BYTES = 16 * 2 ** 20;
/** Maximum number of images that are known to exceed the limits. Trying one again costs seconds. */
const MAX_EXPENSIVE = 1000;

/** An SVG of a raster image was requested. */
export class NoDrawingError extends Error {
  override readonly name = "NoDrawingError";
}

/** A requested image, which may still have to be rendered. */
export interface RequestedImage {
  /** 16 hex digits that depend only on the stored image and the request. */
  readonly version: string;
  /** The media type. */
  readonly type: string;
  /** In pixels; undefined for a drawing at its own size. */
  readonly canvas: Canvas | undefined;
  /**
   * The image. Returned synchronously if it is cached or needs no rendering, like drawings as SVG. @throws like
   * `RenderPool.render`
   */
  bytes(): Buffer | Promise<Buffer>;
}

/** Serves images in all forms. */
export interface ImageService {
  /**
   * @param name of the stored image, unique in this process
   * @param item as stored in the blob `images`. It may be a view; it is read before this returns.
   * @param client who requests it; see `RenderPool`
   * @throws NotRecolorableError, NoDrawingError; FormatError if the item is damaged
   */
  request(name: string, item: Buffer, request: ImageRequest, client: string): RequestedImage;
  /** Ends the renderers. */
  close(): Promise<void>;
}

interface CachedImage extends Pick<RequestedImage, "version" | "canvas"> {
  readonly bytes: Buffer;
}

/** @param processes maximum number of images rendered at the same time; the processes start on demand */
export function createImageService(processes: number): ImageService {
  const cache = createByteCache<CachedImage>(CACHED_BYTES);
  const pool = createRenderPool(processes);
  /** Concurrent equal requests share one rendering. */
  const drawing = new Map<string, Promise<Buffer>>();
  const expensive = new Map<string, TooExpensiveError>();

  const draw = async (
    key: string,
    { version, canvas }: Omit<CachedImage, "bytes">,
    rendering: Promise<Buffer>,
  ): Promise<Buffer> => {
    try {
      const bytes = await rendering;
      cache.set(key, { version, canvas, bytes });
      return bytes;
    } catch (error) {
      if (error instanceof TooExpensiveError) {
        if (expensive.size === MAX_EXPENSIVE) expensive.clear();
        expensive.set(key, error);
      }
      throw error;
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
        const known = expensive.get(key);
        if (known !== undefined) return Promise.reject(known);
        const running = drawing.get(key) ?? draw(key, { version, canvas }, pool.render(item, request, client));
        drawing.set(key, running);
        return running;
      };
      return { version, type, canvas, bytes };
    },
    close: () => pool.close(),
  };
}

/** Rejects requests that are known to be impossible without rendering. */
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
