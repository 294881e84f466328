// Writes how well measured styles and colors agree with the judged ones: npx tsc -b &&
// node tools/make-appearance-tables.mjs [file]
import { readFileSync, writeFileSync } from "node:fs";
import { appearanceTables } from "../test/judged/appearance-tables.mjs";
import { judgeShipped } from "../test/judged/judge-shipped.mjs";

const [page = "test/judged/README.md"] = process.argv.slice(2);
const MARKS = /(<!-- judged -->\n)[\s\S]*(<!-- \/judged -->)/;

const tables = appearanceTables(await judgeShipped());
const text = readFileSync(page, "utf8");
if (!MARKS.test(text)) throw new Error(`${page} has no place for the tables: ${MARKS}`);
writeFileSync(
  page,
  text.replace(MARKS, (_, before, after) => `${before}\n${tables}\n${after}`),
);
