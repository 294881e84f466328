// Writes into the documentation how well the measures agree with what was seen: npx tsc -b && node docs/make-appearance-tables.mjs [docs/analysis.md]
import { readFileSync, writeFileSync } from "node:fs";
import { appearanceTables } from "../test/judged/appearance-tables.mjs";
import { judgeShipped } from "../test/judged/judge-shipped.mjs";

const [page = "docs/analysis.md"] = process.argv.slice(2);
const MARKS = /(<!-- judged -->\n)[\s\S]*(<!-- \/judged -->)/;

const tables = appearanceTables(await judgeShipped());
const text = readFileSync(page, "utf8");
if (!MARKS.test(text)) throw new Error(`${page} has no place for the tables: ${MARKS}`);
writeFileSync(
  page,
  text.replace(MARKS, (_, before, after) => `${before}\n${tables}\n${after}`),
);
