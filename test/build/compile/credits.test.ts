import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compile } from "#build/compile/compile.js";
import type { Problem } from "#build/dataset/problems.js";
import { creditsOfSet, packageInfo } from "#build/image/source/set-credits.js";
import { openCatalog } from "#src/catalog/catalog.js";
import { attributionCsv } from "#src/explorer/attribution.js";
import { creditsIn } from "#src/format/variants.js";
import { temporaryFolder } from "../../support/folder.js";
import { runHere } from "../../support/run-here.js";
import { startService } from "../../support/service.js";

const BODY = '<path fill="currentColor" d="M1 1h4v4z"/>';
const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">${BODY}</svg>`;
const setOf = (prefix: string, more: object = {}) => ({ prefix, icons: { a: { body: BODY } }, ...more });

const INFO = {
  name: "Signs",
  author: { name: "Ann", url: "https://ann.example" },
  license: { title: "CC BY 4.0", spdx: "CC-BY-4.0", url: "https://ann.example/license" },
};
const SIGNS = {
  license: "CC-BY-4.0",
  licenseUrl: "https://ann.example/license",
  source: "https://ann.example",
  attribution: "Ann, Signs",
};
const ANN = { name: SIGNS.attribution, url: SIGNS.source };
const MARKS = { license: "MIT", source: "https://bob.example/marks", attribution: "Bob, @iconify-json/marks" };
const OWN = { license: "ISC", source: "https://own.example", attribution: "Us" };

