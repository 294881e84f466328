import { imageSections } from "./image-sections.mjs";
import { judgedQueriesSection } from "./judged-queries-section.mjs";
import { judgedSection } from "./judged-section.mjs";
import { messagePackSection } from "./message-pack-section.mjs";
import { pageSection } from "./page-section.mjs";
import { countName, duration, figure, megabytes } from "./table.mjs";

const ENGINES = {
  ours: "ours",
  "ours-more": "ours, with near spellings, highlights, facets",
  flexsearch: "FlexSearch",
  "flexsearch-page": "FlexSearch, no total",
  sqlite: "SQLite FTS5",
  minisearch: "MiniSearch",
};
const BUILDERS = { ours: "icons build", flexsearch: "FlexSearch alone", sqlite: "SQLite with FTS5" };

/**
 * The section of each benchmark in the report: `title`, `text`, and functions from its result to `tables` (title, head,
 * rows) and `plots` (name, title, unit, and values for `plotGrowth`).
 */
/** When the memory of the Iconify API is measured. */
const MOMENTS = [
  { moment: "first", title: "at first" },
  { moment: "settled", title: "half a minute later" },
  { moment: "mixed", title: "after 1,000 requests" },
  { moment: "loaded", title: "after all runs" },
  { moment: "rested", title: "half a minute after these" },
];

/** How often each search finds the original of a modified image. */
const perturbedTables = ({ nearest, results }) => [
  {
    title: `Share of images whose original is among the ${nearest} nearest`,
    head: ["kind", "images", "by hash", "icons similar FILE --by phash", "median distance", "ImageHash, plain scan"],
    rows: results.map(({ kind, pictures, recall, fileRecall, medianDistance, imagehashRecall }) => [
      kind,
      pictures,
      figure(recall),
      figure(fileRecall),
      medianDistance,
      figure(imagehashRecall),
    ]),
  },
  {
    title: `Share of images whose original is the nearest / among the ${nearest} nearest by shape`,
    head: ["kind", "by=shape", "icons similar FILE --by shape", "HOG-512", "PDQ"],
    rows: results
      .filter(({ shapeFileFirst }) => shapeFileFirst !== undefined)
      .map(({ kind, ...row }) => [
        kind,
        ...["shape", "shapeFile", "histogram", "pdq"].map(
          (name) => `${figure(row[`${name}First`])} / ${figure(row[`${name}Recall`])}`,
        ),
      ]),
  },
];

