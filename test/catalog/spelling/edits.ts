/**
 * Number of edits between two texts, computed with the full matrix: deleted, inserted or replaced letters, and swapped
 * neighbors, with no letter taking part in two edits.
 */
export function editsBetween(a: string, b: string): number {
  const [from, to] = [[...a], [...b]];
  const distance = from.concat("").map(() => to.concat("").map(() => 0));
  for (let i = 0; i <= from.length; i++) {
    for (let j = 0; j <= to.length; j++) {
      const ways = [i === 0 && j === 0 ? 0 : Number.POSITIVE_INFINITY];
      if (i > 0) ways.push(distance[i - 1]![j]! + 1);
      if (j > 0) ways.push(distance[i]![j - 1]! + 1);
      if (i > 0 && j > 0) ways.push(distance[i - 1]![j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1));
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1])
        ways.push(distance[i - 2]![j - 2]! + 1);
      distance[i]![j] = Math.min(...ways);
    }
  }
  return distance[from.length]![to.length]!;
}
