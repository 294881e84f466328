import { createHash } from "node:crypto";
import { decodeImageHead, decodeStoredImage, type StoredImageHead } from "../format/stored-image.js";
import { createByteCache } from "../platform/byte-cache.js";
import { type Canvas, canvasOf } from "./canvas.js";
import { NotRecolorableError } from "./compose-drawing.js";
import { IMAGE_FORMATS, type ImageRequest, requestKey } from "./image-options.js";
import { createRenderPool } from "./render-pool.js";
import { estimateSeconds, type RenderClient } from "./render-queue.js";
import { RENDERERS } from "./renderers.js";
import { type Stack, sizeOfStack } from "./stack-layout.js";
import { svgImage } from "./svg-image.js";

/** Hex digits of an image version: 64 bits. */
const VERSION_DIGITS = 16;
const CACHED_BYTES = 16 * 2 ** 20;
/** The only client of a process that serves nobody else. */
const OWN: RenderClient = { name: "", isWaiting: () => true };

/** An SVG of a raster image was requested. */
export class NoDrawingError extends Error {
  override readonly name = "NoDrawingError";
}

/** A requested image, which may still have to be rendered. */
export interface RequestedImage {
  /** 16 hex digits that depend only on the stored image, the request and the renderers. */
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

/** What an image is made of, see `ImageService.request`. */
export type StoredSource = Buffer | (() => Buffer) | Stack;

/** Serves images in all forms. */
export interface ImageService {
  /**
   * @param name of the stored image, unique in this process
   * @param stored as in the blob `images`, or a function that makes it if the image is not cached; or a stack, which can't
   * be requested as SVG. It may be a view, which is read until the image is rendered.
   * @param client who requests it; default: this process, which has no other clients
   * @throws NotRecolorableError, NoDrawingError; FormatError if the item is damaged
   */
  request(name: string, stored: StoredSource, request: ImageRequest, client?: RenderClient): RequestedImage;
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

  return {
    request(name, stored, request, client = OWN) {
      const key = `${name} ${requestKey(request)}`;
      const type = IMAGE_FORMATS[request.format];
      const cached = cache.get(key);
      if (cached !== undefined) return { ...cached, type, bytes: () => cached.bytes };
      const item = typeof stored === "function" ? stored() : stored;
      const head = Buffer.isBuffer(item) ? decodeImageHead(item) : headOfStack(item);
      refuseImpossible(head, request);
      const version = versionOf(item, request);
      const canvas = canvasOf(head, request);
      const isMeasured = request.content !== undefined || request.trim === true;
      const facts = { version, canvas: request.width === undefined || request.trim ? undefined : canvas };
      // Only the visible part of a drawing has to be measured.
      if (request.format === "svg" && !isMeasured && Buffer.isBuffer(item)) {
        const bytes = svgImage(decodeStoredImage(item), request);
        cache.set(key, { ...facts, bytes });
        return { ...facts, type, bytes: () => bytes };
      }
      const keep = (bytes: Buffer): void => cache.set(key, { ...facts, bytes });
      const seconds = estimateSeconds(request, canvas);
      return { ...facts, type, bytes: () => pool.render({ key, item, request, seconds, keep }, client) };
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

/** A stack is like a drawing, which can be rendered in any size. */
function headOfStack({ items, layout }: Stack): StoredImageHead {
  const size = sizeOfStack(items.length, layout);
  return { ...size, kind: "svg", recolorable: false, tint: undefined, background: undefined, padding: 0 };
}

function versionOf(item: Buffer | Stack, request: ImageRequest): string {
  const hash = createHash("sha256").update(`${RENDERERS} ${requestKey(request)}\n`);
  if (Buffer.isBuffer(item)) hash.update(item);
  else {
    hash.update(JSON.stringify([item.layout, item.items.map(({ length }) => length)]));
    for (const each of item.items) hash.update(each);
  }
  return hash.digest("hex").slice(0, VERSION_DIGITS);
}
