/** The maximum length of a query. */
const LONGEST = 200;
/** Number of icons with the most colors, whose palettes take longest to compare. */
const COLORFUL = 8;
const FACETS = "facets=category,color,style,mood";

/**
 * Requests that are expensive for a server: long unions and intersections, distant pages, near spellings, hashes
 * without near ones.
 *
 * @param ask returns the parsed response for a path of the API
 * @returns the number of icons, and `name` and `path` of each request
 */
export async function createWorstQueries(ask) {
  const { total, data } = await ask("/api/v1/icons?limit=100");
  const labels = async (facet) =>
    (await ask(`/api/v1/icons?limit=1&facets=${facet}`))._meta.facets?.[facet]?.map(({ label }) => label) ?? [];
  const all = Object.fromEntries(
    await Promise.all(["category", "color", "style", "mood"].map(async (facet) => [facet, await labels(facet)])),
  );
  const everyLabel = Object.entries(all)
    .filter(([, values]) => values.length > 0)
    .map(([facet, values]) => `${facet}=${values.map(encodeURIComponent).join(",")}`)
    .join("&");
  const words = data[0].name.split(" ");
  const prefixes = [...new Set(data.map(({ name }) => name[0].toLowerCase()))];
  const oneLetters = prefixes.join(" ").slice(0, LONGEST);
  const { phash } = (await ask(`/api/v1/icons/${encodeURIComponent(data[0].id)}`)).data;
  const last = (limit) => Math.ceil(total / limit);
  const texts = {
    "one letter": prefixes[0],
    "the same letter a hundred times": Array(LONGEST / 2)
      .fill(prefixes[0])
      .join(" "),
    "every letter as a word": oneLetters,
    "all digits as words": "0 1 2 3 4 5 6 7 8 9",
    "two letters each": data
      .slice(0, 60)
      .map(({ name }) => name.slice(0, 2))
      .join(" ")
      .slice(0, LONGEST),
    "a word of 200 letters": "a".repeat(LONGEST),
    "200 different letters of other scripts": Array.from({ length: LONGEST }, (_, at) =>
      String.fromCodePoint(0x4e00 + at),
    ).join(""),
    "symbols only": "+".repeat(LONGEST),
    "a hundred symbols": Array(LONGEST / 2)
      .fill("#")
      .join(" "),
    "a misspelt word": `${words[0]}qx`,
    "many misspelt words": Array.from({ length: 14 }, (_, at) => `${data[at].name.split(" ")[0].slice(0, 8)}qzx`)
      .join(" ")
      .slice(0, LONGEST),
    "a long misspelt word": "internationalisatoinmanagementsystemx",
    "words run together": data
      .slice(0, 20)
      .map(({ name }) => name.replaceAll(" ", ""))
      .join("")
      .slice(0, LONGEST),
    "single letters that nothing has together": Array.from({ length: 100 }, (_, at) => "qxzjkvwy"[at % 8]).join(" "),
  };
  const queries = Object.entries(texts).flatMap(([name, q]) => {
    const path = `/api/v1/icons?limit=100&q=${encodeURIComponent(q)}`;
    return [
      { name, path },
      { name: `${name}, every label, counted`, path: `${path}&${everyLabel}&${FACETS}` },
      { name: `${name}, highlighted, page ${last(100)}`, path: `${path}&highlight=true&page=${last(100)}` },
    ];
  });
  queries.push(
    { name: "everything, last page", path: `/api/v1/icons?limit=100&page=${last(100)}` },
    { name: "every label of every facet, counted", path: `/api/v1/icons?limit=100&${everyLabel}&${FACETS}` },
    { name: "every label, last page", path: `/api/v1/icons?limit=100&${everyLabel}&page=${last(100) - 1}` },
    { name: "categories", path: "/api/v1/categories" },
    { name: "a detail", path: `/api/v1/icons/${encodeURIComponent(data[0].id)}` },
  );
  const variants = "include=mirrored,inverted";
  queries.push({ name: "changes", path: "/api/v1/changes?since=1970-01-01&limit=100&page=1000" });
  for (const [name, asked] of [
    ["by id", `id=${encodeURIComponent(data[0].id)}`],
    ["by the same hash", `phash=${phash}`],
    ["by a far hash", "phash=a5c3f00f9669e817"],
    ["by a hash of 0", "phash=0000000000000000"],
    ["by a hash of ones", "phash=ffffffffffffffff"],
  ]) {
    queries.push({ name: `similar ${name}`, path: `/api/v1/similar?limit=20&${asked}` });
    queries.push({ name: `similar ${name}, variants`, path: `/api/v1/similar?limit=20&${asked}&${variants}` });
  }
  const colorful = (await Promise.all(data.map(({ id }) => ask(`/api/v1/icons/${encodeURIComponent(id)}`))))
    .map(({ data: icon }) => icon)
    .filter(({ colorPalette }) => colorPalette !== undefined)
    .sort((a, b) => b.colorPalette.length - a.colorPalette.length);
  for (const { id, colorPalette } of [...colorful.slice(0, COLORFUL), ...colorful.slice(-1)]) {
    for (const by of ["color", "blend"]) {
      const path = `/api/v1/similar?limit=20&by=${by}&id=${encodeURIComponent(id)}`;
      queries.push({ name: `similar by ${by}, ${colorPalette.length} colours (${id})`, path });
    }
  }
  return { icons: total, queries };
}
