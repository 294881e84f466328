import {
  MAX_DISTANCE,
  MAX_MATCHES,
  type Order,
  orderOf,
  type SimilarRequest,
  VARIANTS,
} from "../../catalog/similar/similar-request.js";
import type { Static } from "../../format/json-schema.js";
import type { DominantColor } from "../../palette/dominant-colors.js";
import { PALETTE_COLORS } from "../../palette/palette-size.js";
import { ApiError } from "../contract/error-codes.js";
import type { SimilarQuery } from "../contract/request-schemas.js";

type Query = Static<typeof SimilarQuery>;

const DEFAULT_LIMIT = 10;
/** What the orders without hashes compare. */
const COMPARED = {
  auto: "hashes and looks",
  shape: "shapes",
  look: "shapes and palettes",
  color: "palettes",
  blend: "palettes",
  vector: "vectors",
} as const;

/** What GET /similar looks for. */
export interface ReadSimilarRequest {
  readonly request: SimilarRequest & { readonly limit: number; readonly by: Order };
  /** Equal for requests with the same response in the same generation, except for their optional fields. */
  readonly identity: string;
}

/** Reads the parameters of GET /similar. @throws ApiError if they contradict each other or one is missing */
export function readSimilarRequest(query: Query): ReadSimilarRequest {
  const { limit = DEFAULT_LIMIT, max_distance: maxDistance, include = [] } = query;
  const subject = readSubject(query);
  const compared = {
    ...subject,
    ...(maxDistance === undefined ? {} : { maxDistance }),
    ...(query.by === undefined ? {} : { by: query.by }),
    limit: Math.min(limit, MAX_MATCHES),
    include,
  };
  const by = orderOf(compared);
  checkOrder(query, by);
  const request = { ...compared, by };
  const variants = VARIANTS.filter((variant) => include.includes(variant)).join("+");
  // An id may contain anything, so it comes last.
  const { id, ...rest } = subject;
  const parts = [request.limit, maxDistance ?? MAX_DISTANCE, by, variants, JSON.stringify(rest), id ?? ""];
  return { request, identity: parts.join() };
}

type Subject = Pick<SimilarRequest, "id" | "phash" | "uncertain" | "shape" | "palette">;

/** The icon or image to compare with, in lower case. @throws ApiError */
function readSubject({ id, phash, uncertain, shape, palette, by }: Query): Subject {
  if (palette !== undefined && shape === undefined)
    throw new ApiError("conflicting_parameters", "palette needs shape, the shape of the same image", {
      param: "palette",
    });
  const subjects = [id, phash, shape].filter((subject) => subject !== undefined);
  if (subjects.length === 0)
    throw new ApiError("missing_parameter", `give id or ${by === "shape" || by === "look" ? "shape" : "phash"}`);
  if (subjects.length > 1)
    throw new ApiError(
      "conflicting_parameters",
      shape === undefined ? "give either id or phash, not both" : "give either id, phash or shape",
    );
  if (phash === undefined && uncertain !== undefined)
    throw new ApiError("conflicting_parameters", "uncertain needs phash", { param: "uncertain" });
  if (id !== undefined) return { id };
  if (phash !== undefined)
    return { phash: phash.toLowerCase(), ...(uncertain === undefined ? {} : { uncertain: uncertain.toLowerCase() }) };
  return { shape: shape!.toLowerCase(), ...(palette === undefined ? {} : { palette: readPalette(palette) }) };
}

/** @throws ApiError if the subject or an option can't be compared in the order */
function checkOrder(query: Query, by: Order): void {
  const { phash, shape, palette, max_distance: maxDistance = MAX_DISTANCE, include } = query;
  if (shape !== undefined && by !== "shape" && by !== "look")
    throw new ApiError("conflicting_parameters", `by=${by} can't compare a shape, so give id`, { param: "by" });
  if (shape !== undefined && by === "look" && palette === undefined)
    throw new ApiError("missing_parameter", "by=look needs palette, the colors of the image with this shape", {
      param: "palette",
    });
  if (palette !== undefined && by === "shape")
    throw new ApiError("conflicting_parameters", "by=shape compares no colors, so omit palette or by", {
      param: "palette",
    });
  if ((by === "shape" || by === "look") && (maxDistance < MAX_DISTANCE || include !== undefined))
    throw new ApiError("conflicting_parameters", `max_distance and include compare hashes, not by=${by}`, {
      param: "by",
    });
  if (phash !== undefined && by !== "phash")
    throw new ApiError("conflicting_parameters", `by=${by} compares ${COMPARED[by]}, so give id instead of phash`, {
      param: "by",
    });
}

/**
 * The colors of a palette that are compared: at most five, the largest shares first. Colors without a share have equal
 * ones.
 *
 * @param colors texts in the parameter's format. @throws ApiError if only some have a share, or all shares are 0
 */
function readPalette(colors: readonly string[]): readonly DominantColor[] {
  const parts = colors.map((color) => color.toLowerCase().replace("#", "").split(":"));
  const unshared = parts.filter(([, share]) => share === undefined);
  if (unshared.length > 0 && unshared.length < parts.length)
    throw new ApiError("invalid_parameter", `palette has no share for ${unshared[0]}; give every color one, or none`, {
      param: "palette",
    });
  const palette = parts
    .map(([hex, share = "1"]) => ({ hex: `#${hex}`, share: Number(share) }))
    .filter(({ share }) => share > 0)
    .sort((a, b) => b.share - a.share)
    .slice(0, PALETTE_COLORS);
  if (palette.length === 0)
    throw new ApiError("invalid_parameter", "palette has only shares of 0; give visible colors a larger one", {
      param: "palette",
    });
  return unshared.length === 0 ? palette : palette.map(({ hex }) => ({ hex, share: 1 / palette.length }));
}
