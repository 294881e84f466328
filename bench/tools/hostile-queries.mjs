import { COMPOSED, LETTERS, LONG_WORD, MARKED_LETTER, SIGNS, SPACED_LETTERS } from "./hostile-texts.mjs";

/** The maximum length of a query, which leaves room in the URL for the rest. */
const LONGEST = 200;
const LONGEST_LIST = 7000;
const FACETS = "facets=category,color,style,mood";
/** Offset of the groups of the dataset within each hundred records. */
const MARKED_AT = 20;
const COMPOSED_AT = 21;
const LARGE_AT = 22;

/**
 * Requests that cost as much as possible over the dataset of `generate-hostile-dataset.mjs`, regardless of their
 * responses.
 *
 * @param icons number of records
 * @returns `name` and `path` of each
 */
export function createHostileQueries(icons) {
  const letters = [...LETTERS].slice(0, 100);
  const unknown = (at) => `${SPACED_LETTERS}zz${LETTERS[at]}`;
  const near = (...changes) =>
    [...LONG_WORD].map((letter, at) => (changes.includes(at) ? (letter === "x" ? "y" : "x") : letter)).join("");
  const texts = {
    "eight words of spaced letters": Array.from({ length: 8 }, (_, at) => unknown(at)).join(" "),
    "a word of spaced letters": `${SPACED_LETTERS}zz`,
    "spaced letters, spaced": [...SPACED_LETTERS].join(" "),
    "signs that no name has": "=".repeat(SIGNS.length + 1),
    "signs that names have": "=".repeat(20),
    "signs, as many as there may be": "=".repeat(LONGEST),
    "a near word": near(3, 20, 30),
    "four near words": [near(3, 20, 30), near(5, 21, 31), near(7, 22, 32), near(9, 23, 33)].join(" "),
    "three short near words": [near(2, 3).slice(0, 12), near(4, 5).slice(0, 12), near(6, 7).slice(0, 12)].join(" "),
    "eight beginnings that have no icon together": Array.from({ length: 8 }, (_, at) =>
      LONG_WORD.slice(0, 24 - at),
    ).join(" "),
    "eight other words that have no icon together": Array.from({ length: 4 }, (_, at) => LONG_WORD.slice(0, 24 - at))
      .concat("ab", "abc", "abcd", "abcde")
      .join(" "),
    "a hundred letters": letters.join(" "),
    "fifty letters": letters.slice(20, 70).join(" "),
    "eight letters": letters.slice(0, 8).join(" "),
    "eight letters and a near word": `${letters.slice(0, 7).join(" ")} ${near(3, 20, 30)}`,
    "a letter": "a",
    "letters and the last alias": `${MARKED_LETTER} zz`,
    "letters that all texts have, and the last alias": `${COMPOSED} zz`,
    "words of one letter, longer and longer": `${Array.from({ length: 16 }, (_, at) => COMPOSED.repeat(at + 1)).join(" ")} zz`,
    "a word of marks": MARKED_LETTER + "\u0e34\u0323".repeat(90),
    "letters that fold to many": "\ufdfa".repeat(LONGEST),
    large: "large",
    "large, and an alias": "large l49",
  };
  const labels = (letter) => labelsWithin(letter, icons, LONGEST_LIST);
  const queries = Object.entries(texts).flatMap(([name, q]) => {
    const path = `/api/v1/icons?limit=100&q=${encodeURIComponent(q)}`;
    return [
      { name, path },
      { name: `${name}, highlighted`, path: `${path}&highlight=true` },
      { name: `${name}, counted`, path: `${path}&${FACETS}` },
      { name: `${name}, many labels, far away`, path: `${path}&category=${labels("c")}&color=red,blue&page=1000` },
    ];
  });
  const third = (letter) => labelsWithin(letter, icons, LONGEST_LIST / 3);
  queries.push(
    { name: "everything, counted", path: `/api/v1/icons?limit=100&${FACETS}` },
    { name: "one facet, counted", path: "/api/v1/icons?limit=100&facets=category" },
    { name: "last page", path: `/api/v1/icons?limit=100&page=${Math.floor(icons / 100)}` },
    { name: "many labels", path: `/api/v1/icons?limit=100&category=${labels("c")}` },
    { name: "many labels, counted", path: `/api/v1/icons?limit=100&category=${labels("c")}&${FACETS}` },
    {
      name: "many labels of three facets, counted",
      path: `/api/v1/icons?limit=100&category=${third("c")}&style=${third("s")}&mood=${third("m")}&${FACETS}`,
    },
    { name: "every color, counted", path: `/api/v1/icons?limit=100&color=black,white,gray,red,green,blue&${FACETS}` },
    { name: "categories", path: "/api/v1/categories" },
  );
  for (const [name, ordinal] of [
    ["spaced", 50],
    ["marked", MARKED_AT],
    ["composed", COMPOSED_AT],
    ["large", LARGE_AT],
  ]) {
    queries.push({ name: `the detail of a ${name} icon`, path: `/api/v1/icons/h${ordinal}` });
  }
  for (const by of ["phash", "color", "blend"]) {
    for (const more of ["", "&include=mirrored,inverted", "&max_distance=2&include=mirrored,inverted"])
      queries.push({ name: `similar by ${by}${more}`, path: `/api/v1/similar?limit=20&id=h3&by=${by}${more}` });
  }
  queries.push({ name: "similar to a far hash", path: "/api/v1/similar?limit=20&phash=5a3c0ff06996f7e8" });
  return queries;
}

/** As many labels as fit in a list of this many characters. */
function labelsWithin(letter, icons, characters) {
  const labels = [];
  for (let at = 0, length = 0; at < icons; at++) {
    const label = `${letter}${at.toString(36)}`;
    length += label.length + 1;
    if (length > characters) break;
    labels.push(label);
  }
  return labels.join(",");
}
