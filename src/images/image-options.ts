import { toHexColor } from "../color/parse-color.js";

/** Image formats with their media types, by file extension. */
export const IMAGE_FORMATS = {
  svg: "image/svg+xml",
  png: "image/png",
  webp: "image/webp",
  avif: "image/avif",
  jpg: "image/jpeg",
  ico: "image/x-icon",
} as const;

export type ImageFormat = keyof typeof IMAGE_FORMATS;

/** The formats of which a client gets with `auto` the one that it prefers. */
export const AUTO_FORMATS = ["avif", "webp", "png"] as const satisfies readonly ImageFormat[];

/** Sides of images in pixels. */
export const SIDES = { least: 16, most: 1024, usual: 128 } as const;
/** The format does not allow larger icons. */
export const MAX_ICO_SIDE = 256;
/** The images in an ICO file of no given size. */
export const ICO_SIDES = [16, 32, 48, 64, 128] as const;
/** Maximum number of images in an ICO file. */
export const MOST_ICO_SIDES = 8;
/** The side in pixels at which the visible part of an image is measured for `content`. */
export const MEASURED_SIDE = 512;
/** The height of a trimmed drawing in its own units, as at Simple Icons. */
export const TRIMMED_HEIGHT = 24;

export const ROTATIONS = [0, 90, 180, 270] as const;
export const FLIPS = ["none", "horizontal", "vertical", "both"] as const;

export const OUTLINES = ["square", "rounded", "circle"] as const;

export type Outline = (typeof OUTLINES)[number];

/** The radius of their corners, as a fraction of the side. */
const RADII: Readonly<Record<Outline, number>> = { square: 0, rounded: 0.2, circle: 0.5 };

/** Substitutes for missing images; see `monogram`. */
export const FALLBACKS = ["monogram"] as const;

export type Fallback = (typeof FALLBACKS)[number];

/** Options of an image. Missing options keep the look of the icon's record. */
export interface ImageOptions {
  /** Default: webp. */
  readonly format?: ImageFormat;
  /**
   * Width and height in pixels, 16 to 1024; default 128. An ICO file has an image of each size, up to 8 of 16 to 256;
   * default 16, 32, 48, 64 and 128.
   */
  readonly size?: number | readonly number[];
  /** Width and height separately; if one is missing, it equals the other. */
  readonly width?: number;
  readonly height?: number;
  /** A CSS color for a drawing in a single color. */
  readonly color?: string;
  /** A CSS color behind the image, or `none`. */
  readonly background?: string;
  /** Margin on each side, as a fraction of the side, 0 to 0.5. */
  readonly padding?: number;
  /**
   * The share of the shorter side that the visible part of the image takes, 0.1 to 1, instead of `padding`: its longer
   * side is that long, and it is in the middle. The background does not count and still fills the image. Raster images
   * are enlarged.
   */
  readonly content?: number;
  /** Radius of the corners, as a fraction of the side, 0 to 0.5. */
  readonly radius?: number;
  /** The outline that clips the image, instead of `radius`: `rounded` is a radius of 0.2. */
  readonly shape?: Outline;
  /** Degrees clockwise. */
  readonly rotate?: (typeof ROTATIONS)[number];
  readonly flip?: (typeof FLIPS)[number];
  /** Whether the image is in grays; default false. */
  readonly greyscale?: boolean;
  /**
   * Whether a raster image is enlarged beyond its own pixels to the given size; default false. Always true for the
   * default size.
   */
  readonly upscale?: boolean;
}

/** Validated and normalized options: equal images have equal requests. */
export interface ImageRequest {
  readonly format: ImageFormat;
  /** Undefined for a drawing at its own size. */
  readonly width: number | undefined;
  readonly height: number | undefined;
  /** `#rrggbb` or `#rrggbbaa`. */
  readonly color: string | undefined;
  /** Like `color`, or `none`; undefined for the record's background. */
  readonly background: string | undefined;
  /** A multiple of 1/256; undefined for the record's padding. */
  readonly padding: number | undefined;
  readonly radius: number;
  readonly rotate: (typeof ROTATIONS)[number];
  readonly flip: (typeof FLIPS)[number];
  readonly upscale: boolean;
  /** Absent from other requests, whose keys predate it. */
  readonly greyscale?: true;
  /** A multiple of 1/256; likewise absent. */
  readonly content?: number;
  /**
   * Whether an SVG ends where its visible part does, at a width of whole parts of `TRIMMED_HEIGHT` of its height;
   * likewise absent.
   */
  readonly trim?: true;
  /** The sides of the images in an ICO file of several, from small to large; likewise absent. */
  readonly sides?: readonly number[];
}

