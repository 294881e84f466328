import { WRITING } from "./profile-shares.mjs";
import { countName, figure, megabytes } from "./table.mjs";

const OURS = "icons serve";
const MILLION = 1e6;

/** Minimum share of raw node:http for each kind of request at a million icons. */
const OF_RAW = {
  list: 0.6,
  "filtered list": 0.6,
  detail: 0.65,
  "two rare words": 0.55,
  similar: 0.5,
};

/**
 * The targets next to the measurements.
 *
 * @param results of the benchmarks, by name; a benchmark that has not been run is absent
 * @returns rows of `area`, `what`, `target`, `measured` (texts) and `met`, undefined if it was not measured
 */
export function compareWithTargets(results) {
  return [
    ...httpTargets(results.http),
    ...searchTargets(results.search),
    ...similarTargets(results.similar),
    ...sortingTargets(results.sorting),
    ...judgingTargets(results["judging-sheets"]),
    ...shapeTargets(results["similar-shapes"]),
    ...lookTargets(results["likely-looks"]),
    ...resolveTargets(results.resolve),
    ...startTargets(results.start),
    ...commandTargets(results.commands),
    ...buildTargets(results.build),
    ...imageTargets(results),
    ...sizeTargets(results.size),
    ...iconifyTargets(results.iconify),
    ...iconifyRouteTargets(results),
    ...judgedTargets(results.judged),
    ...ladderTargets(results.ladder),
    ...judgedQueriesTargets(results["judged-queries"]),
    ...pageTargets(results.page),
    ...refreshTargets(results),
    ...enduranceTargets(results),
  ];
}

function httpTargets(http) {
  const shareOf = (icons, kind) =>
    at(http?.sizes, icons)
      ?.kinds.find((row) => row.kind === kind)
      ?.servers.find(({ name }) => name === OURS)?.ofRaw;
  return Object.entries(OF_RAW).flatMap(([kind, least]) => {
    const share = shareOf(MILLION, kind);
    const drift = ratio(share, shareOf(1000, kind));
    return [
      atLeast("requests a second", `${kind}, 1 M icons, ratio to raw node:http`, least, share),
      atLeast("requests a second", `${kind}, that ratio at 1 M icons / at 1 k`, 0.9, drift),
    ];
  });
}

function searchTargets(search) {
  const size = at(search?.sizes, MILLION);
  const ours = size?.engines.find(({ name }) => name === "ours");
  const more = size?.engines.find(({ name }) => name === "ours-more");
  const twoCommon = size?.fasterOnManyWords?.shapes.find(({ name }) => name === "two common words")?.ratio;
  return [
    atMost("search in process", "p99 of all calls over all query shapes, 1 M icons, ms", 1, ours?.calls.p99),
    atMost("search in process", "p99 with near spellings, highlights and facets, 1 M icons, ms", 2, more?.calls.p99),
    atLeast("search in process", "two common words, 1 M icons, FlexSearch with total / ours", 50, twoCommon),
    atLeast(
      "search in process",
      "all shapes of several words, 1 M icons, FlexSearch with total / ours, geometric mean",
      50,
      size?.fasterOnManyWords?.mean,
    ),
  ];
}

function similarTargets(similar) {
  const timesOurs = (icons, queries) =>
    at(similar?.sizes, icons)?.results.find((row) => row.queries === queries && row.engine === "FAISS flat")?.timesOurs;
  return [
    atLeast("similar", "far, 10 M hashes, FAISS flat / ours", 1, timesOurs(10 * MILLION, "far")),
    atLeast("similar", "far, 1 M hashes, FAISS flat / ours", 1 / 1.5, timesOurs(MILLION, "far")),
    atLeast("similar", "near, 10 M hashes, FAISS flat / ours", 20, timesOurs(10 * MILLION, "near")),
    atLeast("similar", "near, 1 M hashes, FAISS flat / ours", 20, timesOurs(MILLION, "near")),
  ];
}

