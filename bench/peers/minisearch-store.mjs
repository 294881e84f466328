// MiniSearch in memory: prefixes of all words, filters on stored fields.
import MiniSearch from "minisearch";
import { readRecords } from "./read-records.mjs";
import { words } from "./text.mjs";

const SEARCH = { prefix: true, combineWith: "AND" };

export async function openMinisearchStore(file) {
  const index = new MiniSearch({
    idField: "ordinal",
    fields: ["name", "aliases", "developer"],
    extractField: (record, field) => (field === "aliases" ? record.aliases?.join(" ") : record[field]),
    tokenize: words,
    processTerm: (term) => term,
  });
  const facets = [];
  let ordinal = 0;
  for await (const record of readRecords(file)) {
    const { name, aliases, developer, category, style, mood, colors } = record;
    index.add({ ordinal: ordinal++, name, aliases, developer });
    facets.push({ category, style, mood, colors });
  }

  return {
    list({ q, page = 1, limit = 20, category, color, style, mood }) {
      const start = (page - 1) * limit;
      const passes = (ordinal) => {
        const record = facets[ordinal];
        return (
          (category === undefined || category.includes(record.category)) &&
          (style === undefined || style.includes(record.style)) &&
          (mood === undefined || mood.includes(record.mood)) &&
          (color === undefined || record.colors.some((label) => color.includes(label)))
        );
      };
      const filtered = category ?? color ?? style ?? mood;
      const found =
        q === undefined
          ? facets.map((_, ordinal) => ordinal).filter(passes)
          : index.search(q, filtered ? { ...SEARCH, filter: ({ id }) => passes(id) } : SEARCH);
      return { total: found.length, items: found.slice(start, start + limit) };
    },
  };
}
