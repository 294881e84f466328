import type * as schemas from "../http/schemas.js";

type Static<Schema> = schemas.Static<Schema>;
type DataOf<Schema> = Static<Schema> extends { data: infer Data } ? Data : never;
type ItemOf<Schema> = DataOf<Schema> extends (infer Item)[] ? Item : never;
/** An answer by its schema, with a name for what its data is, so that compilers and editors show that. */
type Answer<Schema, Data extends DataOf<Schema>> = Omit<Static<Schema>, "data"> & { data: Data };

/** An icon of a list. */
export interface IconItem extends ItemOf<typeof schemas.IconList> {}

/** One page of icons. */
export interface IconList extends Answer<typeof schemas.IconList, IconItem[]> {}

/** What is known of the caller's plan, of the query that was answered, and of the labels within the result. */
export type SearchMeta = IconList["_meta"];

/** Everything of an icon that the plan shows. */
export interface Icon extends DataOf<typeof schemas.IconDetail> {}

/** A redesign of an icon. */
export type Version = NonNullable<Icon["versionHistory"]>[number];

/** One icon. */
export interface IconDetail extends Answer<typeof schemas.IconDetail, Icon> {}

/** A label and the number of icons that have it. */
export interface LabelCount extends ItemOf<typeof schemas.CategoryList> {}

/** Every category with its number of icons. */
export interface CategoryList extends Answer<typeof schemas.CategoryList, LabelCount[]> {}

/** An icon of a list of similar icons. */
export interface SimilarIcon extends ItemOf<typeof schemas.SimilarList> {}

/** Similar icons, nearest first. */
export interface SimilarList extends Answer<typeof schemas.SimilarList, SimilarIcon[]> {}

/** A refusal. */
export interface ErrorAnswer extends Static<typeof schemas.ErrorAnswer> {}

/** The caller's plan and what is left of it; -1: unlimited. */
export interface Meta extends Static<typeof schemas.Meta> {}
