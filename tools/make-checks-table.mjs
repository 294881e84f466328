// Writes the table of lint checks into docs/linting.md: npx tsc -b && node tools/make-checks-table.mjs [file]
import { readFileSync, writeFileSync } from "node:fs";
import { CHECK_NAMES } from "#build/dataset/lint-settings.js";
import { CHECKS } from "#build/lint/checks/checks.js";

const [page = "docs/linting.md"] = process.argv.slice(2);
const MARKS = /(<!-- checks -->\n)[\s\S]*(<!-- \/checks -->)/;

const head = ["check", "severity", "finds", "what to do"];
const rows = CHECK_NAMES.map((name) => {
  const { severity, about, remedy } = CHECKS[name];
  return [`\`${name}\``, severity, about, remedy];
});
const table = [head, head.map(() => "---"), ...rows]
  .map((row) => `| ${row.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |\n`)
  .join("");
const text = readFileSync(page, "utf8");
if (!MARKS.test(text)) throw new Error(`${page} has no place for the table: ${MARKS}`);
writeFileSync(
  page,
  text.replace(MARKS, (_, before, after) => `${before}\n${table}\n${after}`),
);
