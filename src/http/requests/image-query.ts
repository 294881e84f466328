import type { FastifyRequest } from "fastify";
import type { ImageChoice } from "../../catalog/variants.js";
import { type ImageFormat, type ImageRequest, toImageRequest } from "../../images/image-options.js";
import type { RenderMode } from "../../images/render-mode.js";
import { ApiError } from "../contract/error-codes.js";
import type { ImageQuery } from "../contract/image-schemas.js";
import type { Static } from "../contract/schemas.js";
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
      "this server renders no images on request; it has the SVG, and the WebP without other parameters",
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
  return format === "svg" || (format === "webp" && parameters.length === 0);
}

/** @throws ImageOptionError */
export function imageRequestOf(query: Parameters, format: ImageFormat | undefined): ImageRequest {
  const { upscale, greyscale, format: _named, ...options } = query;
  const yes = { upscale: isYes(upscale), greyscale: isYes(greyscale) };
  return toImageRequest({ ...options, ...(format === undefined ? {} : { format }), ...yes });
}

/** Which image of an icon a query means: with a color, which all themes have in common, none is for two. */
export function choiceOf({ variant, theme, color }: Parameters): ImageChoice {
  return { variant, theme: theme === "auto" && color !== undefined ? "light" : theme };
}

/** The name of a downloaded file. */
export function fileNameOf(id: string, variant: string | undefined, format: ImageFormat): string {
  return `${variant === undefined ? id : `${id}-${variant}`}.${format}`;
}

export function isYes(value: "0" | "1" | "false" | "true" | undefined): boolean {
  return value === "1" || value === "true";
}
