import { createRandom, sample } from "./random.mjs";
import { CATEGORIES, COLORS, FOREIGN_NAMES, MOODS, STYLES } from "./vocabulary.mjs";

const VARIANTS = 3;
/** One frequent label each, so that four combined filters still match something. */
const FILTERS = Object.entries({ category: CATEGORIES, style: STYLES, mood: MOODS, color: COLORS });
const FACETS = FILTERS.map(([facet]) => facet);
const DEEP_PAGE = 40_000;

/**
 * Query shapes, each with some concrete list requests, deterministic for a profile. The caller must replace the page
 * "last"; `words` is the number of query words, `own` whether only our server supports the shape.
 *
 * @param {Awaited<ReturnType<import("./profile-dataset.mjs").profileDataset>>} profile
 */
export function createQueryShapes(profile) {
  const random = createRandom(23);
  const uniform = (list) => list[Math.floor(random() * list.length)];
  const common = () => uniform(profile.common);
  const recordWith = (fits) => {
    for (;;) {
      const { nameWords, developerWords } = uniform(profile.sampled);
      const all = [...new Set([...nameWords, ...developerWords])];
      const chosen = fits(all);
      if (chosen !== undefined) return chosen.join(" ");
    }
  };
  const texts = {
    "one letter": () => uniform([..."abcdefghilmnoprstvz"]),
    "two letters": () => common().slice(0, 2),
    "three letters": () => common().slice(0, 3),
    "common word": common,
    "rare word": () => recordWith((all) => first(all.filter(profile.isRare), 1)),
    "two common words": () => sample(profile.common, 2, random).join(" "),
    "common and rare word": () =>
      recordWith((all) => {
        const rare = all.find(profile.isRare);
        const frequent = all.find((word) => profile.common.includes(word));
        return rare && frequent ? [frequent, rare] : undefined;
      }),
    "two rare words": () => recordWith((all) => first(all.filter(profile.isRare), 2)),
    "three words": () => recordWith((all) => first(all, 3)),
  };
  const single = {
    "word and prefix": { q: () => `${common()} ${common().slice(0, 2)}` },
    "three prefixes": { q: () => [common(), common(), common()].map((word) => word.slice(0, 2)).join(" ") },
    "five words": { q: () => recordWith((all) => first(all, 5)) },
    "the same word twice": { q: () => Array(2).fill(common()).join(" ") },
    number: { q: () => uniform(["2048", "20", "7"]) },
    "doubled letters": { q: () => uniform(["goo", "boo", "coff"]) },
    "non-Latin": { q: () => uniform(FOREIGN_NAMES) },
    "non-Latin prefix": { q: () => uniform(FOREIGN_NAMES).slice(0, 2) },
    "accents and capitals": { q: () => uniform(["CAFÉ", "Señor", "ZÜRICH café"]) },
    "no match": { q: () => uniform(["qqxyzzy", "wwwkkkjjj", "zzzxqv"]) },
    "no match of two": { q: () => `${common()} ${uniform(["qqxyzzy", "wwwkkkjjj"])}` },
    "misspelt word": { q: () => misspell(common(), 1) },
    "misspelt twice": {
      own: true,
      q: () =>
        misspell(
          recordWith((all) => first(all.filter(isLong), 1)),
          2,
        ),
    },
    "misspelt words": { own: true, q: () => recordWith((all) => first(all, 2)?.map((word) => misspell(word, 1))) },
    "misspelt among common words": { own: true, q: () => `${common()} ${misspell(common(), 1)}` },
    "words run together": { own: true, q: () => recordWith((all) => first(all, 2)).replace(" ", "") },
    "a word in two": { own: true, q: () => common().replace(/^(...)/, "$1 ") },
    "one letter, page 50": { q: texts["one letter"], page: 50 },
    "one letter, last page": { q: texts["one letter"], page: "last" },
    "common word, last page": { q: common, page: "last" },
    "common word and filter, last page": { q: common, page: "last", filters: 1 },
    "two common words, last page": { q: texts["two common words"], page: "last" },
    "everything, first page": {},
    "everything, page 40,000": { page: DEEP_PAGE },
    "everything, last page": { page: "last" },
    "one filter": { filters: 1 },
    "two filters": { filters: 2 },
    "three filters": { filters: 3 },
    "four filters": { filters: 4 },
    "one filter, last page": { filters: 1, page: "last" },
    "four filters, last page": { filters: 4, page: "last" },
    "filters of three labels each": { filters: 2, labels: 3 },
    "common word, filters of three labels each": { q: common, filters: 2, labels: 3 },
    "hundred items": { q: common, limit: 100 },
    "common word, highlighted": { own: true, q: common, highlight: true },
    "two rare words, highlighted": { own: true, q: texts["two rare words"], highlight: true },
    "misspelt word, highlighted": { own: true, q: () => misspell(common(), 1), highlight: true },
    "hundred items, highlighted": { own: true, q: common, limit: 100, highlight: true },
    "common word, facets counted": { own: true, q: common, facets: FACETS },
    "one letter and filter, facets counted": { own: true, q: texts["one letter"], filters: 1, facets: FACETS },
    "two filters, facets counted": { own: true, filters: 2, facets: FACETS },
  };

  const shapes = [];
  for (const [name, q] of Object.entries(texts)) {
    for (let filters = 0; filters <= 4; filters++) shapes.push({ name: shapeName(name, filters), q, filters });
  }
  for (const [name, shape] of Object.entries(single)) shapes.push({ name, ...shape });
  return shapes.map(({ name, q, filters = 0, labels = 1, page = 1, limit = 20, facets, highlight, own = false }) => {
    const requests = Array.from({ length: VARIANTS }, () => ({
      ...(q === undefined ? {} : { q: q() }),
      ...Object.fromEntries(
        FILTERS.slice(0, filters).map(([facet, all]) => [facet, sample(all.slice(0, 4), labels, random)]),
      ),
      page,
      limit,
      ...(facets === undefined ? {} : { facets }),
      ...(highlight === undefined ? {} : { highlight }),
    }));
    return { name, words: requests[0].q?.split(" ").length ?? 0, filters, own, requests };
  });
}

function shapeName(name, filters) {
  if (filters === 0) return name;
  return `${name}, ${filters} filter${filters === 1 ? "" : "s"}`;
}

/** Whether a word is long enough for two edits. */
function isLong(word) {
  return word.length >= 8;
}

/** A word with one or two inserted letters. */
function misspell(word, edits) {
  const once = `${word.slice(0, 2)}q${word.slice(2)}`;
  return edits === 1 ? once : `${once.slice(0, -1)}x${once.slice(-1)}`;
}

function first(list, count) {
  return list.length < count ? undefined : list.slice(0, count);
}
