import { anyOf, closed, listOf, shapeOf } from "../../format/json-schema.js";
import { CREDITS, RECORD_FIELDS } from "../../format/record-and-detail-fields.js";
import { MAX_VARIANT_NAME, VARIANT_NAME } from "../../format/variant-names.js";
import { THEME_CHOICES } from "../../images/bare-tint.js";
import {
  FALLBACKS,
  FLIPS,
  IMAGE_FORMATS,
  type ImageFormat,
  OUTLINES,
  ROTATIONS,
  SIDES,
} from "../../images/image-options.js";
import { MOST_STACKED } from "../../images/stack-layout.js";
import type { ErrorCode } from "./error-codes.js";

const side = { type: "integer", minimum: SIDES.least, maximum: SIDES.most } as const;
const fraction = { type: "number", minimum: 0, maximum: 0.5 } as const;
const yesOrNo = { type: "string", enum: ["0", "1", "false", "true"] } as const;

/** Parameters of images. */
export const ImageQuery = {
  type: "object",
  properties: {
    format: {
      type: "string",
      // `Object.keys` returns strings.
      enum: anyOf([...(Object.keys(IMAGE_FORMATS) as ImageFormat[]), "auto"]),
      description:
        "Format of the response, instead of the extension of the path. `auto` is AVIF, WebP or PNG, never SVG: the type in `Accept` with the highest weight, the first of equals. Wildcards mean PNG, which is also sent if nothing fits.",
    },
    size: {
      type: "array",
      items: side,
      description:
        "Side length in pixels; default 128, or the drawing's own size for SVG. ICO has an image of each size, up to 8 of at most 256 pixels, such as `16,32,48`; default 16, 32, 48, 64 and 128.",
      examples: [[512]],
    },
    width: { ...side, description: "Width in pixels, instead of `size`." },
    height: { ...side, description: "Height in pixels, instead of `size`." },
    color: {
      type: "string",
      maxLength: 100,
      description: "A CSS color for a drawing in a single color, such as `1db954`.",
    },
    background: { type: "string", maxLength: 100, description: "A CSS color behind the image, or `none`." },
    padding: { ...fraction, description: "Margin on each side, as a fraction of the side length." },
    content: {
      type: "number",
      minimum: 0.1,
      maximum: 1,
      description:
        "Share of the side length that the visible part of the image takes, in the middle, instead of `padding`: with `0.8`, all icons look equally large. Backgrounds don't count and still fill the image; `background=none` removes them. Raster images are enlarged.",
    },
    radius: { ...fraction, description: "Radius of the corners, as a fraction of the side length." },
    shape: {
      type: "string",
      enum: OUTLINES,
      description: "The outline that clips the image, instead of `radius`: `rounded` is a radius of 0.2.",
    },
    rotate: {
      type: "integer",
      enum: anyOf(ROTATIONS),
      description: "Degrees clockwise.",
    },
    flip: {
      type: "string",
      enum: anyOf(FLIPS),
      description: "Mirrors the image.",
    },
    variant: {
      type: "string",
      pattern: VARIANT_NAME.source,
      maxLength: MAX_VARIANT_NAME,
      description:
        "A variant of the icon, such as `light`, `mono` or `wordmark`; see `variants` of the icon. `bare` is the drawing without the icon's background.",
    },
    theme: {
      type: "string",
      enum: anyOf(THEME_CHOICES),
      description:
        "Theme of the page. `dark` returns the variant `light`, in light colors, if the icon has one, and `light` returns `dark`; with `variant`, `NAME-light` or `NAME-dark`. A drawing in a single color without a background gets black or white where its own is invisible, and `bare` where it is too close to the page's. As SVG, `auto` has both and follows the page that shows it, though not in Safari; other formats have the one for light pages. Otherwise the same image as without.",
    },
    greyscale: { ...yesOrNo, description: "Whether the image is in grays; default 0." },
    upscale: { ...yesOrNo, description: "Whether raster images are enlarged beyond their own size; default 0." },
    fallback: {
      type: "string",
      maxLength: 2048,
      description:
        "Response if there is no image: `monogram`, the initial of the icon or identity; the URL of another image, to which the response redirects if the operator allows its origin; or `404`, an error; default `404`.",
    },
    download: { ...yesOrNo, description: "Whether browsers save the image as a file; default 0." },
    v: { type: "string", description: "Version of the image: the 16 digits of its ETag." },
  },
} as const;