function judgingTargets(judging) {
  const look = judging?.orders.find(({ order }) => order === "look");
  return [
    atLeast("similar", "first four by look, judged blind: look alike", 0.75, look?.alike),
    atLeast("similar", "first four by look, judged blind: same shape", 0.45, look?.shape),
  ];
}

function shapeTargets(shapes) {
  const row = (icons, queries, engine = "ours") =>
    at(shapes?.sizes, icons)?.results.find((each) => each.queries === queries && each.engine === engine);
  return [
    atMost("similar", "10 nearest by shape, near, 1 M icons, p99, ms", 0.5, row(MILLION, "near")?.p99),
    atMost("similar", "10 nearest by shape, far, 1 M icons, p99, ms", 8, row(MILLION, "far")?.p99),
    atMost("similar", "10 nearest by shape, far, 1 M icons, longest slice, p99, ms", 5, row(MILLION, "far")?.slice.p99),
    atLeast(
      "similar",
      "10 nearest by shape, far, 1 M icons, FAISS flat / ours",
      2,
      row(MILLION, "far", "FAISS flat")?.timesOurs,
    ),
    atMost("similar", "10 nearest by shape, far, 10 M icons, p99, ms", 80, row(10 * MILLION, "far")?.p99),
    atMost("similar", "shape tables, 1 M icons, bytes per icon", 160, at(shapes?.sizes, MILLION)?.bytesPerIcon),
  ];
}

function lookTargets(looks) {
  const measured = looks?.icons === MILLION ? looks : undefined;
  return [
    atMost("similar", "icons similar to an icon, 1 M icons, p99, ms", 3, measured?.p99),
    atMost("similar", "the same, processor time / by hash, far", 1.5, measured?.timesHash),
    atLeast("similar", "the same, share of the ten nearest looks found in a real catalog", 0.85, measured?.found),
  ];
}

function sortingTargets(sorting) {
  const kinds = sorting?.icons === MILLION ? sorting.kinds : [];
  return kinds.map(({ kind, sorts }) =>
    atMost(
      "sorting",
      `${kind}, 1 M icons, CPU time, slowest order / default`,
      1.1,
      Math.max(...sorts.map((s) => s.ratio)),
    ),
  );
}

function resolveTargets(resolve) {
  const [inProcess, overHttp] = resolve?.icons === MILLION ? resolve.results : [];
  const what = (where) => `p99 of 100 identities ${where}, 1 M icons, ms`;
  return [
    atMost("resolve", what("in process"), 2, inProcess?.elapsed.p99),
    atMost("resolve", what("over HTTP"), 2, overHttp?.elapsed.p99),
    atMost("resolve", what("over HTTP, CPU time"), 2, overHttp?.processor.p99),
  ];
}

function startTargets(start) {
  const of = (icons, field) => start?.results.find((row) => row.icons === icons && row.server === OURS)?.[field];
  return [
    atMost("start", "first response, 1 M / 1 k icons", 1.3, ratio(of(MILLION, "readyMs"), of(1000, "readyMs"))),
    atMost(
      "start",
      "RssAnon after 1,000 requests, 1 M / 1 k icons",
      1.2,
      ratio(of(MILLION, "anonymousBytes"), of(1000, "anonymousBytes")),
    ),
  ];
}

/** Most milliseconds that a command may take above bare Node. */
const ABOVE_NODE_MS = { "icons --help": 150, "icons search": 150, "icons serve, first response": 220 };

function commandTargets(commands) {
  return (commands?.results ?? [])
    .filter(({ command }) => command in ABOVE_NODE_MS)
    .map(({ command, icons, aboveMs }) => {
      const size = icons === undefined ? "" : `, ${countName(icons)} icons`;
      return atMost("commands", `${command}${size}, above bare Node, ms`, ABOVE_NODE_MS[command], aboveMs);
    });
}

