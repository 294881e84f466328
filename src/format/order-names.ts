/** Orders of all icons besides display order. */
export const ORDER_NAMES = ["name", "newest", "updated", "look"] as const;

export type OrderName = (typeof ORDER_NAMES)[number];
