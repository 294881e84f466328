import { mergeBest } from "../catalog/similar/merge-nearest.js";
import type { SimilarIcon } from "../client/responses.js";

/** How similar an icon is, in words. */
const NEARNESSES = ["Same", "Very similar", "Similar"] as const;

type Nearness = (typeof NEARNESSES)[number];

/** The lowest score, and the largest distance of hashes, that each word means. Beyond the last, chance begins. */
const LIMITS: Readonly<Record<Nearness, { readonly score: number; readonly distance: number }>> = {
  Same: { score: 0.97, distance: 4 },
  "Very similar": { score: 0.7, distance: 10 },
  Similar: { score: 0.2, distance: 20 },
};

/** The word for a similar icon, by its score or else by the distance of the hashes; undefined if it may be chance. */
export function nearnessOf({ score, weightedDistance, distance = 0 }: SimilarIcon): Nearness | undefined {
  return NEARNESSES.find((nearness) => {
    const least = LIMITS[nearness];
    return score === undefined ? (weightedDistance ?? distance) <= least.distance : score >= least.score;
  });
}

/** Icons similar to an image, each once: from one list in its order, from several by look and shape best score first. */
export function bestFirst(lists: readonly (readonly SimilarIcon[])[]): readonly SimilarIcon[] {
  const [only, ...others] = lists;
  if (only === undefined || others.length === 0) return only ?? [];
  return mergeBest(lists, ({ id }) => id);
}
