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
