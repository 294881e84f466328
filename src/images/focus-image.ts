import { Resvg } from "@resvg/resvg-js";
import type { StoredImage } from "../format/stored-image.js";
import type { Pixels } from "../phash/pixels.js";
import { composeDrawing, nest, type Place, ROOT } from "./compose-drawing.js";
import { type ImageRequest, MEASURED_SIDE, TRIMMED_HEIGHT, toImageRequest } from "./image-options.js";
import { openRaster } from "./open-raster.js";
import { type Renderer, rasterize, rasterizeDrawing } from "./rasterize.js";

/** Pixels with less than this share of the greatest opacity of an image are invisible, such as the rim of a shadow. */
const LEAST_OPACITY = 1 / 8;
/** A visible part of less than 1/8 of the side counts as that large, so that nothing is drawn far beyond the image. */
const MOST_ENLARGED = 8;
const WHOLE = toImageRequest({ background: "none", padding: 0 });
const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };

/**
 * Replaces the option `content` of a request: by an image in whose square the visible part has this share, in the middle;
 * or `trim`: by a drawing that ends where its visible part does.
 *
 * Cost: an image is rendered once more, at up to `MEASURED_SIDE`
 *
 * @throws like `rasterize`
 */
export async function focusImage(
  image: StoredImage,
  request: ImageRequest,
  renderer: Renderer,
): Promise<readonly [StoredImage, ImageRequest]> {
  const { content, trim, ...rest } = request;
  if (trim) {
    const trimmed = await trimDrawing(image, request.color, renderer);
    const width = rest.height && Math.round((rest.height / trimmed.height) * trimmed.width);
    return [
      { ...image, ...trimmed, padding: 0 },
      { ...rest, width, color: undefined },
    ];
  }
  if (content === undefined) return [image, request];
  const focused =
    image.kind === "svg"
      ? await focusDrawing(image, content, request.color, renderer)
      : await focusRaster(image, content, Math.max(request.width!, request.height!));
  return [
    { ...image, ...focused, padding: 0 },
    { ...rest, color: undefined },
  ];
}

type Focused = Pick<StoredImage, "kind" | "width" | "height" | "file">;

/**
 * The visible part in a view box that is `TRIMMED_HEIGHT` high and a whole number wide, in the middle of that width.
 */
async function trimDrawing(image: StoredImage, color: string | undefined, renderer: Renderer): Promise<Focused> {
  const [width, height] = [MEASURED_SIDE, MEASURED_SIDE];
  const square = composeDrawing(image, { ...WHOLE, color, width, height });
  const placed = (place: Place): string => nest(square, ROOT.exec(square)![0], undefined, place, "hidden");
  const seen = boundsOf(await rasterizeDrawing(square, width, height, renderer));
  const canvas = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">`;
  const box = exactly(seen, `${canvas}${placed({ left: 0, top: 0, width, height })}</svg>`);
  const scale = TRIMMED_HEIGHT / box.height;
  const wide = Math.max(1, Math.ceil(box.width * scale - 1 / MEASURED_SIDE));
  const [left, top, side] = [(wide - box.width * scale) / 2 - box.left * scale, -box.top * scale, width * scale].map(
    (length) => Math.round(length * 1000) / 1000,
  );
  const inner = placed({ left: left!, top: top!, width: side!, height: side! });
  const text = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${wide} ${TRIMMED_HEIGHT}">${inner}</svg>`;
  return { kind: "svg", width: wide, height: TRIMMED_HEIGHT, file: Buffer.from(text) };
}

/** The bounding box of the shapes of a drawing if it is that of the visible pixels: some shapes may be invisible. */
function exactly(seen: Place, drawing: string): Place {
  const box = new Resvg(drawing).getBBox();
  if (box === undefined) return seen;
  const { x: left, y: top, width, height } = box;
  const edges = ({ left, top, width, height }: Place) => [left, top, left + width, top + height];
  const others = edges(seen);
  return edges({ left, top, width, height }).every((edge, at) => Math.abs(edge - others[at]!) <= 2)
    ? { left, top, width, height }
    : seen;
}

async function focusDrawing(
  image: StoredImage,
  content: number,
  color: string | undefined,
  renderer: Renderer,
): Promise<Focused> {
  const [width, height] = [MEASURED_SIDE, MEASURED_SIDE];
  const square = composeDrawing(image, { ...WHOLE, color, width, height });
  const { left, top, side } = squareAround(await rasterizeDrawing(square, width, height, renderer), content);
  const inner = nest(square, ROOT.exec(square)![0], undefined, { left: 0, top: 0, width, height }, "hidden");
  const viewBox = [left, top, side, side].map((length) => Math.round(length * 1000) / 1000).join(" ");
  const text = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}">${inner}</svg>`;
  return { kind: "svg", width, height, file: Buffer.from(text) };
}

/** @param target side of the result in pixels */
async function focusRaster(image: StoredImage, content: number, target: number): Promise<Focused> {
  const scale = Math.min(1, MEASURED_SIDE / Math.max(image.width, image.height));
  const [width, height] = [image.width, image.height].map((side) => Math.max(1, Math.round(side * scale)));
  const pixels = await rasterize(image, { ...WHOLE, width: width!, height: height! });
  const around = squareAround(pixels, content);
  /** Where the image begins and ends that is in the square, in its pixels and in those of the result. */
  const alongAxis = (start: number, own: number, measured: number) => {
    const zoom = own / measured;
    const [from, to] = [start * zoom, (start + around.side) * zoom].map((at) =>
      Math.max(0, Math.min(own, Math.round(at))),
    );
    const at = (pixel: number): number =>
      Math.max(0, Math.min(target, Math.round(((pixel / zoom - start) / around.side) * target)));
    const before = Math.min(at(from!), target - 1);
    return { from: from!, length: to! - from!, before, drawn: Math.max(1, at(to!) - before) };
  };
  const x = alongAxis(around.left, image.width, width!);
  const y = alongAxis(around.top, image.height, height!);
  const png = await openRaster(image.file)
    .extract({ left: x.from, top: y.from, width: x.length, height: y.length })
    .resize(x.drawn, y.drawn, { fit: "fill" })
    .extend({
      left: x.before,
      right: target - x.before - x.drawn,
      top: y.before,
      bottom: target - y.before - y.drawn,
      background: CLEAR,
    })
    .png({ compressionLevel: 1 })
    .toBuffer();
  return { kind: "png", width: target, height: target, file: png };
}

/** The square in which the visible part of an image has a share of the side, in the middle. */
function squareAround(pixels: Pixels, content: number) {
  const { left, top, width, height } = boundsOf(pixels);
  const side = Math.max(width, height, Math.max(pixels.width, pixels.height) / MOST_ENLARGED) / content;
  return { left: left + (width - side) / 2, top: top + (height - side) / 2, side };
}

/** The bounding box of the visible pixels; the whole image if there are none. */
function boundsOf({ data, width, height }: Pixels): Place {
  let greatest = 1;
  for (let at = 3; at < data.length; at += 4) if (data[at]! > greatest) greatest = data[at]!;
  const least = greatest * LEAST_OPACITY;
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0, at = 3; y < height; y++) {
    for (let x = 0; x < width; x++, at += 4) {
      if (data[at]! < least) continue;
      if (x < left) left = x;
      if (x > right) right = x;
      if (top > y) top = y;
      bottom = y;
    }
  }
  if (right < 0) return { left: 0, top: 0, width, height };
  return { left, top, width: right + 1 - left, height: bottom + 1 - top };
}
