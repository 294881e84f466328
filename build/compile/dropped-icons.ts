import { openGeneration, readCurrent } from "#src/catalog/generation/generation.js";
import { FormatError } from "#src/format/format-error.js";
import { sortedIndexOf, textNumber } from "../dataset/number-list.js";
import type { RemovedIcon } from "../dataset/removed-icons.js";

const MAX_SHOWN = 20;

/** Icons of the live generation would disappear without a word; nothing was written. */
export class DroppedIconsError extends Error {
  override readonly name = "DroppedIconsError";
  /** The first ones. */
  readonly ids: readonly string[];
  readonly count: number;

  constructor(ids: readonly string[], count: number, inFolder: boolean) {
    const more = count > ids.length ? ` and ${count - ids.length} more` : "";
    const icons = count === 1 ? "icon" : "icons";
    super(
      `the dataset lacks ${count} ${icons} of the live generation: ${ids.map((id) => JSON.stringify(id)).join(", ")}${more}. ` +
        `Name each in formerIds of its record${inFolder ? " or in removed.json" : ""}, or use --allow-removals`,
    );
    this.ids = ids;
    this.count = count;
  }
}

/**
 * Finds ids of the live generation that a dataset lacks. Without a generation that this program can read, there is
 * nothing to compare. Cost: about 0.5 s per million icons.
 *
 * @param artifacts folder with the live generation
 * @param known ascending numbers of the ids and of the former ids in the dataset, as returned by `textNumber`
 * @param inFolder whether the dataset is a folder, which may have a `removed.json`
 * @returns undefined if there are none
 */
export function findDropped(
  artifacts: string,
  known: readonly Float64Array[],
  removed: readonly RemovedIcon[],
  inFolder: boolean,
): DroppedIconsError | undefined {
  const live = liveIds(artifacts);
  if (live === undefined) return undefined;
  const gone = new Set(removed.map(({ id }) => id));
  const dropped: string[] = [];
  let count = 0;
  for (let index = 0; index < live.size; index++) {
    const id = live.key(index);
    const number = textNumber(id);
    if (known.some((numbers) => sortedIndexOf(numbers, number) >= 0) || gone.has(id)) continue;
    if (count++ < MAX_SHOWN) dropped.push(id);
  }
  return count === 0 ? undefined : new DroppedIconsError(dropped, count, inFolder);
}

function liveIds(artifacts: string) {
  try {
    const live = readCurrent(artifacts);
    return live === undefined ? undefined : openGeneration(artifacts, live).dictionary("ids");
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}
