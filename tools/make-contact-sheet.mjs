// Draws every icon of the live generation, grouped by category: node tools/make-contact-sheet.mjs [artifacts]
// [out.webp]
import { openCatalog } from "icon-data-api";
import sharp from "sharp";

const [artifacts = "artifacts", out = "docs/images/contact-sheet.webp"] = process.argv.slice(2);
const WIDTH = 1600;
const ICON = 44;
const CELL = 52;
const HEADING = 40;
const MARGIN = 20;
const COLUMNS = Math.floor((WIDTH - 2 * MARGIN) / CELL);

const catalog = openCatalog(artifacts);
const layers = [];
let top = MARGIN;
for (const { label, count } of catalog.labels("category").sort((a, b) => (a.label < b.label ? -1 : 1))) {
  layers.push({ input: heading(label, count), left: MARGIN, top });
  top += HEADING;
  const { ordinals } = catalog.list({ category: [label], limit: count });
  for (const [index, ordinal] of [...ordinals].entries()) {
    const picture = await catalog.image(catalog.record(ordinal).id);
    if (picture === undefined) continue;
    layers.push({
      input: await sharp(picture).resize(ICON, ICON).png().toBuffer(),
      left: MARGIN + (index % COLUMNS) * CELL,
      top: top + Math.floor(index / COLUMNS) * CELL,
    });
  }
  top += Math.ceil(count / COLUMNS) * CELL + 8;
}
const height = top + MARGIN;
await sharp({ create: { width: WIDTH, height, channels: 3, background: "#f6f7f9" } })
  .composite(layers)
  .webp({ quality: 80, smartSubsample: true })
  .toFile(out);
console.log(`${out}: ${catalog.size} icons, ${WIDTH} × ${height}`);

function heading(label, count) {
  const text = `<tspan font-weight="bold">${label}</tspan> <tspan fill="#5b6470">${count}</tspan>`;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="${HEADING}"><text y="27" font-family="sans-serif" font-size="18" fill="#16181d">${text}</text></svg>`,
  );
}
