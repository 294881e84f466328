// Responses as MessagePack compared with JSON: node bench/message-pack.mjs [--rounds 15]
//
// In process, over the shipped dataset: size of each response, plain and compressed as by the server, the time to convert
// the JSON body to MessagePack, and the time to parse either.
import { parseArgs } from "node:util";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { unpack } from "msgpackr";
import { packJson } from "../dist/src/http/responses/representation.js";
import { createServer, openCatalog } from "../dist/src/index.js";
import { bytesOf } from "../dist/src/text/byte-text.js";
import { saveResult } from "./tools/results.mjs";
import { median } from "./tools/statistics.mjs";
import { duration, figure, printTable } from "./tools/table.mjs";
import { shippedArtifacts } from "./tools/work-folder.mjs";

const RESPONSES = {
  "20 items": "/api/v1/icons?limit=20",
  "100 items": "/api/v1/icons?limit=100",
  detail: "/api/v1/icons/spotify",
  similar: "/api/v1/similar?id=spotify",
  categories: "/api/v1/categories",
};
/** The server's compression level. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const CALLS = 200;

const { rounds } = parseArgs({ options: { rounds: { type: "string", default: "15" } } }).values;
const app = await createServer({ catalog: openCatalog(await shippedArtifacts()), anonymous: "pro" });
const results = [];
for (const [response, path] of Object.entries(RESPONSES)) results.push(await measure(response, path));
await app.close();
show(results);
saveResult("message-pack", { rounds: Number(rounds), results });

async function measure(response, path) {
  const { rawPayload: json } = await app.inject(path);
  const text = json.toString("latin1");
  const packed = bytesOf(packJson(text));
  if (JSON.stringify(unpack(packed)) !== json.toString()) throw new Error(`${path}: the two forms differ`);
  const ways = {
    packMs: () => bytesOf(packJson(text)),
    readJsonMs: () => JSON.parse(json.toString()),
    readPackedMs: () => unpack(packed),
    brotliJsonMs: () => brotliCompressSync(json, BROTLI),
    brotliPackedMs: () => brotliCompressSync(packed, BROTLI),
  };
  return { response, json: sizesOf(json), packed: sizesOf(packed), ...timeInTurns(ways) };
}

function sizesOf(body) {
  return { plain: body.length, gzip: gzipSync(body).length, brotli: brotliCompressSync(body, BROTLI).length };
}

/**
 * CPU time of a call in milliseconds: the median over rounds in which every variant runs in turn; the first round warms
 * up.
 */
function timeInTurns(ways) {
  const times = Object.fromEntries(Object.keys(ways).map((name) => [name, []]));
  for (let round = 0; round <= Number(rounds); round++) {
    for (const [name, way] of Object.entries(ways)) {
      const start = process.cpuUsage();
      for (let call = 0; call < CALLS; call++) way();
      const { user, system } = process.cpuUsage(start);
      if (round > 0) times[name].push((user + system) / 1000 / CALLS);
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, values]) => [name, median(values)]));
}

function show(rows) {
  printTable(
    ["response", "JSON", "packed", "gzip", "packed", "brotli", "packed", "pack", "read JSON", "read packed"],
    rows.map(({ response, json, packed, packMs, readJsonMs, readPackedMs }) => [
      response,
      ...["plain", "gzip", "brotli"].flatMap((form) => [figure(json[form]), figure(packed[form])]),
      ...[packMs, readJsonMs, readPackedMs].map(duration),
    ]),
  );
}
