import type { Half } from "./halves.mjs";

/** A query with the icons that a person who types it accepts in first place. */
export interface AnsweredQuery {
  readonly query: string;
  readonly kind: string;
  readonly reason: string;
  /** Absent outside of the files. */
  readonly half?: Half;
  /** The Iconify set that is searched, or `all`. */
  readonly set?: string;
  /** Ids; none for `MISSING`. */
  readonly first?: readonly string[];
  /** Names without their set's prefix, instead of ids. */
  readonly firstName?: readonly string[];
}

/** What a search engine answers, best first: ids alone, or with marks. */
export type Answer =
  | readonly string[]
  | {
      readonly ids: readonly string[];
      /** The corrected query, if the engine corrected its spelling. */
      readonly didYouMean?: string | undefined;
      /** The rung of the engine's ladder that matched. */
      readonly matched?: string | undefined;
    };

/** Shares from 0 to 1. */
export interface QueryScores {
  readonly queries: number;
  readonly success1: number;
  readonly success5: number;
}

/** Answers to queries for missing brands; shares of all these queries. */
export interface MissingScores {
  readonly queries: number;
  /** With a result that is not marked as loosely related. */
  readonly wrong: number;
  /** Those of them whose spelling the engine corrected. */
  readonly corrected: number;
  /** With a result, by the rung that found it; undefined is the first rung. */
  readonly rungs: readonly { readonly rung: string | undefined; readonly answered: number }[];
}

export interface QueriesJudgement {
  readonly total: QueryScores;
  readonly mean: { readonly success1: number; readonly success5: number };
  readonly kinds: readonly (QueryScores & { readonly kind: string })[];
  /** Undefined without such queries. */
  readonly missing: MissingScores | undefined;
  /** The queries that don't count for `success1`, and those for missing brands with a wrong result. */
  readonly missed: readonly {
    readonly query: string;
    readonly kind: string;
    readonly wanted: readonly string[];
    readonly found: readonly string[];
    readonly inTop: boolean;
    readonly didYouMean: string | undefined;
    readonly matched: string | undefined;
  }[];
}

/** The kind of queries for brands that the data lacks. */
export declare const MISSING: string;

/**
 * Judges a search by queries of `queries/*.json`, one after the other.
 *
 * @param looseRungs rungs whose results the engine presents as loosely related
 */
export declare function judgeQueries(
  judged: readonly Pick<AnsweredQuery, "query" | "kind" | "first" | "firstName">[],
  search: (query: string) => Answer | Promise<Answer>,
  looseRungs?: readonly string[],
): Promise<QueriesJudgement>;
