// In-memory search engines over judged records, set up as at the beginning of their documentation. Each takes a query
// and returns ids, best first.
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import Database from "better-sqlite3";
import { Document } from "flexsearch";
import MiniSearch from "minisearch";
import { startChild } from "../tools/children.mjs";
import { PEERS, workPath } from "../tools/work-folder.mjs";
import { words } from "./text.mjs";

/** What `q` searches first. */
export const NAME_FIELDS = ["name", "aliases", "developer"];
/** All texts of a record. */
export const ALL_FIELDS = [...NAME_FIELDS, "description", "tags", "keywords", "category", "style", "mood"];

/** @param options of a search */
export function openMinisearch(records, options, fields = NAME_FIELDS) {
  const index = new MiniSearch({ fields });
  index.addAll(records.map((record) => textsOf(record, fields)));
  return (query) => index.search(query, options).map(({ id }) => id);
}

/**
 * Results are concatenated field by field.
 *
 * @param options of a search; `suggest` also returns records that lack some words
 */
export function openFlexsearch(records, limit, fields = NAME_FIELDS, options = {}) {
  const index = new Document({ tokenize: "forward", document: { id: "id", index: fields } });
  for (const record of records) index.add(textsOf(record, fields));
  return (query) => index.search(query, { limit, merge: true, ...options }).map(({ id }) => id);
}

/**
 * FTS5 ordered by bm25, every word a prefix.
 *
 * @param setup `stemmed`: with the porter tokenizer; `operator` between words: AND or OR
 */
export function openSqlite(records, limit, fields = NAME_FIELDS, { stemmed = false, operator = "AND" } = {}) {
  const database = new Database(":memory:");
  const tokenize = `${stemmed ? "porter " : ""}unicode61 remove_diacritics 2`;
  database.exec(`CREATE VIRTUAL TABLE texts USING fts5 (id UNINDEXED, ${fields.join(", ")}, tokenize = '${tokenize}')`);
  const add = database.prepare(`INSERT INTO texts VALUES (?${", ?".repeat(fields.length)})`);
  database.transaction(() => {
    for (const record of records) add.run(Object.values(textsOf(record, fields)));
  })();
  const select = database.prepare("SELECT id FROM texts WHERE texts MATCH ? ORDER BY rank LIMIT ?").pluck();
  return (query) => {
    const terms = words(query).map((word) => `"${word}"*`);
    return terms.length === 0 ? [] : select.all(terms.join(` ${operator} `), limit);
  };
}

/** Xapian in a Python process, which ends with this one or by `close`. @param python with `python3-xapian` */
export async function openXapian(name, records, limit, python) {
  const file = workPath("xapian", `${name}.ndjson`);
  writeFileSync(file, records.map((record) => `${JSON.stringify(textsOf(record, ALL_FIELDS))}\n`).join(""));
  const child = startChild(python, [`${PEERS}/search_xapian.py`, file, String(limit)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error(`${python} has no xapian module or failed`);
    return value;
  };
  await next();
  const search = async (query) => {
    child.stdin.write(`${JSON.stringify(query)}\n`);
    return JSON.parse(await next());
  };
  return Object.assign(search, {
    close: async () => {
      child.stdin.end();
      await once(child, "close");
    },
  });
}

/** The texts of a record by field, with its id in first place. */
function textsOf(record, fields) {
  const { aiTags = [] } = record;
  const lists = { aliases: record.aliases, keywords: record.keywords, tags: aiTags.map(({ tag }) => tag) };
  const texts = fields.map((field) => [field, lists[field]?.join(" ") ?? record[field] ?? ""]);
  return Object.fromEntries([["id", record.id], ...texts]);
}
