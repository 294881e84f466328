/** The caller's plan and what is left of it; -1: unlimited. */
export interface Meta {
  readonly tier?: "free" | "pro";
  readonly rate_limit?: number;
  readonly rate_remaining?: number;
  /** The query that was answered instead of one that finds nothing. */
  readonly did_you_mean?: string;
  /** Labels of each facet with the number of icons in the result, by count. */
  readonly facets?: Readonly<Record<string, readonly LabelCount[]>>;
}

export interface LabelCount {
  readonly label: string;
  readonly count: number;
}

/** One icon of a list. */
export interface IconItem {
  readonly id: string;
  readonly name: string;
  readonly category: string;
  readonly iconUrl: string;
  readonly developer: string;
}

/** One icon among look-alikes. */
export interface LookAlike extends IconItem {
  /** Hamming distance, 0 to 64. */
  readonly distance: number;
  /** 0 to 1. */
  readonly similarity: number;
  /** How the looked-up picture was turned to be found so near; absent: not at all. */
  readonly variant?: string;
}

/** A list answer. */
export interface ListAnswer<Item> {
  readonly data: readonly Item[];
  readonly total: number;
  /** Items per page in effect. */
  readonly limit: number;
  readonly _meta: Meta;
}

export interface SimilarAnswer extends ListAnswer<LookAlike> {
  readonly query: { readonly phash: string };
}

/** Everything of one icon that the plan shows. */
export interface IconDetail extends IconItem {
  readonly description?: string;
  readonly website?: string;
  readonly colors?: readonly string[];
  readonly style?: string;
  readonly mood?: string;
  readonly phash?: string;
  readonly updatedAt?: string;
  readonly versionHistory?: readonly Version[];
  readonly aiTags?: readonly { readonly tag: string }[];
  readonly colorPalette?: readonly { readonly hex: string; readonly name: string; readonly share: number }[];
}

/** One redesign. */
export interface Version {
  readonly version: string;
  readonly date: string;
  readonly phash?: string;
  readonly note?: string;
}

export interface DetailAnswer {
  readonly data: IconDetail;
  readonly _meta: Meta;
}
