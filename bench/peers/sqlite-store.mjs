// SQLite with FTS5, as commonly queried: bm25 order, a separate count per page, a JavaScript function for the distance.
import Database from "better-sqlite3";
import { bits } from "./plain-scan.mjs";
import { words } from "./text.mjs";

const COLUMNS = { category: "i.category", style: "i.style", mood: "i.mood" };

export function openSqliteStore(file) {
  const database = new Database(file, { readonly: true });
  database.pragma("mmap_size = 30000000000");
  database.pragma("cache_size = -65536");
  database.function("distance", { deterministic: true }, (a, b, c, d) => bits(a ^ c) + bits(b ^ d));
  const statements = new Map();
  const prepare = (sql) => {
    if (!statements.has(sql)) statements.set(sql, database.prepare(sql));
    return statements.get(sql);
  };
  const byId = prepare("SELECT * FROM icons WHERE id = ?");
  const near = prepare(
    `SELECT id, name, category, developer, distance(hash_high, hash_low, ?, ?) AS distance FROM icons
     WHERE id <> ? AND distance(hash_high, hash_low, ?, ?) <= ? ORDER BY distance, ordinal LIMIT ?`,
  );

  return {
    list({ q, page = 1, limit = 20, ...filters }) {
      const { from, where, order, values } = clauses(q, filters);
      const { total } = prepare(`SELECT count(*) AS total FROM ${from} ${where}`).get(...values);
      const items = prepare(
        `SELECT i.id, i.name, i.category, i.developer FROM ${from} ${where} ORDER BY ${order} LIMIT ? OFFSET ?`,
      ).all(...values, limit, (page - 1) * limit);
      return { total, items };
    },
    get: (id) => JSON.parse(byId.get(id).record),
    similar({ id, limit, maxDistance }) {
      const { hash_high: high, hash_low: low, record } = byId.get(id);
      const items = near.all(high, low, id, high, low, maxDistance, limit);
      const { phash } = JSON.parse(record);
      return { phash, items: items.map(({ distance, ...record }) => ({ record, distance })) };
    },
  };
}

function clauses(q, filters) {
  const conditions = [];
  const values = [];
  if (q !== undefined) {
    conditions.push("texts MATCH ?");
    values.push(
      words(q)
        .map((word) => `"${word}"*`)
        .join(" "),
    );
  }
  for (const [facet, labels] of Object.entries(filters)) {
    const marks = labels.map(() => "?").join(", ");
    conditions.push(
      facet === "color"
        ? `EXISTS (SELECT 1 FROM colors c WHERE c.ordinal = i.ordinal AND c.label IN (${marks}))`
        : `${COLUMNS[facet]} IN (${marks})`,
    );
    values.push(...labels);
  }
  return {
    from: q === undefined ? "icons i" : "texts JOIN icons i ON i.ordinal = texts.rowid",
    where: conditions.length === 0 ? "" : `WHERE ${conditions.join(" AND ")}`,
    order: q === undefined ? "i.ordinal" : "texts.rank",
    values,
  };
}
