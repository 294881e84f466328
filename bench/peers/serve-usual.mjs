// Serves the usual API: node serve-usual.mjs --port N --key KEY (--data FILE.ndjson | --database FILE.db)
import { parseArgs } from "node:util";
import { openMemoryStore } from "./memory-store.mjs";
import { openSqliteStore } from "./sqlite-store.mjs";
import { createUsualApi } from "./usual-api.mjs";

const { port, key, data, database } = parseArgs({
  options: {
    port: { type: "string" },
    key: { type: "string" },
    data: { type: "string" },
    database: { type: "string" },
  },
}).values;

const store = database === undefined ? await openMemoryStore(data) : openSqliteStore(database);
await createUsualApi(store, key).listen({ host: "127.0.0.1", port: Number(port) });
