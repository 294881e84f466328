// Search by what people mean: node bench/judged-queries.mjs [--iconify FOLDER] [--package FOLDER]
// [--sets shipped,lucide] [--engines ours,Xapian] [--misses FILE] [--answers FILE.md] [--python /usr/bin/python3]
//
// Judges ours and peers by test/judged/queries, both halves; test/judged/judge-queries.mjs explains the scores. FOLDER
// of --iconify has artifacts in its folders all, lucide, tabler and mdi. --misses writes what ours misses in the tuning
// half; misses of the other half are shown nowhere. Former names and names in other scripts that no text of an
// acceptable icon has are counted; a second mean leaves them out. --answers writes what ours finds for twenty queries of each kind of
// the tuning half. Sets that are not judged keep their earlier result.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openCatalog } from "../dist/src/index.js";
import { words } from "../dist/src/text/fold.js";
import { HALVES } from "../test/judged/halves.mjs";
import { judgeQueries } from "../test/judged/judge-queries.mjs";
import { iconifyApi } from "./tools/iconify-api.mjs";
import { LOOSE_RUNGS, OURS, searchEngines } from "./tools/judged-engines.mjs";
import { setTables } from "./tools/judged-queries-section.mjs";
import { loadResult, saveResult } from "./tools/results.mjs";
import { startServer } from "./tools/servers.mjs";
import { printTable } from "./tools/table.mjs";
import { shippedArtifacts } from "./tools/work-folder.mjs";

const ICONIFY_SETS = ["lucide", "tabler", "mdi", "all"];
const ORDER = ["shipped", ...ICONIFY_SETS];
const [TUNING] = HALVES;
/** Kinds of queries that only the data can answer. */
const ALIASES = ["former", "script"];
const SHOWN = 5;
const ANSWERED = 20;

const options = parseArgs({
  options: {
    iconify: { type: "string" },
    package: { type: "string" },
    sets: { type: "string" },
    engines: { type: "string" },
    misses: { type: "string" },
    answers: { type: "string" },
    python: { type: "string", default: "/usr/bin/python3" },
  },
}).values;
const names = options.iconify === undefined ? ["shipped"] : ORDER;
const chosen = options.sets?.split(",") ?? names;
const engineNames = options.engines?.split(",");
const withApi = chosen.some((name) => name !== "shipped") && engineNames?.includes("@iconify/api") !== false;

const misses = [];
const answers = [];
const server = withApi ? await startServer(iconifyApi(options.package)) : undefined;
try {
  const sets = [];
  for (const name of names.filter((each) => chosen.includes(each))) {
    const set = await judgeSet(name);
    for (const { title, head, rows } of setTables(set)) {
      console.log(`\n${title}`);
      printTable(head, rows);
    }
    sets.push(set);
  }
  if (options.misses !== undefined) writeFileSync(options.misses, misses.map((line) => `${line}\n`).join(""));
  if (options.answers !== undefined) writeFileSync(options.answers, answersPage(answers));
  const kept = loadResult("judged-queries")?.sets.filter(({ name }) => !chosen.includes(name)) ?? [];
  saveResult("judged-queries", {
    sets: [...kept, ...sets].sort((a, b) => ORDER.indexOf(a.name) - ORDER.indexOf(b.name)),
  });
} finally {
  await server?.stop();
}

async function judgeSet(name) {
  const catalog = openCatalog(name === "shipped" ? await shippedArtifacts() : join(options.iconify, name));
  const judged = queriesOf(name);
  const lacking = new Set(judged.filter((entry) => lacksAlias(catalog, entry)));
  const halves = HALVES.map((half) => ({
    half,
    lacking: judged.filter((entry) => entry.half === half && lacking.has(entry)).length,
    engines: [],
  }));
  const engines = searchEngines({ name, catalog, server, python: options.python });
  for (const { name: engine, open } of engines.filter(({ name }) => engineNames?.includes(name) !== false)) {
    const search = await open();
    for (const { half, engines } of halves) {
      const own = judged.filter((entry) => entry.half === half);
      const { missed, ...scores } = await judgeQueries(own, search, LOOSE_RUNGS);
      const answerable = own.filter((entry) => !lacking.has(entry));
      const { mean: meanOfKnown } = await judgeQueries(answerable, search, LOOSE_RUNGS);
      engines.push({ name: engine, ...scores, meanOfKnown });
      if (engine !== OURS || half !== TUNING) continue;
      misses.push(...missed.map((each) => missLine(name, each)));
      answers.push({ name, kinds: await answersByKind(own, search) });
    }
    await search.close?.();
  }
  return { name, icons: catalog.size, halves };
}

/** Whether the words of a former name, or of a name in another script, are in no text of an acceptable icon. */
function lacksAlias(catalog, { query, kind, first = [] }) {
  if (!ALIASES.includes(kind)) return false;
  const asked = words(query).join("");
  return !first.some((id) =>
    words(JSON.stringify(catalog.get(id)))
      .join("")
      .includes(asked),
  );
}

/** The first queries of each kind with the first results. */
async function answersByKind(judged, search) {
  const kinds = [...new Set(judged.map(({ kind }) => kind))];
  return Promise.all(
    kinds.map(async (kind) => {
      const some = judged.filter((entry) => entry.kind === kind).slice(0, ANSWERED);
      const rows = some.map(async ({ query, first, firstName }) => {
        const { ids, didYouMean, matched } = await search(query);
        const accepted = (id) => first?.includes(id) || firstName?.includes(id.slice(id.indexOf(":") + 1));
        return {
          query,
          didYouMean,
          matched,
          found: ids.slice(0, SHOWN).map((id) => (accepted(id) ? `**${id}**` : id)),
        };
      });
      return { kind, rows: await Promise.all(rows) };
    }),
  );
}

function answersPage(sets) {
  const lines = [
    "# Queries and their first results",
    "",
    "The first queries of each kind in the tuning half. Acceptable icons are bold.",
    "",
  ];
  for (const { name, kinds } of sets) {
    for (const { kind, rows } of kinds) {
      lines.push(`## ${name}: ${kind}`, "", "| query | rung | first results |", "| --- | --- | --- |");
      for (const { query, didYouMean, matched = "", found } of rows) {
        const rung = didYouMean === undefined ? matched : `${matched}: ${didYouMean}`;
        lines.push(`| ${query.replaceAll("|", "\\|")} | ${rung} | ${found.join(", ")} |`);
      }
      lines.push("");
    }
  }
  return lines.join("\n");
}

function queriesOf(name) {
  const file = name === "shipped" ? "shipped" : "iconify";
  const judged = JSON.parse(readFileSync(new URL(`../test/judged/queries/${file}.json`, import.meta.url), "utf8"));
  return name === "shipped" ? judged : judged.filter(({ set }) => set === name);
}

function missLine(set, { query, kind, wanted, found, inTop, didYouMean, matched }) {
  const marks = [inTop && wanted.length > 0 ? "in top 5" : "", didYouMean && `for ${didYouMean}`, matched];
  return [set, kind, query, wanted.slice(0, SHOWN).join(" "), found.slice(0, SHOWN).join(" "), ...marks].join("\t");
}
