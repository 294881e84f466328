/**
 * Merges lists of matches, nearest first and each icon once. On ties and duplicates, earlier lists take precedence.
 *
 * @param keyOf what identifies the icon of a match
 */
export function mergeNearest<Match>(
  lists: readonly (readonly Match[])[],
  distanceOf: (match: Match) => number,
  keyOf: (match: Match) => string | number,
): Match[] {
  const seen = new Set<string | number>();
  return lists
    .flat()
    .sort((a, b) => distanceOf(a) - distanceOf(b))
    .filter((match) => !seen.has(keyOf(match)) && seen.add(keyOf(match)));
}

/**
 * Part of its score that a look counts beside a shape: it compares the whole image, which may show more than the icon.
 * With 1, fewer icons on a page are found first.
 */
const LOOK_WEIGHT = 0.8;

/** What decides between matches by look, which have a `colorDistance`, and by shape. */
interface Scored {
  readonly score?: number;
  readonly colorDistance?: number;
}

/**
 * Merges matches by look and by shape, best score first and each icon once.
 *
 * @param keyOf what identifies the icon of a match
 */
export function mergeBest<Match extends Scored>(
  lists: readonly (readonly Match[])[],
  keyOf: (match: Match) => string | number,
): Match[] {
  const weighted = lists.map((matches) =>
    matches.map((match) =>
      match.colorDistance === undefined
        ? match
        : { ...match, score: Math.round(100 * LOOK_WEIGHT * (match.score ?? 0)) / 100 },
    ),
  );
  return mergeNearest(weighted, ({ score = 0 }) => 1 - score, keyOf);
}