function buildTargets(build) {
  const of = (icons, builder, field) =>
    build?.results.find((row) => row.icons === icons && row.builder === builder)?.[field];
  const peak = of(MILLION, "ours", "peakBytes");
  const ten = 10 * MILLION;
  return [
    atMost(
      "build",
      "time, 1 M records, ours / FlexSearch alone",
      1,
      ratio(of(MILLION, "ours", "seconds"), of(MILLION, "flexsearch", "seconds")),
    ),
    row("build", "peak resident memory, 1 M records", "≤ 1 GB", megabytes(peak), peak && peak <= 1e9),
    atMost("build", "time, 10 M / 1 M records", 12, ratio(of(ten, "ours", "seconds"), of(MILLION, "ours", "seconds"))),
    atMost("build", "peak resident memory, 10 M / 1 M records", 1.5, ratio(of(ten, "ours", "peakBytes"), peak)),
  ];
}

function imageTargets({ image, images, sanitized, "first-build": first, "served-images": found }) {
  const rows = image?.results ?? [{ kind: "SVG" }];
  const shareOf = (kind) => images?.served.find((row) => row.kind.startsWith(kind))?.ofRaw;
  return [
    ...rows.map(({ kind, ofRendering }) =>
      atMost("images", `${kind}, analysis / rendering alone`, kind.startsWith("PNG") ? 2 : 1, ofRendering),
    ),
    atMost(
      "images",
      "shape descriptor of an image, ms",
      0.4,
      image && Math.max(...image.results.map(({ descriptorMs }) => descriptorMs)),
    ),
    atMost("images", "first build, CPU time per Iconify icon, ms", 3.5, first?.built.msPerIcon),
    atMost("images", "bytes per icon for its image", 900, first?.built.imageBytesPerIcon),
    atMost(
      "images",
      "drawings that look different when sanitized",
      0,
      sanitized?.results.reduce((sum, { different }) => sum + different.length, 0),
    ),
    atLeast("images", "SVG, ratio to raw node:http", 0.6, shareOf("svg")),
    atLeast("images", "cached PNG, ratio to raw node:http", 0.5, shareOf("cached")),
    atLeast("images", "PNG of 64 pixels drawn per second and core", 1000, images?.drawn.perSecondAndCore),
    atMost(
      "images",
      "p99 of other requests beside 200 clients, ratio to alone",
      1.5,
      images && Math.max(...images.besides.map(({ ratio }) => ratio)),
    ),
    atLeast(
      "images",
      "icons found first by their served image, minimum of all sizes and formats",
      0.995,
      found && Math.min(...found.results.map(({ weighted }) => weighted)),
    ),
  ];
}

function sizeTargets(size) {
  return [atMost("size", "artifacts of 1 M icons / their NDJSON", 2, at(size?.sizes, MILLION)?.ofSource)];
}

function iconifyTargets(iconify) {
  const [ours] = iconify?.results ?? [];
  const least = iconify && Math.min(...iconify.kinds.map((kind) => kind.ratio));
  return [
    atMost("Iconify", "first response, s", 0.5, ours && ours.readyMs / 1000),
    atMost("Iconify", "RssAnon, MB", 100, ours && ours.anonymousBytes / 1e6),
    atLeast("Iconify", "searches a second, ours / @iconify/api, minimum of all kinds", 10, least),
  ];
}

