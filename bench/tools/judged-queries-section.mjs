import { figure } from "./table.mjs";

const TITLES = {
  shipped: "Shipped dataset",
  lucide: "Lucide alone",
  tabler: "Tabler alone",
  mdi: "Material Design Icons alone",
  all: "All Iconify sets",
  pooled: "Queries over Lucide, Tabler, Material Design Icons and all Iconify sets together",
};

/** The section of the report on queries by meaning, in the form of `sections`. */
export const judgedQueriesSection = {
  title: "Search by meaning",
  text:
    "Queries as people type them, written from the facts of the icons without knowledge of aliases or code; each with all acceptable icons. Cells: success@1 / success@5, " +
    "the share with an acceptable icon first / among the first five. Rules were tuned on the tuning half only. Missing brands are brands that the data lacks: " +
    "any result is wrong, unless it is marked as loosely related. Names that the data lacks are former names, and names in other scripts, that no text of an acceptable icon has. Peers search names, aliases and developers (“on names”) or all texts; " +
    "MiniSearch with prefixes, near spellings and a boost for names, FlexSearch with `suggest`, FTS5 and Xapian with stemming, any word matching, ordered by BM25.",
  tables: ({ sets }) => [...sets, ...pooled(sets)].flatMap(setTables),
};

/** The tables of one set of queries, one per half. */
export function setTables({ name, icons, halves }) {
  return halves.map(({ half, lacking = 0, engines }) => {
    const [{ kinds, total, missing }] = engines;
    const row = (title, queries, scoresOf) => [title, queries, ...engines.map((engine) => pair(scoresOf(engine)))];
    return {
      title: [TITLES[name], ...(icons === undefined ? [] : [`${figure(icons)} icons`]), `${half} half`].join(", "),
      head: ["kind", "queries", ...engines.map((engine) => engine.name)],
      rows: [
        ...kinds.map(({ kind, queries }, at) => row(kind, queries, (engine) => engine.kinds[at])),
        row("mean over kinds", "", ({ mean }) => mean),
        ...(lacking === 0
          ? []
          : [row(`mean without ${lacking} names that the data lacks`, "", ({ meanOfKnown }) => meanOfKnown)]),
        row("all queries", total.queries, (engine) => engine.total),
        ...(missing === undefined ? [] : missingRows(missing.queries, engines)),
      ],
    };
  });
}

/**
 * The Iconify sets as one, every query with the same weight: alone, some kinds have few queries. Without engines that
 * were not judged by all of them.
 */
function pooled(sets) {
  const iconify = sets.filter(({ name }) => name !== "shipped");
  if (iconify.length < 2) return [];
  const halves = iconify[0].halves.map(({ half, engines }, at) => ({
    half,
    engines: engines
      .map(({ name }) => iconify.flatMap(({ halves }) => halves[at].engines.filter((engine) => engine.name === name)))
      .filter((own) => own.length === iconify.length)
      .map(pooledEngine),
  }));
  return [{ name: "pooled", halves }];
}

function pooledEngine(own) {
  const all = own.flatMap(({ kinds }) => kinds);
  const kinds = [...new Set(all.map(({ kind }) => kind))].map((kind) => ({
    kind,
    ...together(all.filter((scores) => scores.kind === kind)),
  }));
  const mean = together(kinds.map((scores) => ({ ...scores, queries: 1 })));
  return { name: own[0].name, kinds, mean, total: together(own.map(({ total }) => total)) };
}

function together(list) {
  const queries = list.reduce((sum, scores) => sum + scores.queries, 0);
  const weighted = (field) => list.reduce((sum, scores) => sum + scores.queries * scores[field], 0) / queries;
  return { queries, success1: weighted("success1"), success5: weighted("success5") };
}

function missingRows(queries, engines) {
  const cells = (shareOf) => engines.map(({ missing }) => share(shareOf(missing)));
  return [
    ["missing brands: wrong first result", queries, ...cells(({ wrong }) => wrong)],
    ["missing brands: wrong spelling correction", queries, ...cells(({ corrected }) => corrected)],
  ];
}

function pair({ success1, success5 }) {
  return `${share(success1)} / ${share(success5)}`;
}

function share(value) {
  return value.toFixed(2);
}
