export type Half = "tuning" | "held-out";

export declare const HALVES: readonly Half[];

/** The half of something judged, by a hash of its key: rules are tuned on one half, the other is only measured. */
export declare function halfOf(key: string): Half;
