// Asks the files of a generation directly, without a server: the icons of a category, each with its nearest look-alike, as a table in Markdown.
//
//     npx icons build data --out artifacts
//     node examples/catalog.mjs artifacts music
import { openCatalog } from "icon-data-api";

const [artifacts = "artifacts", category = "music"] = process.argv.slice(2);
const catalog = openCatalog(artifacts);

const { ordinals, total } = catalog.list({ category: [category], limit: 10 });
console.log(`${ordinals.length} of ${total} icons in ${category}\n`);
console.log("| icon | by | colours | looks like | bits apart |");
console.log("| --- | --- | --- | --- | --- |");
for (const ordinal of ordinals) {
  const { id, name, developer, colors = [], phash } = catalog.record(ordinal);
  // Without a picture there is no hash to compare.
  const [nearest] = phash === undefined ? [] : catalog.similar({ id, limit: 1 }).matches;
  const likeness = nearest === undefined ? " | " : `${catalog.record(nearest.ordinal).name} | ${nearest.distance}`;
  console.log(`| ${name} | ${developer} | ${colors.join(", ")} | ${likeness} |`);
}
