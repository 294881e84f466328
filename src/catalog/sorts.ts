import { ORDER_NAMES } from "../format/order-names.js";

/** Orders of lists. */
export const SORTS = ["relevance", ...ORDER_NAMES, "color"] as const;

export type Sort = (typeof SORTS)[number];
