import { PLACES, placeOf } from "./judge.mjs";

/** The kind of queries for brands that the data lacks. */
export const MISSING = "missing";

/** What people see without scrolling. */
const TOP = 5;

/**
 * Judges a search by queries of `queries/*.json`, one after the other.
 *
 * - `success1`, `success5`: the share of queries with an acceptable icon in first place, among the first five.
 * - `mean`: the mean of both over the kinds, so that a kind with many queries weighs no more than others. `total` is
 *   over all queries. Neither includes queries for missing brands.
 * - `missing`: every result for a missing brand is wrong, unless the engine marks it as loosely related by its rung.
 */
export async function judgeQueries(judged, search, looseRungs = []) {
  const verdicts = [];
  for (const entry of judged) verdicts.push(verdictOf(entry, answerOf(await search(entry.query)), looseRungs));
  const present = verdicts.filter(({ kind }) => kind !== MISSING);
  const kinds = [...new Set(present.map(({ kind }) => kind))].map((kind) => ({
    kind,
    ...scoresOf(present.filter((verdict) => verdict.kind === kind)),
  }));
  return {
    total: scoresOf(present),
    mean: {
      success1: mean(kinds, ({ success1 }) => success1),
      success5: mean(kinds, ({ success5 }) => success5),
    },
    kinds,
    missing: missingOf(verdicts.filter(({ kind }) => kind === MISSING)),
    missed: verdicts.filter(({ atOnce }) => !atOnce),
  };
}

/** Engines that mark nothing answer with ids alone. */
function answerOf(answer) {
  const { ids, didYouMean, matched } = Array.isArray(answer) ? { ids: answer } : answer;
  return { found: ids.slice(0, PLACES), didYouMean, matched };
}

function verdictOf({ query, kind, first, firstName }, { found, didYouMean, matched }, looseRungs) {
  const answer = { query, kind, wanted: first ?? firstName, found, didYouMean, matched };
  if (kind === MISSING) {
    const right = found.length === 0 || looseRungs.includes(matched);
    return { ...answer, atOnce: right, inTop: right };
  }
  const place = first === undefined ? placeOf(firstName, found.map(nameOf)) : placeOf(first, found);
  return { ...answer, atOnce: place === 1, inTop: place <= TOP };
}

/** What follows the set's prefix. */
function nameOf(id) {
  return id.slice(id.indexOf(":") + 1);
}

function scoresOf(verdicts) {
  return {
    queries: verdicts.length,
    success1: mean(verdicts, ({ atOnce }) => Number(atOnce)),
    success5: mean(verdicts, ({ inTop }) => Number(inTop)),
  };
}

function missingOf(verdicts) {
  if (verdicts.length === 0) return undefined;
  const share = (counts) => mean(verdicts, (verdict) => Number(counts(verdict)));
  const rungs = [...new Set(verdicts.filter(({ found }) => found.length > 0).map(({ matched }) => matched))];
  return {
    queries: verdicts.length,
    wrong: share(({ atOnce }) => !atOnce),
    corrected: share(({ atOnce, didYouMean }) => !atOnce && didYouMean !== undefined),
    rungs: rungs.map((rung) => ({
      rung,
      answered: share(({ found, matched }) => found.length > 0 && matched === rung),
    })),
  };
}

function mean(list, numberOf) {
  return list.reduce((sum, each) => sum + numberOf(each), 0) / list.length;
}
