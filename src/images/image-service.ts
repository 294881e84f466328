import { createHash } from "node:crypto";
import { decodeImageHead, decodeStoredImage, type StoredImageHead } from "../format/stored-image.js";
import { createByteCache } from "../platform/byte-cache.js";
import { type Canvas, canvasOf } from "./canvas.js";
import { composeDrawing, NotRecolorableError, ROOT } from "./compose-drawing.js";
import { IMAGE_FORMATS, type ImageRequest, requestKey } from "./image-options.js";
import { createRenderPool } from "./render-pool.js";
import { estimateSeconds, type RenderClient } from "./render-queue.js";
import { RENDERERS } from "./renderers.js";

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

/** Serves images in all forms. */
export interface ImageService {
  /**
   * @param name of the stored image, unique in this process
   * @param stored as in the blob `images`, or a function that makes it if the image is not cached. It may be a view, which
   * is read until the image is rendered.
   * @param client who requests it; default: this process, which has no other clients
   * @throws NotRecolorableError, NoDrawingError; FormatError if the item is damaged
   */
  request(name: string, stored: Buffer | (() => Buffer), request: ImageRequest, client?: RenderClient): RequestedImage;
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
      const head = decodeImageHead(item);
      refuseImpossible(head, request);
      const version = versionOf(item, request);
      const canvas = canvasOf(head, request);
      if (request.format === "svg") {
        const bytes = Buffer.from(inGrays(composeDrawing(decodeStoredImage(item), request), request));
        const drawing = { version, canvas: request.width === undefined ? undefined : canvas, bytes };
        cache.set(key, drawing);
        return { ...drawing, type, bytes: () => bytes };
      }
      const keep = (bytes: Buffer): void => cache.set(key, { version, canvas, bytes });
      const seconds = estimateSeconds(request.format, canvas);
      return { version, type, canvas, bytes: () => pool.render({ key, item, request, seconds, keep }, client) };
    },
    close: () => pool.close(),
  };
}

const VIEW_BOX = /\sviewBox\s*=\s*["']\s*([-+\d.e]+)[\s,]+([-+\d.e]+)[\s,]+([\d.e]+)[\s,]+([\d.e]+)\s*["']/i;

/**
 * A drawing in grays if these are requested, else unchanged. Saturation is computed in linear light, as for raster
 * images. The filter's region is the view box, since the usual one ends where a straight line does.
 */
function inGrays(svg: string, { greyscale }: ImageRequest): string {
  if (!greyscale) return svg;
  const root = ROOT.exec(svg)![0];
  const [, x = "-50%", y = "-50%", width = "200%", height = "200%"] = VIEW_BOX.exec(root) ?? [];
  const region = `filterUnits="userSpaceOnUse" x="${x}" y="${y}" width="${width}" height="${height}"`;
  const id = `icon-grays${[x, y, width, height].map((length) => `-${length}`).join("")}`.replaceAll("%", "");
  const filter = `<filter id="${id}" ${region}><feColorMatrix type="saturate" values="0"/></filter><g filter="url(#${id})">`;
  return `${root}${filter}${svg.slice(root.length).replace(/<\/svg>\s*$/, "</g></svg>")}`;
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
    .update(`${RENDERERS} ${requestKey(request)}\n`)
    .update(item);
  return hash.digest("hex").slice(0, VERSION_DIGITS);
}
