import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../support/folder.js";
import { runHere } from "../support/run-here.js";

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h4v8H0z" fill="#e53935"/></svg>';
const ANSWER = {
  results: [
    { kind: "software", trackId: 7, bundleId: "com.example.kite", trackName: "Kite", sellerName: "Kite Works" },
  ],
};

it.each([
  ["--download", ["--download"], {}],
  ["--fetch", ["--fetch"], {}],
  ["ICONS_FETCH", [], { ICONS_FETCH: "1" }],
])("downloads images with %s, which a dry run rejects", async (_, flags, env) => {
  const { code, stderr } = await runHere(["build", "data", "--dry-run", ...flags], env);
  expect(code).toBe(2);
  expect(stderr).toContain("omit --record-history and --download");
});

it.each(["--images", "--pictures"])("imports images from the folder of %s", async (flag) => {
  const folder = temporaryFolder({ "answer.json": ANSWER, "artwork/7.svg": SVG });
  const out = join(folder, "out");
  const imported = await runHere([
    "import",
    "app-store",
    join(folder, "answer.json"),
    "--out",
    out,
    flag,
    join(folder, "artwork"),
    "--json",
  ]);
  expect(imported.stderr).toBe("");
  expect(JSON.parse(imported.stdout)).toMatchObject({ icons: 1, withoutImage: { count: 0 } });
  expect(readFileSync(join(out, "icons/app-store.ndjson"), "utf8")).toContain('"image":"images/com.example.kite.svg"');
});

it("does not show former options in the help", async () => {
  for (const command of [["build"], ["import", "app-store"]])
    expect((await runHere([...command, "--help"])).stdout).not.toMatch(/--fetch|--pictures/);
});

it.each(["--tier", "--plan"])("creates a key for the plan in %s", async (flag) => {
  const keys = join(temporaryFolder(), "keys.json");
  const { code, stdout } = await runHere(["keys", "create", flag, "pro", "--keys", keys, "--json"]);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ tier: "pro" });
  const [entry] = JSON.parse(readFileSync(keys, "utf8")).keys;
  expect(Object.keys(entry).sort()).toEqual(["created", "digest", "id", "tier"]);
  expect(entry.tier).toBe("pro");
});