/** An invalid option. */
export class ImageOptionError extends RangeError {
  override readonly name = "ImageOptionError";
  /** Name of the option. */
  readonly option: keyof ImageOptions;

  constructor(option: keyof ImageOptions, problem: string) {
    super(`${option} ${problem}`);
    this.option = option;
  }
}

/**
 * Fractions are rounded to multiples of 1/256, which is invisible at 1,024 pixels, to limit the number of different
 * images.
 */
const FRACTION = 256;

/** @throws ImageOptionError for the first invalid option */
export function toImageRequest(options: ImageOptions): ImageRequest {
  const { format = "webp", rotate = 0, flip = "none", upscale = false, content, padding } = options;
  if (!Object.hasOwn(IMAGE_FORMATS, format)) {
    throw new ImageOptionError("format", `must be one of ${Object.keys(IMAGE_FORMATS).join(", ")}`);
  }
  const { sides, isUsual, ...canvas } = toSides(format, options);
  const { shape } = options;
  if (shape !== undefined) {
    if (!OUTLINES.includes(shape)) throw new ImageOptionError("shape", `must be one of ${OUTLINES.join(", ")}`);
    if (options.radius !== undefined) throw new ImageOptionError("shape", "can't be combined with radius");
  }
  if (content !== undefined && padding !== undefined)
    throw new ImageOptionError("content", "can't be combined with padding");
  if (!ROTATIONS.includes(rotate)) throw new ImageOptionError("rotate", `must be one of ${ROTATIONS.join(", ")}`);
  if (!FLIPS.includes(flip)) throw new ImageOptionError("flip", `must be one of ${FLIPS.join(", ")}`);
  return {
    format,
    ...canvas,
    color: toHex("color", options.color),
    background: options.background === "none" ? "none" : toHex("background", options.background),
    padding: toFraction("padding", padding),
    radius: toFraction("radius", shape === undefined ? options.radius : RADII[shape]) ?? 0,
    rotate,
    flip,
    upscale: format !== "svg" && (upscale || isUsual || content !== undefined),
    ...(options.greyscale ? { greyscale: true } : {}),
    ...(content === undefined ? {} : { content: toFraction("content", content, 0.1, 1)! }),
    ...(sides === undefined ? {} : { sides }),
  };
}

interface Sides extends Pick<ImageRequest, "width" | "height"> {
  readonly sides: readonly number[] | undefined;
  /** Whether no size is given. */
  readonly isUsual: boolean;
}

/** @throws ImageOptionError */
function toSides(format: ImageFormat, { size, width, height }: ImageOptions): Sides {
  const isUsual = size === undefined && width === undefined && height === undefined;
  if (size !== undefined && (width !== undefined || height !== undefined))
    throw new ImageOptionError("size", "can't be combined with width or height");
  const most = format === "ico" ? MAX_ICO_SIDE : SIDES.most;
  for (const [option, given] of Object.entries({ size, width, height }))
    for (const side of [given].flat())
      if (side !== undefined && !(Number.isInteger(side) && side >= SIDES.least && side <= most))
        throw new ImageOptionError(
          option as keyof ImageOptions,
          `must be a whole number from ${SIDES.least} to ${most}`,
        );
  const given = isUsual && format === "ico" ? ICO_SIDES : [size ?? []].flat();
  const sides = [...new Set(given)].sort((one, other) => one - other);
  if (sides.length > 1 && format !== "ico")
    throw new ImageOptionError("size", "takes one number; only ico has several sizes");
  if (sides.length > MOST_ICO_SIDES)
    throw new ImageOptionError("size", `has ${sides.length} numbers; ${MOST_ICO_SIDES} are allowed`);
  const usual = sides.at(-1) ?? (format === "svg" ? undefined : SIDES.usual);
  return {
    width: width ?? height ?? usual,
    height: height ?? width ?? usual,
    isUsual,
    sides: sides.length > 1 ? sides : undefined,
  };
}

/** A cache key: equal only for equal requests. */
export function requestKey(request: ImageRequest): string {
  return Object.values(request).join(" ");
}

function toFraction(
  option: "padding" | "radius" | "content",
  value: number | undefined,
  least = 0,
  most = 0.5,
): number | undefined {
  if (value === undefined) return undefined;
  if (!(value >= least && value <= most))
    throw new ImageOptionError(option, `must be a number from ${least} to ${most}`);
  return Math.round(value * FRACTION) / FRACTION;
}

function toHex(option: "color" | "background", value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  // The number sign may be omitted, since it must be escaped in URLs.
  const color = toHexColor(/^(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(value) ? `#${value}` : value);
  if (color !== undefined) return color;
  throw new ImageOptionError(option, "must be a CSS color, such as red, 1db954 or rgb(0 0 0 / 50%)");
}
