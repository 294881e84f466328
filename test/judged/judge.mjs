/** Number of results that are evaluated. */
export const PLACES = 10;

/** Number of results visible without scrolling. */
const TOP = 5;

/**
 * Evaluates a search with the queries of `shipped.json` or `iconify.json`, one after the other.
 *
 * - `success1`: share of queries whose first result is expected, from `first` or, if only `within5` is given, from
 * there.
 * - `success5`: share of queries with one of `first` and all of `within5`, whichever are given, among the first five.
 * - `mrr`: mean of 1 / rank of the best of these expected icons, 0 if none is among the first ten.
 *
 * Expected names (`firstName`, `within5Names`) count in the same way; the name is the part of an id after the colon.
 */
export async function judge(judged, search) {
  const verdicts = [];
  for (const entry of judged) {
    const found = (await search(entry.query)).slice(0, PLACES);
    verdicts.push({ query: entry.query, kind: entry.kind, found, ...verdictOf(entry, found) });
  }
  const kinds = [...new Set(judged.map(({ kind }) => kind))];
  return {
    total: scoresOf(verdicts),
    kinds: kinds.map((kind) => ({ kind, ...scoresOf(verdicts.filter((verdict) => verdict.kind === kind)) })),
    missed: verdicts.filter(({ inTop }) => !inTop).map(({ query, kind, found }) => ({ query, kind, found })),
  };
}

function verdictOf({ first, within5, firstName, within5Names }, found) {
  const names = found.map((id) => id.slice(id.indexOf(":") + 1));
  const aims = [
    { first, within: within5, found },
    { first: firstName, within: within5Names, found: names },
  ].filter(({ first, within }) => first !== undefined || within !== undefined);
  const places = aims.map((aim) => placeOf(aim.first ?? aim.within, aim.found));
  return {
    atOnce: places.every((place) => place === 1),
    inTop: aims.every(({ first, within = [], found }) => {
      const top = found.slice(0, TOP);
      return (first?.some((wanted) => top.includes(wanted)) ?? true) && within.every((wanted) => top.includes(wanted));
    }),
    reciprocal: 1 / Math.max(...places),
  };
}

/** The place of the first expected icon, from 1; Infinity if none was found. */
export function placeOf(wanted, found) {
  const at = found.findIndex((each) => wanted.includes(each));
  return at < 0 ? Number.POSITIVE_INFINITY : at + 1;
}

function scoresOf(verdicts) {
  const mean = (scoreOf) => verdicts.reduce((sum, verdict) => sum + scoreOf(verdict), 0) / verdicts.length;
  return {
    queries: verdicts.length,
    success1: mean(({ atOnce }) => Number(atOnce)),
    success5: mean(({ inTop }) => Number(inTop)),
    mrr: mean(({ reciprocal }) => reciprocal),
  };
}