export const sections = {
  http: {
    title: "Requests a second",
    text:
      "One server process; wrk with one thread and 32 connections; 1,000 different requests of each kind. In brackets: the ratio to raw `node:http` " +
      "sending bodies of the same size. Ours and Fastify check a key and count requests; only ours sends ETag and the other headers of the API.",
    plots: ({ sizes }) => [
      {
        name: "http",
        title: "requests a second by number of icons",
        unit: "requests a second",
        values: sizes.flatMap(({ icons, kinds }) =>
          kinds.flatMap(({ kind, servers }) =>
            servers.map(({ name, perSecond }) => ({ icons, value: perSecond, series: name, panel: kind })),
          ),
        ),
      },
    ],
    tables: ({ sizes }) => sizes.flatMap(httpTables),
  },
  search: {
    title: "Search in process",
    text:
      "The same requests to every engine, each in its own process, one call at a time, with exact totals (except “no total”). p99 and max of all " +
      "calls include interference by other processes on the machine; “of medians” first takes the median of each request's calls.",
    plots: ({ sizes }) => [
      {
        name: "search",
        title: "latency over all query shapes by number of icons",
        unit: "ms",
        values: sizes.flatMap(({ icons, engines }) =>
          engines.flatMap(({ name, calls }) =>
            ["p50", "p99"].map((panel) => ({ icons, value: calls[panel], series: ENGINES[name], panel })),
          ),
        ),
      },
    ],
    tables: ({ sizes }) => sizes.flatMap(searchTables),
  },
  similar: {
    title: "The exact 10 nearest",
    text: "Near queries are stored hashes with eleven near duplicates; far queries are random. One thread, one query at a time; all distances are verified.",
    plots: ({ sizes }) => [
      {
        name: "similar",
        title: "time of a query by number of hashes",
        unit: "ms",
        values: sizes.flatMap(({ icons, results }) =>
          results.map(({ queries, engine, p50 }) => ({ icons, value: p50, series: engine, panel: queries })),
        ),
      },
    ],
    tables: ({ sizes }) => [
      {
        title: "Time of a query; the last column is the median over interleaved rounds",
        head: ["engine", "hashes", "queries", "p50", "p99", "max", "times ours"],
        rows: sizes.flatMap(({ icons, results }) =>
          results.map(({ queries, engine, p50, p99, max, timesOurs }) => [
            engine,
            countName(icons),
            queries,
            ...[p50, p99, max].map(duration),
            figure(timesOurs),
          ]),
        ),
      },
    ],
  },
  sorting: {
    title: "Other orders",
    text: "CPU time of the server for a request with `sort=`, in brackets the median ratio to the same request in the default order in the same round. 500 requests of each kind, loaded by wrk in turns. Icons that follow each other in another order lie apart in the file of items: a page of 20 waits for memory that neighbors share. Any page is the worst case, since its items are read for the first time. The last row has all kinds, each as often.",
    tables: ({ icons, kinds }) => [
      {
        title: `${countName(icons)} icons`,
        head: ["kind", "default", "by name", "newest", "updated"],
        rows: kinds.map(({ kind, sorts }) => [
          kind,
          ...sorts.map(({ cpuMicroseconds, ratio }) => `${duration(cpuMicroseconds / 1000)} (${figure(ratio)})`),
        ]),
      },
    ],
  },
  "judging-sheets": {
    images: [{ file: "judging-sheet.webp", title: "24 of the icons, each with its first four by five orders" }],
    title: "Similar icons, judged blind",
    text: "The first four similar icons by each order, in sheets without names and in random order. Judges graded each from 0 to 9 by two questions, which `test/judged/README.md` has: whether it looks alike, and whether the main forms resemble each other. A share counts grades from the one at which `color` has 0.81 that look alike, and `HOG-512` 0.59 with the same shape, as an earlier judge found; so strictness cancels out. Icons are from the held-out half; none was used to choose weights or scores.",
    tables: ({ queries, judges, least, orders }) => [
      {
        title: `${queries} shipped icons, mean of ${judges} judges; alike from a grade of ${figure(least.alike)}, same shape from ${figure(least.shape)}`,
        head: ["order", "look alike", "mean grade", "same shape", "mean grade"],
        rows: orders.map(({ order, alike, alikeGrade, shape, shapeGrade }) => [
          ...[order, figure(alike), figure(alikeGrade), figure(shape), figure(shapeGrade)],
        ]),
      },
    ],
  },
  "similar-shapes": {
    title: "The 10 nearest by shape",
    text: "Descriptors are made of real ones. Near queries are stored descriptors with eleven near duplicates, far ones real descriptors that nothing was made of. Each engine runs in one thread; all return the same distances.",
    tables: ({ sizes }) =>
      sizes.map(({ icons, bytesPerIcon, results }) => ({
        title: `${countName(icons)} icons, ${figure(bytesPerIcon)} bytes per icon`,
        head: ["queries", "engine", "p50", "p99", "max", "longest slice, p99", "times ours"],
        rows: results.map(({ queries, engine, p50, p99, max, slice, timesOurs }) => [
          queries,
          engine,
          duration(p50),
          duration(p99),
          duration(max),
          duration(slice?.p99),
          figure(timesOurs),
        ]),
      })),
  },
  "likely-looks": {
    title: "Icons similar to an icon, by default",
    text: "Descriptors as above; half of the palettes are black, the others random. Likely looks are searched in clusters of shapes; the share of the ten nearest looks that are found is that in a catalog of 379,452 icons of Iconify.",
    tables: ({ icons, p50, p99, timesHash, found }) => [
      {
        title: `${countName(icons)} icons`,
        head: ["p50", "p99", "processor time / by hash, far", "of the ten nearest looks"],
        rows: [[duration(p50), duration(p99), figure(timesHash), figure(found)]],
      },
    ],
  },
  resolve: {
    title: "Identities to icons",
    text: "Requests with 100 identities of all kinds, hits and misses, one at a time; each response is compared with the icon that its identity was drawn from. In process: from identities to the bytes of the items. Over HTTP: elapsed at the client, CPU time of the server's main thread.",
    tables: ({ icons, requests, repeats, found, results, kinds }) => [
      {
        title: `${countName(icons)} icons, ${figure(requests)} requests, ${repeats} rounds; ${figure(100 * found)} % of the identities have an icon`,
        head: ["", "p50", "p99", "max", "CPU time, p50", "p99", "max"],
        rows: results.map(({ where, elapsed, processor }) => [
          where,
          ...[elapsed, processor].flatMap(({ p50, p99, max }) => [p50, p99, max].map(duration)),
        ]),
      },
      {
        title: "100 identities of one kind, in process",
        head: ["kind", "p50", "p99"],
        rows: kinds.map(({ kind, elapsed }) => [kind, duration(elapsed.p50), duration(elapsed.p99)]),
      },
    ],
  },
  commands: {
    title: "Commands above bare Node",
    text: "Medians of whole commands in turns with `node -e 0`; of `icons serve`, until the end of its first response.",
    tables: ({ results }) => [
      {
        title: "Wall and processor time",
        head: ["command", "icons", "wall", "above bare Node", "processor", "above bare Node"],
        rows: results.map(({ command, icons, wallMs, aboveMs, cpuMs, cpuAboveMs }) => [
          command,
          icons === undefined ? "" : countName(icons),
          ...[wallMs, aboveMs, cpuMs, cpuAboveMs].map(duration),
        ]),
      },
    ],
  },
  start: {
    title: "Cold start and memory",
    text: "From spawning the process to the end of its first response with status 200, with its files in the page cache. Memory after 1,000 requests.",
    plots: ({ results }) => [
      {
        name: "start",
        title: "start and memory by number of icons",
        unit: "ms, MB",
        values: results.flatMap(({ icons, server, readyMs, anonymousBytes }) => [
          { icons, value: readyMs, series: server, panel: "first response, ms" },
          { icons, value: anonymousBytes / 1e6, series: server, panel: "RssAnon, MB" },
        ]),
      },
    ],
    tables: ({ results }) => [
      {
        title: "In brackets: ratio to the smallest number of icons",
        head: ["server", "icons", "first response", "RssAnon", "RSS"],
        rows: results.map((row) => {
          const base = results.find(({ server }) => server === row.server);
          const cell = (field, show) => `${show(row[field])} (${figure(row[field] / base[field])})`;
          return [
            row.server,
            countName(row.icons),
            cell("readyMs", duration),
            cell("anonymousBytes", megabytes),
            cell("rssBytes", megabytes),
          ];
        }),
      },
    ],
  },
  build: {
    title: "Build",
    text: "Records without images. Resident memory counts mapped files, private memory (RssAnon) doesn't.",
    plots: ({ results }) => [
      {
        name: "build",
        title: "build time and peak memory by number of icons",
        unit: "s, MB",
        values: results.flatMap(({ icons, builder, seconds, peakBytes }) => [
          { icons, value: seconds, series: BUILDERS[builder], panel: "time, s" },
          { icons, value: peakBytes / 1e6, series: BUILDERS[builder], panel: "peak RSS, MB" },
        ]),
      },
    ],
    tables: ({ results }) => [
      {
        title: "Time and peaks",
        head: ["builder", "icons", "time", "CPU time", "peak RSS", "peak RssAnon", "time / ours"],
        rows: results.map((row) => {
          const ours = results.find(({ icons, builder }) => icons === row.icons && builder === "ours");
          if (row.failed) return [BUILDERS[row.builder], countName(row.icons), "failed"];
          return [
            BUILDERS[row.builder],
            countName(row.icons),
            duration(row.seconds * 1000),
            duration(row.cpuSeconds * 1000),
            megabytes(row.peakBytes),
            megabytes(row.peakAnonymousBytes),
            figure(row.seconds / ours.seconds),
          ];
        }),
      },
    ],
  },
  ...imageSections,
  perturbed: {
    title: "Modified images",
    text:
      "Shipped icons at 256 pixels, modified as typically happens on the web, looked up by hash among all shipped icons. Mirrored and " +
      "inverted images are looked up with `include`, which a plain scan of ImageHash's phash lacks; for all others, both use the same hashes. `icons similar FILE --by phash` " +
      "has the pixels and also searches without their margin.",
    tables: perturbedTables,
  },
  "perturbed-brands": {
    title: "Modified images among icons of other brands",
    text: "The same among all shipped icons and 5,000 icons of other brands, drawn from 16 sets of Iconify.",
    tables: perturbedTables,
  },
  size: {
    title: "Size of the artifacts",
    text: "Each file, compared with the NDJSON source and a SQLite file of the same records.",
    plots: ({ sizes }) => [
      {
        name: "size",
        title: "bytes by number of icons",
        unit: "bytes",
        values: sizes.flatMap(({ icons, sourceBytes, sqliteBytes, totalBytes }) => [
          { icons, value: totalBytes, series: "artifacts", panel: "all files" },
          { icons, value: sqliteBytes, series: "SQLite", panel: "all files" },
          { icons, value: sourceBytes, series: "source NDJSON", panel: "all files" },
        ]),
      },
    ],
    tables: ({ sizes }) =>
      sizes.map(({ icons, sourceBytes, sqliteBytes, totalBytes, files }) => {
        const row = (name, bytes) => [name, megabytes(bytes), figure(bytes / sourceBytes), figure(bytes / icons)];
        return {
          title: `${countName(icons)} icons`,
          head: ["file", "size", "/ source", "bytes / icon"],
          rows: [
            ...files.map(({ name, bytes }) => row(name, bytes)),
            row("all artifacts", totalBytes),
            row("SQLite", sqliteBytes),
            row("source NDJSON", sourceBytes),
          ],
        };
      }),
  },
  export: {
    title: "Memory of exports",
    text:
      "`icons export '*'` of synthetic icons with a drawing each. Resident memory includes pages of the mapped artifacts, " +
      "which the kernel reclaims under memory pressure.",
    tables: ({ runs }) => [
      {
        title: "peaks by format",
        head: ["icons", "format", "CPU time / icon", "size", "private memory", "resident memory"],
        rows: runs.map(({ icons, format, cpuSeconds, bytes, peakAnonymousBytes, peakBytes }) => [
          countName(icons),
          format,
          `${figure((cpuSeconds * 1e6) / icons)} µs`,
          ...[bytes, peakAnonymousBytes, peakBytes].map(megabytes),
        ]),
      },
    ],
  },
  iconify: {
    title: "Iconify's icons, compared with @iconify/api",
    text: "The same package in both, at most 64 icons per response. @iconify/api counts only up to its limit and returns names only; ours returns full list items.",
    tables: iconifyTables,
  },
  "iconify-routes": {
    title: "The Iconify API, compared with @iconify/api",
    text: "The same requests to both, drawn from all sets, in each round other ones. @iconify/api serves a thousand repeated requests from its caches. First responses are medians of starts in turns. RssAnon at the first response, half a minute later, then after 1,000 requests of all kinds, after all runs of wrk, and half a minute after these.",
    tables: iconifyRouteTables,
  },
  "iconify-parity": {
    title: "Responses of the Iconify API",
    text: "The same requests to ours and @iconify/api: real names, aliases, hidden, unknown and hostile ones over all operations. Status, parsed body and the headers that clients and caches depend on are compared.",
    tables: parityTables,
  },
  judged: judgedSection,
  ladder: {
    title: "All rungs of a search",
    text: "In process. Queries are one to six words of names and descriptions, also misspelled ones, parts of words, fillers and words of other languages, and grouped by the rung that finds icons.",
    tables: ({ icons, words, rungs }) => [
      {
        title: `${countName(icons)} icons with descriptions of ${words} words`,
        head: ["rung", "queries", "p50", "p99", "max"],
        rows: rungs.map(({ rung, queries, p50, p99, max }) => [rung, queries, ...[p50, p99, max].map(duration)]),
      },
    ],
  },
  "judged-queries": judgedQueriesSection,
  page: pageSection,
  "message-pack": messagePackSection,
};

