import type { FastifyRequest } from "fastify";
import Negotiator from "negotiator";
import type { ImageChoice } from "../../catalog/variants.js";
import type { Static } from "../../format/json-schema.js";
import { AUTO_FORMATS, IMAGE_FORMATS, type ImageFormat, toImageRequest } from "../../images/image-options.js";
import type { RenderMode } from "../../images/render-mode.js";
import { ApiError } from "../contract/error-codes.js";
import type { ImageQuery } from "../contract/image-schemas.js";

import { type RawQuery, valuesOf } from "./query-string.js";

type Parameters = Omit<Static<typeof ImageQuery>, "fallback">;

/** Decides who may request images that need rendering. */
export interface RenderRules {
  readonly render: RenderMode;
  /** @throws ApiError if the request has no valid key */
  checkKey(request: FastifyRequest): void;
}

/** @throws ApiError rendering_disabled, or what `checkKey` throws */
export function checkRendering(request: FastifyRequest, { render, checkKey }: RenderRules): void {
  if (render === "off") {
    throw new ApiError(
      "rendering_disabled",
      "this server renders no images on request; it has the SVG, except with content, and the WebP without other parameters",
    );
  }
  if (render === "keys") checkKey(request);
}

/** Parameters that don't change how an image is drawn. */
const UNDRAWN: ReadonlySet<string> = new Set(["v", "download", "api_key", "format", "variant", "theme"]);

/**
 * Whether a query is for the default WebP, or for an SVG, neither of which needs rendering.
 *
 * @param usual the format of the response if the query names none
 */
export function isUsual(query: RawQuery, usual: string): boolean {
  const format = valuesOf(query, "format").at(-1) ?? usual;
  const parameters = query.filter((_, at) => at % 2 === 0).filter((parameter) => !UNDRAWN.has(parameter));
  return (format === "svg" && !parameters.includes("content")) || (format === "webp" && parameters.length === 0);
}

/**
 * The image that a query means, and how its response is used.
 *
 * @param id of the icon, for the name of a downloaded file
 * @param usual the format if the query names none
 * @throws ImageOptionError
 */
export function wantedImageOf(
  { headers }: Pick<FastifyRequest, "headers">,
  query: Parameters,
  id: string,
  usual: ImageFormat,
) {
  const { upscale, greyscale, format: named, variant, v: version, download, ...options } = query;
  const isNegotiated = named === "auto";
  const format = isNegotiated ? preferredFormat(headers.accept) : (named ?? usual);
  const yes = { upscale: isYes(upscale), greyscale: isYes(greyscale) };
  const request = toImageRequest({ ...options, format, ...yes });
  const fileName = `${variant === undefined ? id : `${id}-${variant}`}.${request.format}`;
  return { request, version, fileName: isYes(download) ? fileName : undefined, isNegotiated };
}

/**
 * The format of `format=auto`: of those that a client names, the one that it prefers (RFC 9110, section 12.5.1). PNG,
 * which every program can show, is also meant by wildcards and sent if nothing fits. Programs that send a wildcard may know
 * neither AVIF nor WebP.
 */
function preferredFormat(accept = ""): ImageFormat {
  const types = AUTO_FORMATS.map((format) => IMAGE_FORMATS[format]);
  const named = types.filter((type) => type === IMAGE_FORMATS.png || accept.toLowerCase().includes(type));
  const preferred = new Negotiator({ headers: { accept } }).mediaType(named);
  return AUTO_FORMATS.find((format) => IMAGE_FORMATS[format] === preferred) ?? "png";
}

/** Which image of an icon a query means: with a color, which all themes have in common, none is for two. */
export function choiceOf({ variant, theme, color }: Parameters): ImageChoice {
  return { variant, theme: theme === "auto" && color !== undefined ? "light" : theme };
}

function isYes(value: "0" | "1" | "false" | "true" | undefined): boolean {
  return value === "1" || value === "true";
}
