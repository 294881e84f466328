import { figure } from "./table.mjs";

const TITLES = { shipped: "Shipped dataset", iconify: "Iconify's icons" };

/** The section of the report on search quality, in the form of `sections`. */
export const judgedSection = {
  title: "Search quality",
  text:
    "Queries of which we have written down what should come up. success@1: it comes first; success@5: it, or all of several, is among the first five; " +
    "MRR: the mean of 1 / place. Peers as their documentation sets them up, on the same texts in the same order; “fuzzy” is MiniSearch with near spellings and names " +
    "that weigh double.",
  tables: ({ sets }) => sets.flatMap(setTables),
};

function setTables({ name, icons, engines }) {
  const [ours] = engines;
  return [
    {
      title: `${TITLES[name]}, ${figure(ours.total.queries)} queries over ${figure(icons)} icons`,
      head: ["engine", "success@1", "success@5", "MRR"],
      rows: engines.map(({ name, total }) => [name, ...[total.success1, total.success5, total.mrr].map(figure)]),
    },
    {
      title: `${TITLES[name]}, success@5 by kind of query`,
      head: ["kind", "queries", ...engines.map(({ name }) => name)],
      rows: ours.kinds.map(({ kind, queries }, at) => [
        kind,
        queries,
        ...engines.map(({ kinds }) => figure(kinds[at].success5)),
      ]),
    },
    {
      title: `${TITLES[name]}, what ours misses among the first five`,
      head: ["kind", "queries"],
      rows: ours.kinds.flatMap(({ kind }) => {
        const missed = ours.missed.filter((each) => each.kind === kind);
        return missed.length === 0 ? [] : [[kind, missed.map(({ query }) => `\`${query.trim()}\``).join(", ")]];
      }),
    },
  ];
}
