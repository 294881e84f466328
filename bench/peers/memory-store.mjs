// Records as objects and a FlexSearch index in memory: the usual way.
import { Index } from "flexsearch";
import { hashTable, scanNearest } from "./plain-scan.mjs";
import { loadRecords } from "./read-records.mjs";
import { INDEX_OPTIONS, textOf } from "./text.mjs";

const FACETS = ["category", "color", "style", "mood"];

/**
 * @param total false: request only as many hits as the page needs, so that a search has no total and filters don't work
 */
export async function openMemoryStore(file, { total: withTotal = true } = {}) {
  const records = await loadRecords(file);
  const byId = new Map(records.map((record, ordinal) => [record.id, ordinal]));
  const hashes = hashTable(records.map(({ phash }) => phash));
  const index = new Index(INDEX_OPTIONS);
  records.forEach((record, ordinal) => {
    index.add(ordinal, textOf(record));
  });

  return {
    list({ q, page = 1, limit = 20, ...filters }) {
      const start = (page - 1) * limit;
      let found = records;
      if (q !== undefined) {
        const wanted = withTotal ? records.length : start + limit;
        found = index.search(q, { limit: wanted }).map((ordinal) => records[ordinal]);
      }
      for (const facet of FACETS) {
        const labels = filters[facet];
        if (labels !== undefined) found = found.filter((record) => matches(record, facet, labels));
      }
      return { total: found.length, items: found.slice(start, start + limit) };
    },
    get: (id) => records[byId.get(id)],
    similar({ id, limit, maxDistance }) {
      const ordinal = byId.get(id);
      const { phash } = records[ordinal];
      const near = scanNearest(hashes, phash, limit, maxDistance, ordinal);
      return { phash, items: near.map(({ ordinal, distance }) => ({ record: records[ordinal], distance })) };
    },
  };
}

function matches(record, facet, labels) {
  return facet === "color" ? record.colors.some((color) => labels.includes(color)) : labels.includes(record[facet]);
}
