// In-memory search engines over some thousands of records, set up as at the beginning of their documentation: name,
// aliases and developer as fields, every word a prefix. Each takes a query and returns ids, best first.
import Database from "better-sqlite3";
import { Document } from "flexsearch";
import MiniSearch from "minisearch";
import { words } from "./text.mjs";

const FIELDS = ["name", "aliases", "developer"];

/** @param options of a search */
export function openMinisearch(records, options) {
  const index = new MiniSearch({ fields: FIELDS });
  index.addAll(records.map(textsOf));
  return (query) => index.search(query, options).map(({ id }) => id);
}

/** Results are concatenated field by field. */
export function openFlexsearch(records, limit) {
  const index = new Document({ tokenize: "forward", document: { id: "id", index: FIELDS } });
  for (const record of records) index.add(textsOf(record));
  return (query) => index.search(query, { limit, merge: true }).map(({ id }) => id);
}

/** FTS5 ordered by bm25. */
export function openSqlite(records, limit) {
  const database = new Database(":memory:");
  database.exec(
    `CREATE VIRTUAL TABLE texts USING fts5 (id UNINDEXED, ${FIELDS.join(", ")}, tokenize = 'unicode61 remove_diacritics 2')`,
  );
  const add = database.prepare("INSERT INTO texts VALUES (?, ?, ?, ?)");
  for (const { id, name, aliases, developer } of records.map(textsOf)) add.run(id, name, aliases, developer);
  const select = database.prepare("SELECT id FROM texts WHERE texts MATCH ? ORDER BY rank LIMIT ?").pluck();
  return (query) => {
    const terms = words(query).map((word) => `"${word}"*`);
    return terms.length === 0 ? [] : select.all(terms.join(" "), limit);
  };
}

function textsOf({ id, name, aliases = [], developer }) {
  return { id, name, aliases: aliases.join(" "), developer };
}
