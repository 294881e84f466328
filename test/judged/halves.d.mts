export type Half = "tuning" | "held-out";

export declare const HALVES: readonly Half[];

/** The half of something judged, by a hash of its key: rules are tuned on one half, the other is only measured. */
export declare function halfOf(key: string): Half;

/** The half of a query. Queries that differ only in case and outer spaces are in the same half. */
export declare function halfOfQuery(query: string): Half;