function httpTables({ icons, kinds }) {
  const names = [...new Set(kinds.flatMap(({ servers }) => servers.map(({ name }) => name)))];
  const table = (title, cell) => ({
    title: `${countName(icons)} icons, ${title}`,
    head: ["kind", "bytes", ...names],
    rows: kinds.map(({ kind, bytes, servers }) => [
      kind,
      figure(bytes),
      ...names.map((name) => {
        const result = servers.find((server) => server.name === name);
        return result === undefined ? "–" : cell(result);
      }),
    ]),
  });
  return [
    table("requests a second", ({ perSecond, ofRaw }) => `${figure(perSecond)} (${figure(ofRaw)})`),
    table(
      "CPU time of the server per request",
      ({ cpuMicroseconds, ofRawCpu }) => `${duration(cpuMicroseconds / 1000)} (${figure(ofRawCpu)})`,
    ),
  ];
}

function searchTables({ icons, engines, shapes }) {
  const names = engines.map(({ name }) => name);
  return [
    {
      title: `${countName(icons)} icons, all ${shapes.length} query shapes`,
      head: ["engine", "ready after", "RssAnon", "p50", "p99", "max", "p99 of medians", "max of medians"],
      rows: engines.map(({ name, openMs, anonymousBytes, calls, requests }) => [
        ENGINES[name],
        duration(openMs),
        megabytes(anonymousBytes),
        ...[calls.p50, calls.p99, calls.max, requests.p99, requests.max].map(duration),
      ]),
    },
    {
      title: `${countName(icons)} icons, median of each shape`,
      head: ["shape", ...names.map((name) => ENGINES[name]), "FlexSearch / ours"],
      rows: shapes.map(({ name, medians }) => [
        name,
        ...names.map((engine) => duration(medians[engine])),
        figure(medians.flexsearch && medians.flexsearch / medians.ours),
      ]),
    },
  ];
}

