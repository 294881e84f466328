import { dictionaryFile, REMOVED } from "../format/artifact-files.js";
import { decodeRemoval, type Removal } from "../format/removal.js";
import type { CooperativeTask } from "./execution/cooperative-task.js";
import type { Generation } from "./generation/generation.js";

/** Maximum number of news. */
export const MAX_NEWS = 50;

/** Removed icons decoded per step of the task, some 100 microseconds. */
const STEP = 256;

/** A change of an icon, at a time in milliseconds since 1970. */
export type News =
  | { readonly kind: "icon"; readonly time: number; readonly ordinal: number }
  | { readonly kind: "removed"; readonly time: number; readonly id: string; readonly removal: Removal };

/**
 * The latest changes, newest first: icons by `updatedAt`, else `createdAt`, and removed icons by their date. At one
 * time, icons come first, in display order, then removed ones by id. Icons without dates are not among them.
 *
 * Cost: decodes every removed icon.
 */
export function* listNews({ orders, removed }: Generation): CooperativeTask<readonly News[]> {
  const { ordinals, times } = orders.updated;
  const news: News[] = [];
  for (const ordinal of ordinals.subarray(0, MAX_NEWS)) {
    const time = times[ordinal]!;
    if (time > Number.NEGATIVE_INFINITY) news.push({ kind: "icon", time, ordinal });
  }
  for (let index = 0; index < removed.size; index++) {
    if (index % STEP === STEP - 1) yield;
    const removal = decodeRemoval(removed.label(index), index, dictionaryFile(REMOVED));
    const time = Date.parse(removal.date);
    // Also false for a damaged date.
    if (!(news.length < MAX_NEWS || time > news.at(-1)!.time)) continue;
    const place = news.findIndex((other) => other.time < time);
    news.splice(place < 0 ? news.length : place, 0, { kind: "removed", time, id: removed.key(index), removal });
    if (news.length > MAX_NEWS) news.pop();
  }
  return news;
}
