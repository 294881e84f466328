import type { Catalog } from "../../catalog/catalog.js";
import type { ListQuery } from "../../catalog/list-request.js";
import { FACETS } from "../../format/filter-facets.js";
import { nearestName } from "../../text/nearest-name.js";
import { IconsQuery } from "../contract/request-schemas.js";
import type { Warning } from "../contract/response-schemas.js";

/** Maximum number of warnings, and of known labels compared with each unknown one. */
const MAX_WARNINGS = 10;
const MAX_COMPARED = 1000;
/** Longer names are cut in warnings. */
const MAX_SHOWN = 100;

const PARAMETERS = Object.keys(IconsQuery.properties);

/**
 * Warnings about a list request that was served although parts of it had no effect: parameters that do not exist, labels
 * and ids that no icon has, and an order by color without a color. Most suggest the nearest valid value.
 *
 * @param query what was requested
 * @param unknown names of parameters that do not exist
 * Cost: nothing for a request without filters; else a lookup per label and id, and for each unknown label a comparison
 * with at most 1000 known ones.
 */
export function listWarnings(
  catalog: Catalog,
  { keys, ids = [], sort, near }: Pick<ListQuery, "keys" | "ids" | "sort" | "near">,
  unknown: readonly string[],
): readonly Warning[] {
  const warnings = unknown
    .slice(0, MAX_WARNINGS)
    .map((name) => warning(shorten(name), "is not a parameter of this operation", nearestName(name, PARAMETERS)));
  if (sort === "color" && near === undefined)
    warnings.push(warning("sort", "sort=color needs a color, such as color=%231e88e5", undefined));
  for (const [at, facet] of FACETS.entries()) {
    for (const key of keys[at] ?? []) {
      if (warnings.length >= MAX_WARNINGS) return warnings;
      if (catalog.hasLabel(facet, key)) continue;
      const known = catalog.labels(facet).slice(0, MAX_COMPARED);
      const near = nearestName(
        key,
        known.map(({ label }) => label),
      );
      warnings.push(warning(facet, `no icon has the ${facet} ${JSON.stringify(shorten(key))}`, near));
    }
  }
  for (const id of ids) {
    if (warnings.length >= MAX_WARNINGS) return warnings;
    if (catalog.current(id) !== undefined) continue;
    warnings.push(warning("ids", `no icon has the id ${JSON.stringify(shorten(id))}`, undefined));
  }
  return warnings;
}

function warning(param: string, message: string, near: string | undefined): Warning {
  return near === undefined ? { param, message } : { param, message, did_you_mean: near };
}

function shorten(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
