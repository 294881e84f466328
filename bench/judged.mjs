// Search quality by judged queries: node bench/judged.mjs [--iconify ARTIFACTS] [--package FOLDER]
//
// Compares ours with in-memory engines over the shipped dataset; with --iconify, also with @iconify/api over
// @iconify/json, imported by `icons import iconify` and `icons build`. test/judged/judge.mjs explains the scores.
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { openCatalog } from "../dist/src/index.js";
import { judge, PLACES } from "../test/judged/judge.mjs";
import { openFlexsearch, openMinisearch, openSqlite } from "./peers/small-engines.mjs";
import { iconifyApi, iconifySearchPath } from "./tools/iconify-api.mjs";
import { saveResult } from "./tools/results.mjs";
import { get, ourIconifyServer, startServer } from "./tools/servers.mjs";
import { figure, printTable } from "./tools/table.mjs";
import { shippedArtifacts } from "./tools/work-folder.mjs";

/** The minimum limit of @iconify/api. */
const ICONIFY_LIMIT = 32;

const { iconify, package: packageFolder } = parseArgs({
  options: { iconify: { type: "string" }, package: { type: "string" } },
}).values;

const sets = [await judgeShipped(await shippedArtifacts())];
if (iconify !== undefined) sets.push(await judgeIconify(iconify));
sets.forEach(show);
saveResult("judged", { sets });

async function judgeShipped(artifacts) {
  const catalog = openCatalog(artifacts);
  const records = Array.from({ length: catalog.size }, (_, ordinal) => catalog.record(ordinal));
  return judgeAll("shipped", catalog.size, {
    ours: searchOf(catalog),
    MiniSearch: openMinisearch(records, { prefix: true }),
    "MiniSearch, fuzzy": openMinisearch(records, { prefix: true, fuzzy: 0.2, boost: { name: 2 } }),
    FlexSearch: openFlexsearch(records, PLACES),
    "SQLite FTS5": openSqlite(records, PLACES),
  });
}

async function judgeIconify(artifacts) {
  const catalog = openCatalog(artifacts);
  const [own, server] = await Promise.all(
    [ourIconifyServer(artifacts), iconifyApi(packageFolder)].map((each) => startServer(each)),
  );
  const searchIn = (server) => async (query) =>
    JSON.parse((await get(server, iconifySearchPath(query, ICONIFY_LIMIT))).body).icons;
  try {
    return await judgeAll("iconify", catalog.size, {
      ours: searchOf(catalog),
      "ours, /search": searchIn(own),
      "@iconify/api": searchIn(server),
    });
  } finally {
    await Promise.all([own.stop(), server.stop()]);
  }
}

function searchOf(catalog) {
  return (q) => [...catalog.list({ q, limit: PLACES }).ordinals].map((ordinal) => catalog.record(ordinal).id);
}

async function judgeAll(name, icons, searches) {
  const judged = JSON.parse(readFileSync(new URL(`../test/judged/${name}.json`, import.meta.url), "utf8"));
  const engines = [];
  for (const [engine, search] of Object.entries(searches)) {
    const { total, kinds, missed } = await judge(judged, search);
    engines.push({ name: engine, total, kinds, missed: missed.map(({ query, kind }) => ({ query, kind })) });
  }
  return { name, icons, engines };
}

function show({ name, icons, engines }) {
  const [ours] = engines;
  console.log(`\n${name}: ${ours.total.queries} queries, ${figure(icons)} icons`);
  printTable(
    ["engine", "success@1", "success@5", "MRR"],
    engines.map(({ name, total }) => [name, ...[total.success1, total.success5, total.mrr].map(figure)]),
  );
  console.log("\nsuccess@5 by kind");
  printTable(
    ["kind", "queries", ...engines.map(({ name }) => name)],
    ours.kinds.map(({ kind, queries }, at) => [
      kind,
      queries,
      ...engines.map(({ kinds }) => figure(kinds[at].success5)),
    ]),
  );
  console.log(
    `\nours misses: ${ours.missed.map(({ query, kind }) => `${JSON.stringify(query)} (${kind})`).join(", ") || "none"}`,
  );
}
