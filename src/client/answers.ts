import type * as schemas from "../http/schemas.js";

type Static<Schema> = schemas.Static<Schema>;
type DataOf<Schema> = Static<Schema> extends { data: infer Data } ? Data : never;
type ItemOf<Schema> = DataOf<Schema> extends (infer Item)[] ? Item : never;
/** An answer by its schema, with a named type for its data that compilers and editors show. */
type Answer<Schema, Data extends DataOf<Schema>> = Omit<Static<Schema>, "data"> & { data: Data };

/** An icon of a list. */
export interface IconItem extends ItemOf<typeof schemas.IconList> {}

/** One page of icons. */
export interface IconList extends Answer<typeof schemas.IconList, IconItem[]> {}

/** The caller's plan, the answered query, and the labels within the result. */
export type SearchMeta = IconList["_meta"];

/** All fields of an icon that the plan includes. */
export interface Icon extends DataOf<typeof schemas.IconDetail> {}

/** A redesign of an icon. */
export type Version = NonNullable<Icon["versionHistory"]>[number];

/** One icon. */
export interface IconDetail extends Answer<typeof schemas.IconDetail, Icon> {}

/** A label and the number of icons that have it. */
export interface LabelCount extends ItemOf<typeof schemas.CategoryList> {}

/** Every category with its number of icons. */
export interface CategoryList extends Answer<typeof schemas.CategoryList, LabelCount[]> {}

/** An identity with its icon. */
export interface ResolvedIdentity extends ItemOf<typeof schemas.ResolvedList> {}

/** Identities with their icons, in the given order. */
export interface ResolvedList extends Answer<typeof schemas.ResolvedList, ResolvedIdentity[]> {}

/** An icon of a list of similar icons. */
export interface SimilarIcon extends ItemOf<typeof schemas.SimilarList> {}

/** Similar icons, nearest first. */
export interface SimilarList extends Answer<typeof schemas.SimilarList, SimilarIcon[]> {}

/** An error answer. */
export interface ErrorAnswer extends Static<typeof schemas.ErrorAnswer> {}

/** The caller's plan and remaining quota; -1: unlimited. */
export interface Meta extends Static<typeof schemas.Meta> {}
