import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import { expect, it } from "vitest";
import { overflowing, violations } from "../support/accessible.js";
import { describeInBrowser, keep } from "../support/browser.js";
import { icons } from "../support/cli.js";
import { temporaryFolder } from "../support/folder.js";
import { runHere } from "../support/run-here.js";

const HOSTILE = `</title><script>document.title="run"</script>`;
const svg = (color: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M3 2h6v12l9-9 3 3-9 9h9v5H3z" fill="${color}"/></svg>`;
const icon = (id: string, name: string, more: object = {}): object => ({
  id,
  name,
  developer: "Acme",
  category: "tools",
  ...more,
});
const FILES = {
  "own.json": [
    icon("kite", "Kite", { image: "kite.svg" }),
    icon("maps", `Maps ${"W".repeat(90)}`, { aliases: ["atlas"] }),
    icon("bolt", "Bolt"),
  ],
  "brands.json": [
    icon("brand-kite", "KITE", { image: "kite.svg", license: "CC-BY-4.0", attributes: { author: HOSTILE } }),
    icon("red-kite", HOSTILE, { image: "red.svg" }),
    icon("atlas", "Atlas"),
  ],
  "kite.svg": svg("#1565c0"),
  "red.svg": svg("#d32f2f"),
};

it("merges from the command line, and prints decisions as table and JSON", async () => {
  const folder = temporaryFolder(FILES);
  const place = { cwd: folder };
  const line = ["merge", "own.json", "b=brands.json", "--out", "merged", "--jobs", "1"];
  const dry = await runHere([...line, "--dry-run", "--json"], {}, place);
  expect(JSON.parse(dry.stdout)).toMatchObject({ icons: 5, inputs: [{ dataset: "own" }, { dataset: "b", icons: 3 }] });
  expect(["merged", "merged.merge.json"].map((name) => existsSync(join(folder, name)))).toEqual([false, false]);

  const told = await runHere([...line, "--dry-run"], {}, place);
  expect(told.stdout).toMatch(/3 new pairs, 2 to check, which a merge writes to .*merged\.merge\.json\n/);

  const { code, stdout, stderr } = await icons([...line, "--name", "All"], {}, place);
  // On a busy machine, it also says how far it is.
  expect([code, stderr.replace(/^analyzed .*\n/gm, "")]).toEqual([0, ""]);
  const rows = stdout.split("\n").map((row) => row.split("\t"));
  expect(rows.slice(0, 4).map((row) => row.slice(0, 4))).toEqual([
    ["decision", "reasons", "first", "second"],
    ["different", "image", "own: kite", "b: red-kite"],
    ["different", "name", "own: maps", "b: atlas"],
    ["same", "name, image", "own: kite", "b: brand-kite"],
  ]);
  expect(stdout).toContain("3 pairs (id 0, name 2, identity 0, image 2): 1 same, 2 different, 0 undecided");
  expect(stdout).toMatch(/3 new pairs, 2 to check, in .*merged\.merge\.json/);
  expect(stdout).toMatch(/merged All into merged \(own 3 \+ b 3 = 5 icons, [\d.]+ s\)/);

  const schema = JSON.parse((await runHere(["schema", "merge"])).stdout);
  const ajv = new Ajv2020({ strict: true, strictTypes: false });
  ajvFormats.default(ajv);
  const decisions = JSON.parse(readFileSync(join(folder, "merged.merge.json"), "utf8"));
  expect(ajv.validate(schema, decisions)).toBe(true);
  expect(ajv.validate(schema, { pairs: [{ ...decisions.pairs[0], decision: "perhaps" }] })).toBe(false);

  const again = await runHere([...line, "--force"], {}, place);
  expect(again.stdout).not.toContain("own: kite");
  expect(again.stdout).toContain("0 new pairs, in");
  await runHere(["build", "merged", "--out", "built", "--jobs", "1"], {}, place);
  const shown = JSON.parse((await runHere(["show", "kite", "--artifacts", "built", "--json"], {}, place)).stdout);
  expect(shown).toMatchObject({ formerIds: ["brand-kite"] });
  const exported = await runHere(
    ["export", "kite", "red-kite", "--fields", "id,license,attribution", "--out", "out.csv", "--artifacts", "built"],
    {},
    place,
  );
  expect(exported.code).toBe(0);
  // The identical drawing of brand-kite has a license, so that counts.
  expect(readFileSync(join(folder, "out.csv"), "utf8")).toContain(
    `kite,CC-BY-4.0,"${HOSTILE.replaceAll('"', '""')}"\r\nred-kite,,Acme`,
  );
});

it("names file, line and remedy of a wrong decision, and the pairs that need one", async () => {
  const folder = temporaryFolder({ ...FILES, "other.json": [icon("bolt", "Lightning")] });
  const place = { cwd: folder };
  const line = ["merge", "own.json", "other.json", "--out", "merged", "--jobs", "1"];
  const open = await runHere(line, {}, place);
  expect(open.code).toBe(1);
  expect(open.stderr).toMatch(/1 id belongs to two records.*"rename".*--rename-collisions/);
  expect(open.stderr).toContain('"bolt": Bolt (own), Lightning (other)');
  const file = join(folder, "merged.merge.json");
  writeFileSync(file, readFileSync(file, "utf8").replace('"undecided"', '"perhaps"'));
  const wrong = await runHere(line, {}, place);
  expect(wrong.stderr).toMatch(
    /merged\.merge\.json:3: field pairs\[0\]\.decision: .*got "perhaps". It must be one of same/,
  );
  expect(existsSync(join(folder, "merged"))).toBe(false);
});

describeInBrowser("merge review page", ({ open }) => {
  const show = async (edit = (page: string) => page) => {
    const folder = temporaryFolder(FILES);
    const page = join(folder, "review.html");
    const line = ["merge", "own.json", "brands.json", "--out", "merged", "--html", page, "--jobs", "1"];
    await runHere(line, {}, { cwd: folder });
    writeFileSync(page, edit(readFileSync(page, "utf8")));
    return open(String(pathToFileURL(page)));
  };

  it("shows both images, reasons, the decision and its line; filters without a script", async () => {
    const page = await show();
    expect(await page.title()).toBe("Merge review of own");
    const same = page.locator(".change.is-same");
    expect(await same.locator("img").count()).toBe(2);
    expect(await same.locator(".tag").allTextContents()).toEqual(["Same name", "Similar image"]);
    await same.locator("summary").click();
    expect(await same.locator("details code").textContent()).toBe(
      '{ "first": ["own", "kite"], "second": ["brands", "brand-kite"], "reasons": ["image", "name"], "decision": "same" }',
    );
    expect(await page.locator(".change:visible").count()).toBe(3);
    await page.getByLabel("To check").check();
    expect(await page.locator(".change:visible").count()).toBe(2);
    expect(await page.locator(".change", { hasText: HOSTILE }).count()).toBe(1);
    expect(await page.locator("script").count()).toBe(0);
  });

  it("fits light and dark colors and a width of 360 pixels, and breaks no accessibility rule", async () => {
    // The page's policy would also block the checker.
    const page = await show((text) => text.replace(/<meta http-equiv[^>]*>/, ""));
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page)).toEqual([]);
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: 800 });
        await keep(page, `merge-${colorScheme}-${width}`);
        expect.soft(await overflowing(page)).toEqual([]);
      }
    }
  });
});