function iconifyRouteTables({ servers, kinds }) {
  return [
    {
      title: "Start and memory",
      head: ["server", "first response", "of it CPU time", ...MOMENTS.map(({ title }) => `RssAnon ${title}`)],
      rows: servers.map(({ name, readyMs, readyCpuMs, anonymousBytes }) => [
        name,
        duration(readyMs),
        duration(readyCpuMs),
        ...MOMENTS.map(({ moment }) => megabytes(anonymousBytes[moment])),
      ]),
    },
    routeCosts("CPU time of the server per request", servers, kinds),
    routeCosts(
      "The same for a thousand requests again and again",
      servers,
      kinds.map(({ kind, repeated }) => ({ kind, ...repeated })),
    ),
  ];
}

function routeCosts(title, servers, kinds) {
  return {
    title,
    head: ["requests", ...servers.map(({ name }) => name), "ratio"],
    rows: kinds.map(({ kind, cpuMicroseconds, cpuRatio }) => [
      kind,
      ...cpuMicroseconds.map((microseconds) => duration(microseconds / 1000)),
      figure(cpuRatio),
    ]),
  };
}

function parityTables({ requests, kinds }) {
  return [
    {
      title: `${figure(requests)} requests`,
      head: ["responses", "requests"],
      rows: Object.entries(kinds)
        .sort(([, a], [, b]) => b - a)
        .map(([kind, count]) => [kind, figure(count)]),
    },
  ];
}

function iconifyTables({ icons, results, kinds, sideBySide }) {
  return [
    {
      title: `${figure(icons)} icons`,
      head: ["server", "first response", "RssAnon", "RSS"],
      rows: results.map(({ name, readyMs, anonymousBytes, rssBytes }) => [
        name,
        duration(readyMs),
        megabytes(anonymousBytes),
        megabytes(rssBytes),
      ]),
    },
    {
      title: "Searches a second",
      head: ["kind", ...results.map(({ name }) => name), "ratio", "ratio of CPU time"],
      rows: kinds.map(({ kind, perSecond, ratio, cpuRatio }) => [
        kind,
        ...perSecond.map(figure),
        figure(ratio),
        figure(cpuRatio),
      ]),
    },
    {
      title: "First results",
      head: ["query", ...results.map(({ name }) => name)],
      rows: sideBySide.map(({ q, ours, theirs }) => [
        q,
        `${ours.first.join(", ")} (${figure(ours.total)} in all${ours.didYouMean === undefined ? "" : `, for “${ours.didYouMean}”`})`,
        theirs.first.join(", ") || "–",
      ]),
    },
  ];
}