function iconifyRouteTargets({ "iconify-routes": routes, "iconify-parity": parity }) {
  const [ours, theirs] = routes?.servers ?? [];
  const leastOf = (isMeant) =>
    routes && Math.min(...routes.kinds.filter(({ kind }) => isMeant(kind)).map(({ cpuRatio }) => cpuRatio));
  const isSearch = (kind) => kind.startsWith("/search");
  const memoryRatio = (moment) => ratio(theirs?.anonymousBytes[moment], ours?.anonymousBytes[moment]);
  const area = "Iconify API";
  return [
    atLeast(area, "/search, CPU time, @iconify/api / ours, minimum of all kinds", 6, leastOf(isSearch)),
    atLeast(
      area,
      "icons, CPU time, @iconify/api / ours, minimum of all kinds",
      1.2,
      leastOf((kind) => !isSearch(kind)),
    ),
    atLeast(area, "first response, @iconify/api / ours", 40, ratio(theirs?.readyMs, ours?.readyMs)),
    atLeast(area, "RssAnon after 1,000 requests, @iconify/api / ours", 10, memoryRatio("mixed")),
    atLeast(area, "RssAnon at rest after all runs, @iconify/api / ours", 10, memoryRatio("rested")),
    atMost(area, "responses that differ other than intended", 0, parity && (parity.kinds.different ?? 0)),
  ];
}

function judgedTargets(judged) {
  const of = (name) => judged?.sets.find((set) => set.name === name)?.engines.map(({ total }) => total);
  const shipped = of("shipped");
  const best = shipped && Math.max(...shipped.slice(1).map(({ mrr }) => mrr));
  const iconify = judged?.sets.find(({ name }) => name === "iconify")?.engines ?? [];
  const [ours, iconifyApi, route] = ["ours", "@iconify/api", "ours, /search"].map(
    (engine) => iconify.find(({ name }) => name === engine)?.total,
  );
  return [
    atLeast("search quality", "shipped dataset, success@5", 0.98, shipped?.[0].success5),
    atLeast("search quality", "shipped dataset, MRR, ours / best peer", 1, ratio(shipped?.[0].mrr, best)),
    atLeast("search quality", "Iconify's icons, MRR, ours / @iconify/api", 1, ratio(ours?.mrr, iconifyApi?.mrr)),
    atLeast("search quality", "Iconify API, /search, success@5", 0.97, route?.success5),
  ];
}

/** Those of the held-out half. */
function ladderTargets(ladder) {
  const all = ladder?.rungs.find(({ rung }) => rung === "all");
  return [atMost("search by meaning", "all rungs at 1 M, descriptions of 12 words, p99 ms", 3, all?.p99)];
}

function judgedQueriesTargets(judged) {
  const of = (name) =>
    judged?.sets.find((set) => set.name === name)?.halves.find(({ half }) => half === "held-out")?.engines[0];
  const shipped = of("shipped");
  const area = "search by meaning";
  const leastOf = (kind, success1, success5) => {
    const scores = kind === "mean over kinds" ? shipped?.mean : shipped?.kinds.find((each) => each.kind === kind);
    return [
      atLeast(area, `shipped dataset, ${kind}, success@1`, success1, scores?.success1),
      atLeast(area, `shipped dataset, ${kind}, success@5`, success5, scores?.success5),
    ];
  };
  const iconify = ["lucide", "tabler", "mdi", "all"].map(of).filter(Boolean);
  const queries = sum(iconify, ({ total }) => total.queries);
  const inTop = sum(iconify, ({ total }) => total.queries * total.success5);
  return [
    ...leastOf("mean over kinds", 0.88, 0.95),
    ...leastOf("concept", 0.8, 0.95),
    ...leastOf("extra-words", 0.95, 1),
    ...leastOf("parent", 0.85, 1),
    atMost(area, "missing brands with a wrong first result", 0.03, shipped?.missing.wrong),
    atMost(area, "missing brands with a wrong spelling correction", 0.02, shipped?.missing.corrected),
    atLeast(area, "Iconify, all queries, success@5", 0.95, iconify.length === 4 ? inTop / queries : undefined),
    ...["lucide", "tabler"].map((name) =>
      atLeast(
        area,
        `${name} alone, synonyms, success@5`,
        0.9,
        of(name)?.kinds.find(({ kind }) => kind === "synonym")?.success5,
      ),
    ),
  ];
}

function sum(list, numberOf) {
  return list.reduce((total, each) => total + numberOf(each), 0);
}

