import type * as schemas from "./response-types.js";

type ItemOf<List extends { data: unknown[] }> = List["data"][number];
/** A response with a named type for its data, which compilers and editors show. */
type ApiResponse<Whole extends { data: unknown }, Data extends Whole["data"]> = Omit<Whole, "data"> & { data: Data };

/** An icon of a list. */
export interface IconItem extends ItemOf<schemas.IconList> {}

/** One page of icons. */
export interface IconList extends ApiResponse<schemas.IconList, IconItem[]> {}

/** The caller's plan, the query that was searched, and the labels within the result. */
export type SearchMeta = IconList["_meta"];

type IconFields = schemas.IconDetail["data"];

/** All fields of an icon that the plan includes. */
export interface Icon extends IconFields {}

/** A redesign of an icon. */
export type Version = NonNullable<Icon["versionHistory"]>[number];

/** One icon. */
export interface IconDetail extends ApiResponse<schemas.IconDetail, Icon> {}

/** A label and the number of icons that have it. */
export interface LabelCount extends ItemOf<schemas.CategoryList> {}

/** Every category with its number of icons. */
export interface CategoryList extends ApiResponse<schemas.CategoryList, LabelCount[]> {}

/** An added, changed or removed icon. */
export interface IconChange extends ItemOf<schemas.ChangeList> {}

/** One page of changes, newest first. */
export interface ChangeList extends ApiResponse<schemas.ChangeList, IconChange[]> {}

/** An identity with its icon. */
export interface ResolvedIdentity extends ItemOf<schemas.ResolvedList> {}

/** Identities with their icons, in the given order. */
export interface ResolvedList extends ApiResponse<schemas.ResolvedList, ResolvedIdentity[]> {}

/** An icon of a list of similar icons. */
export interface SimilarIcon extends ItemOf<schemas.SimilarList> {}

/** Similar icons, nearest first. */
export interface SimilarList extends ApiResponse<schemas.SimilarList, SimilarIcon[]> {}

/** An error response. */
export interface ErrorResponse extends schemas.ErrorResponse {}

/** The caller's plan and remaining quota; -1: unlimited. */
export interface Meta extends schemas.Meta {}
