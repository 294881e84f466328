import { decodeItem } from "./decode-item.js";

/** Why and when an icon was removed. */
export interface Removal {
  /** ISO 8601, as precise as in the dataset. */
  readonly date: string;
  readonly reason: string;
  /** Id of the icon that replaces it. */
  readonly successor?: string;
}

/** @throws FormatError if the text is not a removal */
export function decodeRemoval(text: string, index: number, file: string): Removal {
  return decodeItem(file, index, () => {
    const { date, reason, successor } = JSON.parse(text) as Partial<Record<keyof Removal, unknown>>;
    if (typeof date !== "string" || typeof reason !== "string") throw new TypeError("date or reason is missing");
    if (successor !== undefined && typeof successor !== "string") throw new TypeError("its successor is not a text");
    return { date, reason, ...(successor === undefined ? {} : { successor }) };
  });
}
