import { ORDER_NAMES } from "../format/order-table.js";

/** Orders of lists. */
export const SORTS = ["relevance", ...ORDER_NAMES] as const;

export type Sort = (typeof SORTS)[number];
