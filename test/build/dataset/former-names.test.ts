import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { compile } from "#build/compile/compile.js";
import { FORMER_CHECK_NAMES, withCurrentNames } from "#build/dataset/former-names.js";
import { CHECK_NAMES } from "#build/dataset/lint-settings.js";
import { lintDataset } from "#build/lint/lint.js";
import { findDataset } from "#build/read/dataset.js";
import { temporaryFolder } from "../../support/folder.js";
import { runHere } from "../../support/run-here.js";

const RECORD = { id: "a", name: "A", developer: "D", category: "c" };
const folderWith = (options: object, record: object = RECORD): string =>
  temporaryFolder({ "dataset.json": { name: "x", ...options }, "icons/a.json": [record] });

describe("former names in dataset.json", () => {
  it("builds the same generation with `picture` as with `image`", async () => {
    const drawing =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h4v8H0z" fill="#e53935"/></svg>';
    const generations: string[] = [];
    for (const field of ["picture", "image"]) {
      const data = folderWith({ [field]: { background: "#00ff00", padding: 0.3 } }, { ...RECORD, image: "a.svg" });
      writeFileSync(join(data, "a.svg"), drawing);
      generations.push((await compile({ data, out: join(data, "out"), jobs: 1 })).generation);
    }
    expect(generations[1]).toBe(generations[0]);
  });

  it.each(Object.entries(FORMER_CHECK_NAMES))("reads the check %s as %s", async (former, current) => {
    expect(CHECK_NAMES).toContain(current);
    const { options } = await findDataset(folderWith({ lint: { [former]: { severity: "off" } } }));
    expect(options.lint).toEqual({ [current]: { severity: "off" } });
  });

  it("reports problems under the name and on the line that the file has", async () => {
    const data = folderWith({ picture: { padding: 3 }, lint: { "no-picture": { severity: "loud" } } });
    const { problems } = (await findDataset(data).catch((error) => error)) as {
      problems: { field: string; line: number }[];
    };
    expect(problems).toMatchObject([
      { field: "picture.padding", line: 4 },
      { field: "lint.no-picture.severity", line: 8 },
    ]);
  });

  it("reports an unused exception where the file has it", async () => {
    const data = folderWith({ lint: { "no-picture": { except: { b: "no reason" } } } });
    const { findings } = await lintDataset({ data, out: join(data, "out"), cache: false, jobs: 1 });
    expect(findings).toMatchObject(
      [{ check: "missing-image" }, { check: "unused-exception", field: "lint.no-picture.except.b", line: 6 }].sort(
        ({ check }) => (check === "unused-exception" ? -1 : 1),
      ),
    );
  });

  it("rejects a former name next to its current one", async () => {
    await expect(findDataset(folderWith({ picture: {}, image: {} }))).rejects.toMatchObject({
      problems: [{ field: "picture", message: "unknown field" }],
    });
    expect(withCurrentNames({ lint: { "no-picture": {}, "missing-image": {} } }).options).toEqual({
      lint: { "no-picture": {}, "missing-image": {} },
    });
  });
});

it("takes former names in `icons lint --only`, and lists the current ones", async () => {
  const data = folderWith({});
  const { stdout } = await runHere(["lint", data, "--no-cache", "--format", "json", "--only", "no-picture,rank-twice"]);
  expect(JSON.parse(stdout).counts).toEqual({ "missing-image": 1 });
  const refused = await runHere(["lint", data, "--only", "no-such"]);
  expect(refused.stderr).toContain("missing-image");
  expect(refused.stderr).not.toContain("no-picture");
});
