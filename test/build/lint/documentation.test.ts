import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../support/folder.js";

const PAGE = "docs/linting.md";
const written = readFileSync(PAGE, "utf8");

it("documents every lint check in docs/linting.md, and no others", () => {
  const page = join(temporaryFolder({ "page.md": written }), "page.md");
  execFileSync(process.execPath, ["tools/make-checks-table.mjs", page]);
  expect(written, "run `npx tsc -b && node tools/make-checks-table.mjs`").toBe(readFileSync(page, "utf8"));
});
