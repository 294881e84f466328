import type { Catalog } from "../../src/catalog/catalog.js";
import type { Filters } from "../../src/catalog/filters.js";
import { UsageError } from "../process/failure.js";

/** Icons per page of the list that is read. */
const PAGE = 1000;

/** Which icons a command is for. */
export interface Selection {
  /** Ids, and patterns in which `*` stands for any letters and `?` for one. */
  readonly ids: readonly string[];
  /** Query words, as of `icons search`. */
  readonly query: string | undefined;
  readonly filters: Filters;
}

/**
 * The ids of the selected icons, in the order of the ids given or else as listed, each once.
 *
 * @throws UsageError when nothing is selected, or a pattern matches no icon; IconNotFoundError for an unknown id
 */
export function* selectIcons(catalog: Catalog, { ids, query, filters }: Selection): Generator<string> {
  const isFiltered = query !== undefined || Object.keys(filters).length > 0;
  if (ids.length === 0 && !isFiltered) {
    throw new UsageError("name icons by id or pattern, or select them with --query or filters such as --category");
  }
  const given = new Set<string>();
  for (const id of ids.length === 0 ? ["*"] : ids) {
    const isPattern = /[*?]/.test(id);
    if (!isPattern && !isFiltered) {
      if (!given.has(id)) yield catalog.get(id).id;
      given.add(id);
      continue;
    }
    const matches = patternOf(id);
    let found = false;
    for (const listed of listIds(catalog, query, filters)) {
      if (!matches.test(listed)) continue;
      found = true;
      if (given.has(listed)) continue;
      given.add(listed);
      yield listed;
    }
    if (!found) throw new UsageError(`no icon ${isFiltered ? "of those selected " : ""}matches ${JSON.stringify(id)}`);
  }
}

function* listIds(catalog: Catalog, q: string | undefined, filters: Filters): Generator<string> {
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { ordinals, totalPages } = catalog.list({ ...filters, q, page, limit: PAGE });
    for (const ordinal of ordinals) yield catalog.record(ordinal).id;
    pages = totalPages;
  }
}

function patternOf(text: string): RegExp {
  const escaped = text.replaceAll(/[.+^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${escaped.replaceAll("*", ".*").replaceAll("?", ".")}$`, "su");
}
