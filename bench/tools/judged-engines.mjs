import { RUNGS } from "../../dist/src/format/rungs.js";
import { PLACES } from "../../test/judged/judge.mjs";
import {
  ALL_FIELDS,
  NAME_FIELDS,
  openFlexsearch,
  openMinisearch,
  openSqlite,
  openXapian,
} from "../peers/small-engines.mjs";
import { iconifySearchPath } from "./iconify-api.mjs";
import { get } from "./servers.mjs";

export const OURS = "ours";

/** Rungs of our ladder whose results are presented as loosely related. */
export const LOOSE_RUNGS = Object.keys(RUNGS).filter((rung) => RUNGS[rung].loose);

/** The minimum limit of @iconify/api. */
const ICONIFY_LIMIT = 32;
const MINISEARCH = { prefix: true, fuzzy: 0.2, boost: { name: 2 } };

/**
 * The engines that are judged over a set of icons, by `name`. `open` returns a search, with `close` if it holds a
 * process. Open one at a time: over all of Iconify some take gigabytes.
 *
 * @param set `name`: `shipped` or an Iconify set or `all`; `server`: @iconify/api, if it takes part
 */
export function searchEngines({ name, catalog, server, python }) {
  const records = lazy(() => Array.from({ length: catalog.size }, (_, ordinal) => catalog.record(ordinal)));
  const engines = {
    [OURS]: () => searchOf(catalog),
    "MiniSearch on names": () => openMinisearch(records(), MINISEARCH, NAME_FIELDS),
    MiniSearch: () => openMinisearch(records(), MINISEARCH, ALL_FIELDS),
    FlexSearch: () => openFlexsearch(records(), PLACES, ALL_FIELDS, { suggest: true }),
    "SQLite FTS5": () => openSqlite(records(), PLACES, ALL_FIELDS, { stemmed: true, operator: "OR" }),
    Xapian: () => openXapian(name, records(), PLACES, python),
  };
  if (server !== undefined && name !== "shipped") engines["@iconify/api"] = () => searchIconify(server, name);
  return Object.entries(engines).map(([name, open]) => ({ name, open }));
}

function searchOf(catalog) {
  return (q) => {
    const { ordinals, didYouMean, matched } = catalog.list({ q, limit: PLACES });
    return { ids: [...ordinals].map((ordinal) => catalog.record(ordinal).id), didYouMean, matched };
  };
}

function searchIconify(server, set) {
  const within = set === "all" ? "" : `&prefix=${set}`;
  return async (query) => JSON.parse((await get(server, iconifySearchPath(query, ICONIFY_LIMIT) + within)).body).icons;
}

function lazy(make) {
  let made;
  return () => (made ??= make());
}
