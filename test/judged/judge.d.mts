/** A search query with what a person who types it wants to see; every kind of expectation that is given must hold. */
export interface JudgedQuery {
  readonly query: string;
  readonly kind: string;
  readonly reason: string;
  /** Ids, any of which is right in the first place. */
  readonly first?: readonly string[];
  /** Ids that are all among the first five. */
  readonly within5?: readonly string[];
  /** Names without their set's prefix, any of which is right in the first place. */
  readonly firstName?: readonly string[];
  /** Names without their set's prefix that are all among those of the first five. */
  readonly within5Names?: readonly string[];
}

/** What some queries reached, from 0 to 1; `judge` says how it is counted. */
export interface Scores {
  /** How many they are. */
  readonly queries: number;
  readonly success1: number;
  readonly success5: number;
  readonly mrr: number;
}

export interface Judgement {
  readonly total: Scores;
  readonly kinds: readonly (Scores & { readonly kind: string })[];
  /** The queries that don't count for `success5`, with what was found, best first. */
  readonly missed: readonly { readonly query: string; readonly kind: string; readonly found: readonly string[] }[];
}

/** How much of what a search finds is looked at: 10. */
export declare const PLACES: number;

/**
 * Judges a search by the queries of `shipped.json` or `iconify.json`, one after the other.
 *
 * @param search gives the ids that a query finds, best first
 */
export declare function judge(
  judged: readonly Pick<JudgedQuery, "query" | "kind" | "first" | "within5" | "firstName" | "within5Names">[],
  search: (query: string) => readonly string[] | Promise<readonly string[]>,
): Promise<Judgement>;

/** The place of the first expected icon, from 1; Infinity if none was found. */
export declare function placeOf(wanted: readonly string[], found: readonly string[]): number;
