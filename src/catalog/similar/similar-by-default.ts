import { PaletteUnavailableError, ShapeUnavailableError } from "../generation/catalog-errors.js";
import type { Similar, SimilarRequest } from "./find-similar.js";

/**
 * Finds the icons that people call similar: by look if the request names an icon, and neither an order nor an option of
 * hashes. Icons without shape or palette are compared by their hash.
 */
export function similarByDefault(
  catalog: { similar(request: SimilarRequest): Similar },
  request: SimilarRequest,
): Similar {
  const { id, by, maxDistance, include = [] } = request;
  if (id === undefined || by !== undefined || maxDistance !== undefined || include.length > 0)
    return catalog.similar(request);
  try {
    return catalog.similar({ ...request, by: "look" });
  } catch (error) {
    if (error instanceof ShapeUnavailableError || error instanceof PaletteUnavailableError)
      return catalog.similar(request);
    throw error;
  }
}
