// Lists in other orders: node bench/sorting.mjs [--size 1M] [--seconds 3] [--rounds 5] [--artifacts FOLDER]
// [--kinds "first pages;one word"]
//
// wrk loads our server with the same 500 requests in each order, in interleaved rounds. Reported are the processor time
// of the server for a request, and its ratio to that of the default order within the same round: for each kind, and for
// all kinds together, each as often.
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { createRandom, sample } from "./tools/random.mjs";
import { saveResult } from "./tools/results.mjs";
import { createProKey, get, ourServer, startServer } from "./tools/servers.mjs";
import { median } from "./tools/statistics.mjs";
import { figure, parseCounts, printTable } from "./tools/table.mjs";
import { CATEGORIES, COLORS, COMMON_WORDS, MOODS, STYLES } from "./tools/vocabulary.mjs";
import { artifactsOf, workPath } from "./tools/work-folder.mjs";
import { runWrk } from "./tools/wrk.mjs";

const SORTS = ["relevance", "name", "newest", "updated"];
const REQUESTS = 500;
const LIMIT = 20;
const PAGES = 3;
const WARM_UP_SECONDS = 1;
const FACETS = { category: CATEGORIES, color: COLORS, style: STYLES, mood: MOODS };

const {
  size,
  seconds,
  rounds,
  artifacts,
  kinds: wanted,
} = parseArgs({
  options: {
    size: { type: "string", default: "1M" },
    seconds: { type: "string", default: "3" },
    rounds: { type: "string", default: "5" },
    artifacts: { type: "string" },
    kinds: { type: "string" },
  },
}).values;

const [icons] = parseCounts(size);
const random = createRandom(11);
const uniform = (list) => list[Math.floor(random() * list.length)];
const among = (count) => 1 + Math.floor(random() * count);
const filters = () =>
  Object.fromEntries(
    sample(Object.keys(FACETS), among(2), random).map((facet) => [facet, sample(FACETS[facet], among(2), random)]),
  );
const KINDS = {
  "first pages": () => ({ page: among(100) }),
  "any page": () => ({ page: among(icons / LIMIT) }),
  filtered: () => ({ ...filters(), page: among(PAGES) }),
  "one word": () => ({ q: uniform(COMMON_WORDS), page: among(PAGES) }),
  "one word, filtered": () => ({ q: uniform(COMMON_WORDS), ...filters() }),
};

const server = await startServer(
  ourServer(artifacts ?? (await artifactsOf(icons, { dates: true })), await createProKey()),
);
const kinds = [];
try {
  for (const [kind, make] of Object.entries(KINDS))
    if (wanted?.split(";").includes(kind) !== false)
      kinds.push({ kind, sorts: await measure(Array.from({ length: REQUESTS }, make)) });
} finally {
  await server.stop();
}
kinds.push(together(kinds));
saveResult("sorting", { icons, seconds: Number(seconds), rounds: Number(rounds), kinds });
printTable(
  ["kind", ...SORTS.map((sort) => `${sort}, µs`)],
  kinds.map(({ kind, sorts }) => [
    kind,
    ...sorts.map(({ cpuMicroseconds, ratio }) => `${figure(cpuMicroseconds)} (${figure(ratio)})`),
  ]),
);

async function measure(requests) {
  const runs = SORTS.map(() => []);
  for (let round = 0; round < Number(rounds); round++) {
    for (const [at, sort] of SORTS.entries()) {
      const file = workPath("paths", `sorted-by-${sort}.txt`);
      const paths = requests.map((request) => pathOf({ ...request, sort, limit: LIMIT }));
      writeFileSync(file, `${paths.join("\n")}\n`);
      if (round === 0) {
        for (const path of paths) {
          const { status } = await get(server, path);
          if (status !== 200) throw new Error(`${path} is ${status}`);
        }
        await runWrk(server, file, WARM_UP_SECONDS);
      }
      runs[at].push((await runWrk(server, file, seconds)).cpuMicroseconds);
    }
  }
  return runs.map((list) => ({
    cpuMicroseconds: median(list),
    ratio: median(list.map((time, round) => time / runs[0][round])),
  }));
}

/** The mean of all kinds. */
function together(list) {
  const means = SORTS.map((_, at) => list.reduce((sum, { sorts }) => sum + sorts[at].cpuMicroseconds, 0) / list.length);
  return {
    kind: "together",
    sorts: means.map((cpuMicroseconds) => ({ cpuMicroseconds, ratio: cpuMicroseconds / means[0] })),
  };
}

function pathOf(request) {
  return `/api/v1/icons?${new URLSearchParams(Object.entries(request).map(([name, value]) => [name, String(value)]))}`;
}
