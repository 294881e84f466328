// Queries a generation without a server: prints the icons of a category with their most similar icon as a Markdown
// table.
//
//     npx icon-data-api build data --out artifacts
//     node examples/catalog.mjs artifacts music
import { openCatalog } from "icon-data-api";

const [artifacts = "artifacts", category = "music"] = process.argv.slice(2);
const catalog = openCatalog(artifacts);

const { ordinals, total } = catalog.list({ category: [category], limit: 10 });
console.log(`${ordinals.length} of ${total} icons in ${category}\n`);
console.log("| icon | developer | colors | most similar | distance |");
console.log("| --- | --- | --- | --- | --- |");
for (const ordinal of ordinals) {
  const { id, name, developer, colors = [], phash } = catalog.record(ordinal);
  // Without an image there is no hash to compare.
  const [match] = phash === undefined ? [] : catalog.similar({ id, limit: 1 }).matches;
  const similar = match === undefined ? " | " : `${catalog.record(match.ordinal).name} | ${match.distance}`;
  console.log(`| ${name} | ${developer} | ${colors.join(", ")} | ${similar} |`);
}