const record = (id: string, more: object) => ({ id, name: id, developer: "Brand", category: "c", ...more });
const RECORDS = [
  record("of-signs", { image: "iconify:signs/a" }),
  record("of-marks", { image: "iconify:marks/a" }),
  record("of-terms", { image: "iconify:terms/a" }),
  record("file", { image: "a.svg" }),
  record("own", { image: "iconify:signs/a", license: "Terms", licenseUrl: "https://brand.example/terms" }),
  record("own-author", { image: "iconify:signs/a", attribution: "Drawer", source: "https://brand.example" }),
  record("in-attributes", { image: "iconify:signs/a", attributes: { license: "MIT", author: { name: "Zoe" } } }),
  record("variants", {
    image: "iconify:signs/a",
    variants: [
      { name: "dark", image: "iconify:signs/a" },
      { name: "light", image: "iconify:marks/a" },
      { name: "mono", image: "a.svg", license: "0BSD" },
    ],
  }),
  record("no-image", {}),
];
const MODULES = "data/node_modules/@iconify-json";
const FILES: Readonly<Record<string, unknown>> = {
  "data/dataset.json": { name: "Own", image: OWN },
  "data/icons/all.json": RECORDS,
  "data/a.svg": DRAWING,
  [`${MODULES}/signs/icons.json`]: setOf("signs"),
  [`${MODULES}/signs/info.json`]: INFO,
  [`${MODULES}/signs/package.json`]: { name: "@iconify-json/signs", license: "MIT" },
  [`${MODULES}/marks/icons.json`]: setOf("marks"),
  [`${MODULES}/marks/package.json`]: {
    name: "@iconify-json/marks",
    license: "MIT",
    author: "Bob <bob@bob.example> (https://bob.example)",
    repository: { type: "git", url: "git+https://bob.example/marks.git" },
  },
  "data/iconify/terms.json": setOf("terms", { info: { ...INFO, license: { title: "See the website" } } }),
};

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "icons-credits-"));
  for (const [path, content] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), typeof content === "string" ? content : JSON.stringify(content));
  }
  await compile({ data: join(folder, "data"), out: join(folder, "out"), jobs: 1, strict: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("credits of icons", () => {
  it.each([
    ["of-signs", SIGNS],
    ["of-marks", MARKS],
    ["of-terms", { source: SIGNS.source, attribution: SIGNS.attribution }],
    ["file", OWN],
    ["own", { ...SIGNS, license: "Terms", licenseUrl: "https://brand.example/terms" }],
    ["own-author", { ...SIGNS, attribution: "Drawer", source: "https://brand.example" }],
    ["in-attributes", { source: SIGNS.source }],
    ["variants", SIGNS],
    ["no-image", {}],
  ])("are those of the package of the image, unless the record states them: %s", (id, expected) => {
    const icon = openCatalog(join(folder, "out")).get(id);
    expect([creditsIn(icon), icon.developer]).toEqual([expected, "Brand"]);
  });

  it("of a variant are those of its own package, if it is not that of the icon", () => {
    const variants = openCatalog(join(folder, "out")).variants("variants");
    expect(variants.map((variant) => [variant.name, creditsIn(variant)])).toEqual([
      ["dark", {}],
      ["light", MARKS],
      ["mono", { license: "0BSD" }],
    ]);
  });

  it("are in the detail, and select icons by license", async () => {
    const service = await startService(join(folder, "out"), { anonymous: "pro" });
    try {
      expect((await service.ask("/api/v1/icons/of-signs")).body.data).toMatchObject({ ...SIGNS, developer: "Brand" });
      const { body } = await service.ask("/api/v1/icons?license=cc-by-4.0,terms&facets=license");
      expect(body.data.map(({ id }: { id: string }) => id)).toEqual(["of-signs", "own", "own-author", "variants"]);
    } finally {
      await service.close();
    }
  });

  it("are in ATTRIBUTION.csv of an export, and of an archive of the page", async () => {
    const files = join(folder, "files");
    expect((await runHere(["export", "*", "--out", files, "--artifacts", join(folder, "out")])).code).toBe(0);
    const csv = readFileSync(join(files, "ATTRIBUTION.csv"), "utf8");
    const [head, first] = csv.split("\r\n");
    expect(head).toBe("id,name,attribution,license,licenseUrl,source,website");
    expect(first).toBe('of-signs,of-signs,"Ann, Signs",CC-BY-4.0,https://ann.example/license,https://ann.example,');
    const service = await startService(join(folder, "out"), { anonymous: "pro" });
    const { body } = await service.ask("/api/v1/icons?credits=true&limit=100");
    await service.close();
    expect(attributionCsv(body.data.filter(({ id }: { id: string }) => id !== "no-image"))).toBe(csv);
  });

  it.each([
    ["license and author", ["of-signs", "variants"], { author: ANN, license: INFO.license.spdx }, SIGNS.licenseUrl],
    ["license", ["of-marks", "zoe"], { author: { name: "Various" }, license: "MIT" }, undefined],
    ["nothing", ["of-signs", "of-marks"], { author: { name: "Various" }, license: "Various" }, undefined],
  ])(
    "are those of the icons' set in the Iconify API and its exports, if they have %s in common",
    async (_, ids, { author, license }, url) => {
      const data = join(folder, "data");
      const file = join(data, "some.json");
      const all = [...RECORDS, record("zoe", { image: "iconify:marks/a", attribution: "Zoe" })];
      writeFileSync(file, JSON.stringify(all.filter(({ id }) => ids.includes(id))));
      const out = join(temporaryFolder(), "out");
      await compile({ data: file, out, jobs: 1, strict: true });
      const spdx = license === "Various" ? {} : { spdx: license };
      const expected = { author, license: { title: license, ...spdx, ...(url && { url }) } };
      const service = await startService(out, { anonymous: "pro", iconify: {} });
      const { body } = await service.ask("/collections");
      await service.close();
      expect(Object.values(body)).toMatchObject([expected]);
      await runHere(["export", "*", "--out", `${out}.json`, "--artifacts", out]);
      const { info } = JSON.parse(readFileSync(`${out}.json`, "utf8"));
      expect({ author: info.author, license: info.license }).toEqual(expected);
    },
  );

  it("stay with images that a merge takes over", async () => {
    const other = temporaryFolder({ "other.json": [record("other", {})] });
    const out = join(other, "merged");
    const { code, stderr } = await runHere(["merge", join(folder, "data"), join(other, "other.json"), "--out", out]);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    await compile({ data: out, out: join(other, "out"), jobs: 1, strict: true });
    const before = openCatalog(join(folder, "out"));
    const after = openCatalog(join(other, "out"));
    for (const { id } of RECORDS) {
      expect(creditsIn(after.get(id)), id).toEqual(creditsIn(before.get(id)));
      expect(after.variants(id).map(creditsIn), id).toEqual(before.variants(id).map(creditsIn));
    }
  });

  it("of the dataset need a license that is an SPDX id or has an address", async () => {
    const data = temporaryFolder({ "dataset.json": { name: "x", image: { license: "Mine" } }, "icons/a.json": [] });
    const problems = await compile({ data, out: join(data, "out"), jobs: 1 }).catch((error) => error.problems);
    expect((problems as Problem[])[0]).toMatchObject({ message: "is not an SPDX id" });
  });
});

describe("credits of a set", () => {
  it.each([
    [{ license: "MIT" }, { license: "MIT" }],
    [{ license: "(MIT OR Apache-2.0)" }, { license: "(MIT OR Apache-2.0)" }],
    [{ license: "SEE LICENSE IN LICENSE.txt" }, {}],
    [{ license: "UNLICENSED" }, {}],
    [{ license: { type: "MIT" } }, {}],
    [{}, {}],
    [{ homepage: "ftp://ann.example" }, {}],
    [{ homepage: "https://ann.example" }, { source: "https://ann.example" }],
    [{ repository: "ann/signs" }, {}],
    [{ author: { name: "Ann" } }, { attribution: "Ann, p" }],
  ])("without information come from its package: %j", (about, expected) => {
    const set = temporaryFolder({ "package.json": { name: "p", ...about } });
    expect(creditsOfSet({ info: packageInfo(set)! })).toEqual({ attribution: "p", ...expected });
  });

  it.each([
    [{ title: "MIT" }, { license: "MIT" }],
    [{ title: "Open", spdx: "OFL-1.1" }, { license: "OFL-1.1" }],
    [
      { title: "Terms", url: "https://a.example" },
      { license: "Terms", licenseUrl: "https://a.example" },
    ],
    [{ title: "Terms, of use", url: "https://a.example" }, {}],
    [{ title: "Terms", url: "javascript:alert(1)" }, {}],
    [{ title: "Terms" }, {}],
    [{ title: "MIT", url: "nowhere" }, { license: "MIT" }],
    [null, "none"],
  ])("have the license as an SPDX id, or with the address of its text: %j", (license, expected) => {
    const credits = creditsOfSet({ info: { name: "S", author: { name: "Ann" }, license } as never });
    expect(credits).toEqual(expected === "none" ? {} : { attribution: "Ann, S", ...(expected as object) });
  });
});