const identity = (description: string, ...examples: string[]) =>
  ({ type: "string", maxLength: 2048, description, examples }) as const;

/** Parameters of the image of any identity. */
export const IdentityImageQuery = {
  type: "object",
  properties: {
    domain: identity("A domain or URL.", "open.spotify.com"),
    container: identity("A container image.", "postgres:16-alpine"),
    bundle: identity("A bundle or package id of an app.", "com.spotify.client"),
    package: identity("A registry and a name, or a package URL.", "npm:react"),
    label: identity("A label of a container image.", "org.opencontainers.image.title=Grafana"),
    name: identity("A name or alias.", "Visual Studio Code"),
    ...ImageQuery.properties,
  },
} as const;

/** Parameters of several icons as one image. */
export const StackQuery = {
  type: "object",
  properties: {
    ids: {
      type: "array",
      items: { type: "string", maxLength: 200 },
      description: `Ids or names of up to ${MOST_STACKED} icons, comma-separated or repeated.`,
      examples: [["js", "html", "css"]],
    },
    "per-line": { type: "integer", minimum: 1, maximum: MOST_STACKED, description: "Icons per line; default 15." },
    size: {
      type: "integer",
      minimum: SIDES.least,
      maximum: 256,
      description: "Side of an icon in pixels; default 48.",
    },
    gap: { type: "integer", minimum: 0, maximum: 64, description: "Pixels between icons; default 8." },
    shape: {
      type: "string",
      enum: OUTLINES,
      description: "The outline of icons with a background; default `rounded`.",
    },
    theme: {
      ...ImageQuery.properties.theme,
      description:
        "Theme of the page, which chooses the variant of icons that have one for it, and a visible color; `auto` as for images.",
    },
    fallback: {
      type: "string",
      enum: anyOf([...FALLBACKS, "404"]),
      description: "What stands for an unknown icon: `monogram`, the initial of its name; default `404`, an error.",
    },
    v: ImageQuery.properties.v,
  },
} as const;

/** The responses with an image, by media type, or to the address of another one. */
export const IMAGE_RESPONSES = {
  200: {
    description: "The image.",
    content: Object.fromEntries(Object.values(IMAGE_FORMATS).map((type) => [type, { schema: {} }])),
  },
  302: { description: "There is no image; `Location` is the URL in `fallback`.", type: "null" },
} as const;

/** Errors of every route that returns images. */
export const IMAGE_REFUSALS = [
  "invalid_parameter",
  "missing_api_key",
  "invalid_api_key",
  "rendering_disabled",
  "icon_not_found",
  "drawing_not_found",
  "variant_not_found",
  "not_recolorable",
  "image_too_expensive",
  "unavailable",
] as const satisfies readonly ErrorCode[];

/** Errors of routes that return the image of an identity. */
export const IDENTITY_IMAGE_REFUSALS = [...IMAGE_REFUSALS, "query_too_expensive"] as const;

const imageUrl = { type: "string" } as const;

/** The forms of an image in the detail response. */
export const ImageForms = closed(
  {
    png: imageUrl,
    webp: imageUrl,
    recolorable: { type: "boolean", description: "Whether the drawing has a single color, which `color` replaces." },
    width: { type: "integer", minimum: 1, description: "In pixels; for drawings in their own units." },
    height: { type: "integer", minimum: 1 },
  },
  { svg: { ...imageUrl, description: "Present if the image is a drawing." } },
);

/** The variants of an icon in the detail response. */
export const Variants = {
  ...listOf(
    closed(
      {
        name: { type: "string", description: "The value of `variant` in `getImage`." },
        phash: { type: "string", pattern: "^[0-9a-f]{16}$" },
        colors: shapeOf(RECORD_FIELDS.colors.schema),
      },
      {
        license: { ...shapeOf(CREDITS.license), description: "Its license, if it is not that of the icon." },
        licenseUrl: shapeOf(CREDITS.licenseUrl),
        source: shapeOf(CREDITS.source),
        attribution: { ...shapeOf(CREDITS.attribution), description: "The author to credit for it." },
        images: { ...ImageForms, description: "URLs of its image." },
      },
    ),
  ),
  description: "Other images of the icon, such as one in light colors for dark pages.",
} as const;
