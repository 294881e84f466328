/** The middle value; for an even number of values, the mean of the two middle ones. */
export function median(values) {
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The lowest value that at least `share` of all values don't exceed. */
export function percentile(values, share) {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
}

export function geometricMean(values) {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}

/** p50, p99 and maximum. */
export function spread(values) {
  return { p50: median(values), p99: percentile(values, 0.99), max: percentile(values, 1) };
}
