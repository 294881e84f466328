import type { Catalog } from "../../catalog/catalog.js";
import { FormatError } from "../../format/format-error.js";
import { decodeImageHead, decodeStoredImage } from "../../format/stored-image.js";
import { composeDrawing } from "../../images/compose-drawing.js";
import { toImageRequest } from "../../images/image-options.js";

/** Larger drawings are requested: they would take the place of several others. */
const MAX_DRAWING = 4 * 1024;
/** Of all drawings in a page, in characters before compression, which leaves about two fifths. */
const MAX_TOTAL = 52 * 1024;
/** Characters that end or change a data URL, and quotes, which are longer in HTML. */
const RESERVED = /[%#"\t\n\r]/g;

/** Parameters of an image's URL; undefined ones are omitted. */
type Parameters = Readonly<Record<string, string | number | undefined>>;

/** The drawing of an icon as a data URL, or undefined: the page requests it. */
export type PageDrawings = (id: string, parameters: Parameters) => string | undefined;

/**
 * Chooses the drawings that are part of a page, in the order of the calls, while there is room. Over a slow connection,
 * each request for an image takes much longer than its bytes.
 */
export function createPageDrawings(catalog: Catalog): PageDrawings {
  let left = MAX_TOTAL;
  return (id, { background, ...others }) => {
    if (left < MAX_DRAWING || Object.values(others).some((value) => value !== undefined)) return undefined;
    const drawing = drawingOf(catalog, id, background === undefined ? {} : { background: String(background) });
    if (drawing === undefined || drawing.length > MAX_DRAWING) return undefined;
    left -= drawing.length;
    const escaped = drawing.replaceAll(RESERVED, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, "0")}`);
    return `data:image/svg+xml,${escaped}`;
  };
}

/** Undefined: the icon has no drawing or is gone, or the drawing is damaged, which the request for it reports. */
function drawingOf(catalog: Catalog, id: string, options: { readonly background?: string }): string | undefined {
  try {
    const item = catalog.has(id) ? catalog.storedImage(id) : undefined;
    if (item === undefined || decodeImageHead(item).kind !== "svg") return undefined;
    return composeDrawing(decodeStoredImage(item), toImageRequest({ ...options, format: "svg" }));
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}
