/** Observations up to a bound, all smaller ones included. */
export interface Bucket {
  readonly upTo: number;
  readonly count: number;
}

/**
 * A quantile of what a histogram counted, as Prometheus's `histogram_quantile` estimates it: evenly spread within the bucket where
 * it lies; the last finite bound where it lies beyond. Undefined when nothing was counted.
 *
 * @param buckets by rising bound, the last of them infinite
 * @param share from 0 to 1
 */
export function quantileOf(buckets: readonly Bucket[], share: number): number | undefined {
  const total = buckets.at(-1)?.count ?? 0;
  if (total <= 0) return undefined;
  const rank = share * total;
  const at = buckets.findIndex(({ count }) => count >= rank && count > 0);
  const before = buckets[at - 1] ?? { upTo: 0, count: 0 };
  const { upTo, count } = buckets[at]!;
  if (upTo === Infinity) return before.upTo;
  const part = Math.max(0, rank - before.count) / (count - before.count);
  // What is nearly all of the bucket may round to beyond it.
  return Math.min(upTo, before.upTo + (upTo - before.upTo) * part);
}
