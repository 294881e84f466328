// Writes the list of lint checks into docs/linting.md: npx tsc -b && node tools/make-checks-table.mjs [file]
import { readFileSync, writeFileSync } from "node:fs";
import { CHECK_NAMES } from "#build/dataset/lint-settings.js";
import { CHECKS } from "#build/lint/checks/checks.js";

const [page = "docs/linting.md"] = process.argv.slice(2);
const MARKS = /(<!-- checks -->\n)[\s\S]*(<!-- \/checks -->)/;

const TITLES = { error: "Errors", warning: "Warnings", info: "Info", off: "Off by default" };

const list = Object.entries(TITLES)
  .map(([severity, title]) => {
    const names = CHECK_NAMES.filter((name) => CHECKS[name].severity === severity);
    return `### ${title}\n\n${names.map((name) => `- \`${name}\`: ${CHECKS[name].about}\n`).join("")}`;
  })
  .join("\n");
const text = readFileSync(page, "utf8");
if (!MARKS.test(text)) throw new Error(`${page} has no place for the list: ${MARKS}`);
writeFileSync(
  page,
  text.replace(
    MARKS,
    (_, before, after) => `${before}\n<!-- prettier-ignore-start -->\n${list}<!-- prettier-ignore-end -->\n\n${after}`,
  ),
);
