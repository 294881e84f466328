import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../support/folder.js";

const PAGE = "docs/configuration.md";

it("documents every setting in docs/configuration.md, and no others", () => {
  const written = readFileSync(PAGE, "utf8");
  const folder = temporaryFolder({ "page.md": written });
  const page = join(folder, "page.md");
  execFileSync(process.execPath, ["tools/make-configuration-table.mjs", page]);
  const remedy = "run `npx tsc -b && node tools/make-configuration-table.mjs`";
  expect(written, remedy).toBe(readFileSync(page, "utf8"));
  expect(written).toContain("- `port`, `--port <n>`: port to listen on; 0 chooses a free one; default `3000`\n");
});
