import { createRandom, sample } from "./random.mjs";
import { CATEGORIES, COLORS, MOODS, STYLES } from "./vocabulary.mjs";

const FACETS = { category: CATEGORIES, color: COLORS, style: STYLES, mood: MOODS };
const LIMIT = 20;
/** Filters have thousands of pages in large datasets, but only a few in small ones. */
const FILTERED_PAGES = 3;

/** The kinds of requests, in the order of the tables. */
export const KINDS = ["list", "filtered list", "two rare words", "two common words", "detail", "similar"];

/**
 * `each` different requests of every kind, drawn from a dataset; deterministic for a profile.
 *
 * @param {Awaited<ReturnType<import("./profile-dataset.mjs").profileDataset>>} profile
 */
export function createHttpRequests(profile, each = 1000) {
  const random = createRandom(11);
  const uniform = (list) => list[Math.floor(random() * list.length)];
  const pages = Math.ceil(profile.count / LIMIT);
  const makers = {
    // If there are fewer pages than requests, the rest use other page sizes near 20.
    list: (n) =>
      pages >= 2 * each ? { page: 1 + Math.floor(random() * pages), limit: LIMIT } : smallPage(n, profile.count),
    "filtered list": () => {
      const facets = sample(Object.keys(FACETS), 1 + Math.floor(random() * 2), random);
      const filters = Object.fromEntries(
        facets.map((facet) => [facet, sample(FACETS[facet], 1 + Math.floor(random() * 2), random)]),
      );
      return { ...filters, page: 1 + Math.floor(random() * FILTERED_PAGES), limit: LIMIT };
    },
    // A thousand icons have too few pairs of rare words: the rest use other page sizes near 20.
    "two rare words": (n) => {
      const { nameWords, developerWords } = uniform(profile.sampled);
      const rare = [...new Set([...nameWords, ...developerWords])].filter(profile.isRare);
      return rare.length < 2 ? undefined : { q: sample(rare, 2, random).join(" "), limit: LIMIT + (n % 8) };
    },
    "two common words": () => ({ q: sample(profile.common, 2, random).join(" "), limit: LIMIT }),
    detail: () => ({ id: uniform(profile.sampled).id }),
    similar: () => ({ id: uniform(profile.sampled).id, maxDistance: 4 }),
  };
  return Object.fromEntries(KINDS.map((kind) => [kind, distinct(makers[kind], each)]));
}

/** The path of a request in our API. */
export function pathOf(kind, { id, maxDistance, ...request }) {
  if (kind === "detail") return `/api/v1/icons/${encodeURIComponent(id)}`;
  if (kind === "similar") return `/api/v1/similar?${new URLSearchParams({ id, max_distance: maxDistance })}`;
  return `/api/v1/icons?${new URLSearchParams(Object.entries(request).map(([name, value]) => [name, String(value)]))}`;
}

/** The path of a request in json-server, or undefined if it has none. It only finds the query as a whole. */
export function jsonServerPathOf(kind, { id, page = 1, limit, q, color, ...filters }) {
  if (kind === "detail") return `/icons/${encodeURIComponent(id)}`;
  if (kind === "similar") return undefined;
  const parameters = new URLSearchParams({ _page: page, _limit: limit });
  if (q !== undefined) parameters.append("q", q);
  for (const label of color ?? []) parameters.append("colors_like", label);
  for (const [facet, labels] of Object.entries(filters)) for (const label of labels) parameters.append(facet, label);
  return `/icons?${parameters}`;
}

function smallPage(n, count) {
  const limit = LIMIT - 10 + (n % 21);
  return { page: 1 + (Math.floor(n / 21) % Math.ceil(count / limit)), limit };
}

function distinct(make, count) {
  const seen = new Map();
  for (let n = 0; seen.size < count; n++) {
    if (n > 1000 * count)
      throw new Error(`the dataset gives only ${seen.size} different requests, ${count} are needed`);
    const request = make(n);
    if (request !== undefined) seen.set(JSON.stringify(request), request);
  }
  return [...seen.values()];
}
