import type * as schemas from "../http/schemas.js";

/** One page of icons. */
export interface IconList extends schemas.Static<typeof schemas.IconList> {}

/** One icon, with what is known of the caller's plan. */
export interface IconDetail extends schemas.Static<typeof schemas.IconDetail> {}

/** Every category with its number of icons. */
export interface CategoryList extends schemas.Static<typeof schemas.CategoryList> {}

/** Look-alikes, nearest first. */
export interface SimilarList extends schemas.Static<typeof schemas.SimilarList> {}

/** A refusal. */
export interface ErrorAnswer extends schemas.Static<typeof schemas.ErrorAnswer> {}

/** The caller's plan and what is left of it; -1: unlimited. */
export interface Meta extends schemas.Static<typeof schemas.Meta> {}

/** An icon of a list. */
export type IconItem = IconList["data"][number];

/** Everything of an icon that the plan shows. */
export type Icon = IconDetail["data"];

/** An icon of a list of look-alikes. */
export type LookAlike = SimilarList["data"][number];

/** A label and the number of icons that have it. */
export type LabelCount = CategoryList["data"][number];

/** A redesign of an icon. */
export type Version = NonNullable<Icon["versionHistory"]>[number];
