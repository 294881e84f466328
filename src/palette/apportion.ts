/**
 * Integers in proportion to the parts that add up to `total`: rounded down, with the difference assigned to the largest
 * remainders. A larger part never gets less than a smaller one. Source: Hamilton's method.
 *
 * @param parts not negative, and not all 0
 */
export function apportion(parts: readonly number[], total: number): number[] {
  const sum = parts.reduce((whole, part) => whole + part, 0);
  const exact = parts.map((part) => (part / sum) * total);
  const missing = total - exact.reduce((whole, part) => whole + Math.floor(part), 0);
  const favored = new Set(
    exact
      .map((part, index) => ({ index, rest: part - Math.floor(part) }))
      .sort((a, b) => b.rest - a.rest || a.index - b.index)
      .slice(0, missing)
      .map(({ index }) => index),
  );
  return exact.map((part, index) => Math.floor(part) + (favored.has(index) ? 1 : 0));
}