function pageTargets(page) {
  const rows = page?.results.filter((row) => row.page === "explorer");
  const most = (figureOf, some = rows) => some && Math.max(...some.map(figureOf));
  return [
    atMost(
      "explorer page",
      "KB until the first paint",
      60,
      most(({ firstPaint }) => firstPaint.bytes / 1000),
    ),
    atMost(
      "explorer page",
      "requests until the first paint",
      10,
      most(({ firstPaint }) => firstPaint.requests),
    ),
    atMost(
      "explorer page over slow 3G",
      "s until all images in view",
      2.5,
      most(({ slow }) => slow.imagesMs / 1000),
    ),
    atMost(
      "explorer page",
      "ms from a key to its result",
      120,
      most(({ keyMs }) => keyMs),
    ),
    atMost(
      "explorer page with 1 M icons",
      "% of frames dropped",
      5,
      most(
        ({ wheel, drag }) => 100 * Math.max(wheel.dropped, drag.dropped),
        rows?.filter(({ icons }) => icons === 1e6),
      ),
    ),
  ];
}

function refreshTargets({ watch, rebuild }) {
  const slowest = watch?.icons === 10_000 ? Math.max(...watch.results.map(({ ms }) => ms)) : undefined;
  const rebuilt = at(rebuild?.results, 100_000);
  const changed = rebuilt?.runs.find(({ what }) => what === "one changed");
  return [
    atMost("refresh", "images analyzed after one of 100 k changed", 1, changed && Number(changed.analyzed)),
    atLeast(
      "refresh",
      "share of that rebuild's CPU time spent on the new files: encode, merge, write",
      0.5,
      rebuilt && WRITING.reduce((sum, phase) => sum + (rebuilt.shares[phase] ?? 0), 0),
    ),
    atMost(
      "refresh",
      "time from an edit to the first response with it, 10 k icons, median of the slowest kind, ms",
      2000,
      slowest,
    ),
  ];
}

function enduranceTargets({ soak, reload, "slow-clients": slow, replicas, "worst-queries": worst }) {
  const grown = soak?.servers.filter(({ flat }) => !flat).length;
  const gone = soak?.servers.flatMap(({ processes }) => processes.map((one) => one.goneAfterSeconds ?? 0));
  const lost = reload && reload.quiet.failed + reload.reloading.failed + reload.faults;
  return [
    atMost("endurance", "servers whose memory grows in an hour of load", 0, grown),
    atMost("endurance", "time until a replaced generation is unmapped, s", 60, gone && Math.max(...gone)),
    atMost("endurance", "lost or mixed responses in 50 reloads with 1,000 connections", 0, lost),
    atMost("endurance", "p99, with reloads / without", 2, ratio(reload?.reloading.p99, reload?.quiet.p99)),
    atMost(
      "endurance",
      "p99 of other clients during 2,000 slow ones, ms",
      250,
      slow && Math.max(...slow.runs.map(({ p99 }) => p99)),
    ),
    atMost("endurance", "failed requests while replicas are killed and replaced", 0, replicas?.failed),
    atMost(
      "endurance",
      "delay of other requests by the most expensive one, 1 M icons, ms",
      50,
      worst && Math.max(...worst.results.map(({ heldUp }) => heldUp)),
    ),
  ];
}

function at(sizes, icons) {
  return sizes?.find((size) => size.icons === icons);
}

/** Undefined if either value is unknown. */
function ratio(value, base) {
  return Number.isFinite(value) && Number.isFinite(base) ? value / base : undefined;
}

function atLeast(area, what, target, measured) {
  return row(
    area,
    what,
    `≥ ${figure(target)}`,
    figure(measured),
    measured === undefined ? undefined : measured >= target,
  );
}

function atMost(area, what, target, measured) {
  return row(
    area,
    what,
    `≤ ${figure(target)}`,
    figure(measured),
    measured === undefined ? undefined : measured <= target,
  );
}

function row(area, what, target, measured, met) {
  return { area, what, target, measured, met };
}
