// Imports NDJSON into SQLite with FTS5: node sqlite-import.mjs DATA.ndjson OUT.db
import Database from "better-sqlite3";
import { readRecords } from "./read-records.mjs";

const SCHEMA = `
  CREATE TABLE icons (
    ordinal INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, name TEXT NOT NULL, developer TEXT NOT NULL, category TEXT NOT NULL,
    style TEXT, mood TEXT, hash_high INTEGER, hash_low INTEGER, record TEXT NOT NULL
  );
  CREATE TABLE colors (label TEXT NOT NULL, ordinal INTEGER NOT NULL, PRIMARY KEY (label, ordinal)) WITHOUT ROWID;
  CREATE VIRTUAL TABLE texts USING fts5 (
    name, aliases, developer, content = '', prefix = '1 2 3', tokenize = 'unicode61 remove_diacritics 2'
  );
`;
const INDEXES = `
  CREATE INDEX icons_category ON icons (category);
  CREATE INDEX icons_style ON icons (style);
  CREATE INDEX icons_mood ON icons (mood);
  INSERT INTO texts (texts) VALUES ('optimize');
  ANALYZE;
`;

const [data, out] = process.argv.slice(2);
const database = new Database(out);
database.pragma("journal_mode = OFF");
database.pragma("synchronous = OFF");
database.exec(SCHEMA);
const addIcon = database.prepare("INSERT INTO icons VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
const addColor = database.prepare("INSERT INTO colors VALUES (?, ?)");
const addText = database.prepare("INSERT INTO texts (rowid, name, aliases, developer) VALUES (?, ?, ?, ?)");

database.exec("BEGIN");
let ordinal = 0;
for await (const record of readRecords(data)) {
  const { id, name, developer, category, style, mood, colors = [], aliases = [], phash } = record;
  const high = Number.parseInt(phash.slice(0, 8), 16);
  const low = Number.parseInt(phash.slice(8), 16);
  addIcon.run(ordinal, id, name, developer, category, style, mood, high, low, JSON.stringify(record));
  for (const color of colors) addColor.run(color, ordinal);
  addText.run(ordinal, name, aliases.join(" "), developer);
  ordinal++;
}
database.exec(INDEXES);
database.exec("COMMIT");
database.close();
