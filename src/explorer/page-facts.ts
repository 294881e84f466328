import type { Sort } from "../catalog/sorts.js";

/** What the served page says about the dataset and the server. */
export interface PageFacts {
  /** The name of the dataset. */
  readonly dataset: string;
  readonly icons: number;
  /** Number of icons that state a license. */
  readonly licensed: number;
  /** 32 hex digits. */
  readonly generation: string;
  /** The version of the server. */
  readonly version: string;
  /** Orders of the dataset: those by time only if it has times. */
  readonly orders: readonly Sort[];
  /** The index among all icons of the one that the page was opened with. */
  readonly place?: number;
  /** Whether the dataset is being edited, so that the page reloads when a new generation is live. */
  readonly isEdited: boolean;
}

/** Reads JSON from a script element of the document. */
export function readData<Data>(id: "facts" | "responses"): Data {
  return JSON.parse(document.getElementById(id)!.textContent!);
}
