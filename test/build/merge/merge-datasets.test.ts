import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { compile } from "#build/compile/compile.js";
import type { MergeDecision } from "#build/dataset/merge-decisions.js";
import type { SourceRecord } from "#build/dataset/source-record.js";
import { mergeDatasets } from "#build/merge/merge-datasets.js";
import type { MergeOptions, MergeReport } from "#build/merge/options.js";
import { openCatalog } from "#src/catalog/catalog.js";
import { creditsOf } from "#src/format/credits.js";
import { temporaryFolder } from "../../support/folder.js";
import { type Fields, icon, recordsIn } from "./merged-records.js";

const svg = (color: string, path = "M3 2h6v12l9-9 3 3-9 9h9v5H3z"): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="${path}" fill="${color}"/></svg>`;

/** Datasets in one folder. */
function workspace(files: Record<string, unknown>) {
  const folder = temporaryFolder(files);
  const decisions = join(folder, "merged.merge.json");
  const merge = (names: readonly string[], more: Partial<MergeOptions> = {}): Promise<MergeReport> =>
    mergeDatasets({
      sources: names.map((name) => ({ data: join(folder, `${name}.json`) })),
      out: join(folder, "merged"),
      force: true,
      limit: 100,
      artifacts: join(folder, "artifacts"),
      jobs: 1,
      ...more,
    });
  return {
    folder,
    merge,
    write: (name: string, records: readonly Fields[]) =>
      writeFileSync(join(folder, `${name}.json`), JSON.stringify(records.map(icon))),
    decisions: (): MergeDecision[] => JSON.parse(readFileSync(decisions, "utf8")).pairs,
    decide: (edit: (pair: MergeDecision) => object) => {
      const { pairs } = JSON.parse(readFileSync(decisions, "utf8")) as { pairs: MergeDecision[] };
      writeFileSync(decisions, JSON.stringify({ pairs: pairs.map((pair) => ({ ...pair, ...edit(pair) })) }, null, 1));
    },
    records: (): SourceRecord[] => recordsIn(join(folder, "merged")),
  };
}

/** All files of a folder with their content. */
function bytesOf(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    names.map(({ parentPath, name }) => [
      join(parentPath, name).slice(folder.length),
      readFileSync(join(parentPath, name), "base64"),
    ]),
  );
}

it("makes one record: fields of the first, united lists, the image with its license, the other id as a former one", async () => {
  const { folder, merge, records } = workspace({
    "first.json": [
      icon({
        id: "kite",
        name: "Kite",
        aliases: ["kt"],
        categories: ["Tools", "fun"],
        category: "Tools",
        rank: 7,
        website: "https://kite.example",
      }),
      icon({ id: "lone", category: "Tools" }),
    ],
    "second.json": [
      icon({
        id: "kite-app",
        name: "KITE",
        developer: "Drawer",
        category: "tools",
        description: "Flies.",
        keywords: ["wind"],
        website: "https://www.kite.example/",
        image: "kite.svg",
        variants: [{ name: "dark", image: "dark.svg" }],
        license: "CC-BY-4.0",
        source: "https://drawer.example",
        identifiers: { domains: ["kite.example"], packages: ["npm:kite"] },
      }),
    ],
    "third.json": [
      icon({
        id: "kite3",
        name: "Kite",
        website: "https://kite.example",
        image: "other.svg",
        license: "MIT",
        variants: [
          { name: "dark", image: "other.svg" },
          { name: "light", image: "light.svg" },
        ],
        attributes: { author: "Lighter", hex: "f00" },
        identifiers: { packages: ["npm:kite", "npm:kite2"] },
      }),
    ],
    "kite.svg": svg("#00f"),
    "dark.svg": svg("#008"),
    "other.svg": svg("#f00", "M0 0h24v3H0z"),
    "light.svg": svg("#ff0"),
  });
  const report = await merge(["first", "second", "third"]);
  expect(report).toMatchObject({ icons: 2, leftOut: [], pairs: { total: 3, decisions: { same: 3, different: 0 } } });
  expect(report.pairs.reasons).toEqual({ id: 0, name: 3, identity: 3, image: 0 });
  const [kite, lone] = records();
  expect(kite).toEqual({
    id: "kite",
    name: "Kite",
    developer: "Acme",
    category: "Tools",
    categories: ["Tools", "fun"],
    rank: 0,
    aliases: ["kt"],
    description: "Flies.",
    keywords: ["wind"],
    website: "https://kite.example",
    image: "images/kite.svg",
    license: "CC-BY-4.0",
    source: "https://drawer.example",
    variants: [
      { name: "dark", image: "images/kite-dark.svg" },
      { name: "light", image: "images/kite-light.svg", license: "MIT", attribution: "Lighter" },
    ],
    identifiers: { domains: ["kite.example"], packages: ["npm:kite", "npm:kite2"] },
    formerIds: ["kite-app", "kite3"],
    attributes: {
      hex: "f00",
      attribution: "Drawer",
      mergedFrom: [
        { dataset: "first", id: "kite", attribution: "Acme", images: [] },
        {
          dataset: "second",
          id: "kite-app",
          license: "CC-BY-4.0",
          source: "https://drawer.example",
          attribution: "Drawer",
          images: ["image", "dark"],
        },
        { dataset: "third", id: "kite3", license: "MIT", attribution: "Lighter", images: ["light"] },
      ],
    },
  });
  expect(lone).toMatchObject({ id: "lone", rank: 1, attributes: { mergedFrom: [{ dataset: "first" }] } });
  expect(creditsOf(kite as never)).toMatchObject({ license: "CC-BY-4.0", attribution: "Drawer; light: Lighter, MIT" });
  expect(readFileSync(join(folder, "merged/images/kite-dark.svg"), "utf8")).toBe(svg("#008"));
  const built = await compile({ data: join(folder, "merged"), out: join(folder, "built"), jobs: 1, strict: true });
  expect(built.icons).toBe(2);

  // A merge of the result keeps the exact origins.
  writeFileSync(join(folder, "fourth.json"), JSON.stringify([icon({ id: "kite", name: "Kite", image: "kite.svg" })]));
  await mergeDatasets({
    sources: [{ data: join(folder, "fourth.json") }, { data: join(folder, "merged"), name: "earlier" }],
    out: join(folder, "again"),
    limit: 0,
    artifacts: join(folder, "artifacts"),
    jobs: 1,
  });
  expect(recordsIn(join(folder, "again"))[0]!.attributes!.mergedFrom).toMatchObject([
    { dataset: "fourth", images: ["image"] },
    { dataset: "first", images: [] },
    { dataset: "second", images: ["dark"] },
    { dataset: "third", images: ["light"] },
  ]);
});

it.each<[what: string, licensed: Fields, expected: object]>([
  [
    "the same drawing",
    {
      id: "kite2",
      image: "copy.svg",
      license: "CC-BY-4.0",
      source: "https://ann.example",
      attributes: { author: "Ann" },
    },
    { license: "CC-BY-4.0", source: "https://ann.example", attributes: { author: "Ann" } },
  ],
  [
    "the same drawing, written otherwise",
    { id: "kite2", image: "spaced.svg", license: "Own", licenseUrl: "https://ann.example/l", developer: "Ann" },
    { license: "Own", licenseUrl: "https://ann.example/l", attributes: { attribution: "Ann" } },
  ],
  [
    "the same drawing, licensed in attributes",
    { id: "kite2", image: "copy.svg", attributes: { license: { spdx: "MIT" }, set: "Signs" } },
    { attributes: { license: { spdx: "MIT" }, set: "Signs", attribution: "Acme" } },
  ],
  ["another drawing", { id: "kite2", image: "other.svg", license: "MIT", attributes: { author: "Ann" } }, {}],
])("gives an image without a license that of %s", async (_what, licensed, expected) => {
  const website = "https://kite.example";
  const { merge, records } = workspace({
    "a.json": [icon({ id: "kite", name: "Kite", website, image: "kite.svg" })],
    "b.json": [icon({ name: "Kite", website, image: "x.svg", ...licensed })],
    "kite.svg": svg("#00f"),
    "copy.svg": svg("#00f"),
    "spaced.svg": `<?xml version="1.0"?>\n<!-- copied -->\n${svg("#00f")}\n`,
    "other.svg": svg("#00f", "M0 0h24v3H0z"),
  });
  await merge(["a", "b"]);
  const { license, licenseUrl, source, attributes } = records()[0]!;
  const { mergedFrom, ...credits } = attributes!;
  const given = { license, licenseUrl, source, attributes: credits };
  expect(JSON.parse(JSON.stringify(given))).toEqual({ attributes: {}, ...expected });
  expect(mergedFrom).toMatchObject([
    { dataset: "a", images: ["image"] },
    { dataset: "b", images: [] },
  ]);
});

it.each<[what: string, owner: object, own: object, expected: object]>([
  [
    "no other",
    { license: "MIT", source: "https://ann.example" },
    {},
    { license: "MIT", source: "https://ann.example", attribution: "Ann" },
  ],
  [
    "an address",
    { license: "Terms", licenseUrl: "https://ann.example/l" },
    {},
    { license: "Terms", licenseUrl: "https://ann.example/l", attribution: "Ann" },
  ],
  [
    "a text in attributes",
    { attributes: { license: "Free, if credited", set: "Signs" } },
    {},
    { attribution: "Ann, Signs, Free, if credited" },
  ],
  ["that of the variant itself", { license: "MIT" }, { license: "CC0-1.0" }, { license: "CC0-1.0" }],
])("gives a variant of another record its license and credits: %s", async (_what, owner, own, expected) => {
  const website = "https://kite.example";
  const light = { name: "light", image: "light.svg" };
  const { folder, merge, records } = workspace({
    "a.json": [
      icon({
        id: "kite",
        name: "Kite",
        website,
        image: "kite.svg",
        license: "CC-BY-4.0",
        variants: [{ ...light, name: "dark" }],
      }),
    ],
    "b.json": [
      icon({
        id: "b",
        name: "Kite",
        developer: "Ann",
        website,
        variants: [{ ...light, ...own }],
        image: "kite.svg",
        ...owner,
      }),
    ],
    "kite.svg": svg("#00f"),
    "light.svg": svg("#eef"),
  });
  await merge(["a", "b"]);
  const [dark, taken] = records()[0]!.variants!;
  expect(dark).toEqual({ name: "dark", image: "images/kite-dark.svg" });
  expect(taken).toEqual({ name: "light", image: "images/kite-light.svg", ...expected });
  await compile({ data: join(folder, "merged"), out: join(folder, "built"), jobs: 1, strict: true });
  const [, variants] = openCatalog(join(folder, "built")).variants("kite");
  expect(variants).toMatchObject(expected);
});

it("decides by default only where two reasons agree, and once per dataset", async () => {
  const { merge, write, decisions } = workspace({});
  write("a", [
    { id: "kite", name: "Kite", website: "https://kite.example" },
    { id: "same-name", name: "Maps" },
  ]);
  write("b", [
    { id: "kite", name: "Kite" },
    { id: "kite2", name: "Kite", website: "https://kite.example" },
    { id: "maps", name: "maps" },
  ]);
  const { pairs, icons } = await merge(["a", "b"]);
  expect(decisions().map(({ first, second, reasons, decision }) => [first[1], second[1], reasons, decision])).toEqual([
    ["kite", "kite", ["id", "name"], "same"],
    ["kite", "kite2", ["identity", "name"], "different"],
    ["same-name", "maps", ["name"], "different"],
  ]);
  expect({ icons, ...pairs }).toMatchObject({ icons: 4, total: 3, new: 3, uncertain: 2 });
});

it("makes one record of records with one id before it compares others by image", async () => {
  const wordmark = "M0 0h24v3H0z";
  const { merge, records } = workspace({
    "a.json": [icon({ id: "kite", name: "Kite", image: "sign.svg" })],
    "b.json": [icon({ id: "kite", name: "Kite", image: "wordmark.svg" })],
    "c.json": [
      icon({ id: "c:kite", name: "Kite", image: "wordmark.svg" }),
      icon({ id: "c:kite-icon", name: "Kite Icon", image: "sign.svg" }),
    ],
    "sign.svg": svg("#00f"),
    "wordmark.svg": svg("#00f", wordmark),
  });
  const { pairs } = await merge(["a", "b", "c"]);
  expect(pairs).toMatchObject({ total: 5, decisions: { same: 3, undecided: 0 } });
  expect(records().map(({ id, formerIds }) => [id, formerIds])).toEqual([
    ["kite", ["c:kite-icon"]],
    ["c:kite", undefined],
  ]);
});

it("applies stored decisions to changed inputs, and asks only about new pairs", async () => {
  const { folder, merge, write, decide, decisions, records } = workspace({});
  write("a", [
    { id: "kite", name: "Kite" },
    { id: "maps", name: "Maps", website: "https://maps.example" },
    { id: "gone", name: "Gone" },
  ]);
  write("b", [
    { id: "b-kite", name: "Kite" },
    { id: "b-maps", name: "Maps", website: "https://maps.example" },
    { id: "b-gone", name: "Gone" },
  ]);
  await merge(["a", "b"]);
  expect(records().map(({ id }) => id)).toEqual(["kite", "maps", "gone", "b-kite", "b-gone"]);
  decide(({ decision, second }) =>
    decision === "same"
      ? { decision: "different" }
      : { decision: "same", ...(second[1] === "b-kite" && { id: "b-kite", note: "Looked at." }) },
  );
  const first = await merge(["a", "b"]);
  expect(first.pairs).toMatchObject({ new: 0, uncertain: 0 });
  expect(records().map(({ id, formerIds }) => [id, formerIds])).toEqual([
    ["b-kite", ["kite"]],
    ["maps", undefined],
    ["gone", ["b-gone"]],
    ["b-maps", undefined],
  ]);
  const bytes = bytesOf(join(folder, "merged"));
  const file = readFileSync(join(folder, "merged.merge.json"), "utf8");
  expect((await merge(["a", "b"])).stale).toEqual([]);
  expect(bytesOf(join(folder, "merged"))).toEqual(bytes);
  expect(readFileSync(join(folder, "merged.merge.json"), "utf8")).toBe(file);

  // A record is renamed, so that nothing but the decision connects it; another is removed; one is added.
  write("b", [
    { id: "b-kite-2", name: "Dragon", formerIds: ["b-kite"] },
    { id: "b-maps", name: "Maps", website: "https://maps.example" },
    { id: "new", name: "Maps" },
  ]);
  const { pairs, stale, listed } = await merge(["a", "b"]);
  expect(records().map(({ id, formerIds }) => [id, formerIds])).toEqual([
    ["b-kite-2", ["kite", "b-kite"]],
    ["maps", undefined],
    ["gone", undefined],
    ["b-maps", undefined],
    ["new", undefined],
  ]);
  expect(stale).toMatchObject([{ decision: { second: ["b", "b-gone"] }, reason: '"b-gone" does not exist in b' }]);
  expect(pairs).toMatchObject({ new: 1, uncertain: 1 });
  expect(listed.filter(({ isNew }) => isNew)).toMatchObject([{ first: { id: "maps" }, second: { id: "new" } }]);
  expect(decisions()).toContainEqual(
    expect.objectContaining({ second: ["b", "b-kite-2"], id: "b-kite-2", decision: "same", note: "Looked at." }),
  );

  // It applies again when the record is back.
  write("b", [{ id: "b-gone", name: "Gone" }]);
  await merge(["a", "b"]);
  expect(records().find(({ id }) => id === "gone")!.formerIds).toEqual(["b-gone"]);
});

it("lists all decisions that contradict others", async () => {
  const { merge, write, decide } = workspace({});
  const of = (name: string, animal: string) => ({
    id: `${name}-${animal}`,
    name: animal,
    website: `https://${animal}.example`,
  });
  for (const name of ["a", "b", "c"]) write(name, [of(name, "kite"), of(name, "lark")]);
  await merge(["a", "b", "c"]);
  decide(({ first, second }) => (first[0] === "b" && second[0] === "c" ? { decision: "different" } : {}));
  const error: Error = await merge(["a", "b", "c"]).then(
    () => new Error("merged"),
    (reason) => reason,
  );
  expect(error.message.split("\n").map((line) => /"(\S+)" of b and/.exec(line)?.[1])).toEqual(["b-kite", "b-lark"]);
});

it("rejects decisions that contradict each other, and leaves the result as it was", async () => {
  const { folder, merge, write, decide } = workspace({});
  for (const name of ["a", "b", "c"])
    write(name, [{ id: `${name}-kite`, name: "Kite", website: "https://kite.example" }]);
  await merge(["a", "b", "c"]);
  const bytes = bytesOf(join(folder, "merged"));
  const cases: [(pair: MergeDecision) => object, RegExp][] = [
    [
      ({ first, second }) => (first[0] === "b" && second[0] === "c" ? { decision: "different" } : {}),
      /"b-kite" of b and "c-kite" of c are different, but other decisions make both the same/,
    ],
    [({ second }) => ({ decision: "same", id: second[1] }), /id "c-kite" of "c-kite" of c contradicts "b-kite"/],
    [() => ({ decision: "same", id: "other" }), /id "other" belongs to none of the merged records/],
    [() => ({ decision: "maybe", id: undefined }), /problem/],
  ];
  for (const [edit, message] of cases) {
    decide(edit);
    await expect(merge(["a", "b", "c"])).rejects.toThrow(message);
    expect(bytesOf(join(folder, "merged"))).toEqual(bytes);
  }
});

it("leaves equal ids of different records to a person, or renames the later one", async () => {
  const { folder, merge, write, decide, decisions, records } = workspace({});
  write("a", [{ id: "bolt", name: "Bolt" }]);
  write("b", [
    { id: "bolt", name: "Lightning" },
    { id: "b:bolt", name: "Other" },
  ]);
  await expect(merge(["a", "b"])).rejects.toThrow(
    /1 id belongs to two records[\s\S]*"bolt": Name|"bolt": Bolt \(a\), Lightning \(b\)/,
  );
  expect(readdirSync(folder)).not.toContain("merged");
  expect(decisions()).toMatchObject([{ decision: "undecided", reasons: ["id"] }]);
  decide(() => ({ decision: "different" }));
  await expect(merge(["a", "b"])).rejects.toThrow(/1 id belongs/);
  expect(decisions()).toMatchObject([{ decision: "different", reasons: ["id"] }]);
  decide(() => ({ decision: "different", rename: "b:bolt" }));
  await expect(merge(["a", "b"])).rejects.toThrow(/would both have the id "b:bolt"/);
  decide(() => ({ decision: "different", rename: "flash" }));
  await merge(["a", "b"]);
  expect(records().map(({ id }) => id)).toEqual(["bolt", "flash", "b:bolt"]);
  expect(records()[1]!.attributes!.mergedFrom).toEqual([{ dataset: "b", id: "bolt" }]);

  decide(() => ({ decision: "undecided", rename: undefined }));
  await merge(["a", "b"], { renameCollisions: true });
  expect(records().map(({ id }) => id)).toEqual(["bolt", "b:bolt-2", "b:bolt"]);
  await merge(["a", "b"]);
  expect(records().map(({ id }) => id)).toEqual(["bolt", "b:bolt-2", "b:bolt"]);
});

it("keeps apart what a person calls different, although name and id are equal", async () => {
  const { merge, write, decide, decisions, records } = workspace({});
  for (const name of ["a", "b"]) write(name, [{ id: "bolt", name: "Bolt" }]);
  await merge(["a", "b"]);
  expect(records().map(({ id }) => id)).toEqual(["bolt"]);
  decide(() => ({ decision: "different" }));
  for (let run = 0; run < 2; run++) {
    await expect(merge(["a", "b"])).rejects.toThrow(/1 id belongs to two records[\s\S]*"bolt": Bolt \(a\), Bolt \(b\)/);
    expect(decisions()).toMatchObject([{ decision: "different" }]);
  }
  await merge(["a", "b"], { renameCollisions: true });
  expect(records().map(({ id }) => id)).toEqual(["bolt", "b:bolt"]);
});

it("unites settings, synonyms and removals, and reports what it leaves out", async () => {
  const dataset = (options: object, records: readonly Fields[], more: object = {}): Record<string, unknown> => ({
    "dataset.json": options,
    "icons/icons.json": records.map(icon),
    ...more,
  });
  const files = (name: string, content: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(Object.entries(content).map(([path, value]) => [`${name}/${path}`, value]));
  const set = (body: string): object => ({
    prefix: "s",
    icons: { one: { body }, two: { body: '<path d="M1 1h9v3z"/>' } },
    width: 24,
    height: 24,
  });
  const folder = temporaryFolder({
    ...files(
      "one",
      dataset(
        {
          name: "One",
          image: { background: "#00ff00", padding: 0.1 },
          labels: { category: ["Tools"], style: ["flat"] },
        },
        [
          { id: "x", category: "Tools", image: "x.svg" },
          { id: "s-one", category: "Tools", image: "iconify:s/one" },
          { id: "s-two", category: "Tools", image: "iconify:s/two" },
        ],
        {
          "x.svg": svg("#00f"),
          "iconify/s.json": set('<path d="M0 0h9v3z"/>'),
          "synonyms.json": { kite: ["dragon"] },
          "removed.json": [{ id: "old", date: "2026-01-01", reason: "Gone." }],
        },
      ),
    ),
    ...files(
      "two",
      dataset(
        { name: "Two", image: { padding: 0.2 }, labels: { category: ["tools", "games"] } },
        [
          { id: "x2", category: "games", image: "x.svg" },
          { id: "old", category: "tools" },
          { id: "t-one", category: "tools", image: "iconify:s/one" },
          { id: "t-two", category: "tools", image: "iconify:s/two" },
          { id: "broken", category: "tools", image: "missing.svg" },
        ],
        {
          "x.svg": svg("#f00"),
          "iconify/s.json": set('<path d="M0 0h2v9z"/>'),
          "synonyms.json": { kite: ["toy"], gear: ["cog"] },
          "removed.json": [{ id: "older", date: "2026-01-02", reason: "Gone.", successor: "x2" }],
        },
      ),
    ),
  });
  const out = join(folder, "merged");
  const { leftOut } = await mergeDatasets({
    sources: [{ data: join(folder, "one") }, { data: join(folder, "two") }],
    out,
    limit: 9,
    artifacts: join(folder, "artifacts"),
    jobs: 1,
  });
  expect(leftOut).toEqual([
    "image.padding of Two: another dataset comes first",
    "labels.style of One: Two allows any label",
    expect.stringContaining("image missing.svg of broken of Two: the file missing.svg does not exist"),
    "removal of old by One: another dataset has this icon",
  ]);
  const read = (file: string) => JSON.parse(readFileSync(join(out, file), "utf8"));
  expect(read("dataset.json")).toEqual({
    $schema: "./dataset.schema.json",
    name: "One",
    image: { padding: 0.1 },
    labels: { category: ["Tools", "games"] },
  });
  expect(read("synonyms.json")).toEqual({ kite: ["dragon"], gear: ["cog"] });
  expect(read("removed.json")).toEqual([{ id: "older", date: "2026-01-02", reason: "Gone.", successor: "x2" }]);
  expect(recordsIn(out).map(({ id, category, image, background }) => [id, category, image, background])).toEqual([
    ["x", "Tools", "images/x.svg", "#00ff00"],
    ["s-one", "Tools", "iconify:s/one", "#00ff00"],
    ["s-two", "Tools", "iconify:s/two", "#00ff00"],
    ["x2", "games", "images/x2.svg", undefined],
    ["old", "Tools", undefined, undefined],
    ["t-one", "Tools", "images/t-one.svg", undefined],
    ["t-two", "Tools", "iconify:s/two", undefined],
    ["broken", "Tools", undefined, undefined],
  ]);
  expect(readFileSync(join(out, "images/t-one.svg"), "utf8")).toContain("M0 0h2v9z");
  await compile({ data: out, out: join(folder, "built"), jobs: 1, strict: true });
});

it("never replaces an input, nor a folder without --force", async () => {
  const { folder, merge, write } = workspace({});
  write("a", [{ id: "x" }]);
  await expect(merge(["a", "a"])).rejects.toThrow(/is named "a" like .*decisions need different names/);
  await expect(merge(["a"], { out: folder })).rejects.toThrow(/contains the dataset .*a\.json, which is to be merged/);
  await merge(["a"]);
  await expect(merge(["a"], { force: false })).rejects.toThrow(/already contains a dataset. Add --force/);
});

it("overwrites no edit of the decisions that is made while it runs, and then merges nothing", async () => {
  const { folder, merge, write, decide, decisions, records } = workspace({});
  const notes = () => decisions().map(({ note }) => note);
  write("a", [{ id: "x", name: "One" }]);
  write("b", [{ id: "y", name: "One" }]);
  await merge(["a", "b"]);
  write("b", [
    { id: "y", name: "One" },
    { id: "z", name: "Two" },
  ]);
  const onProgress: MergeOptions["onProgress"] = ({ phase }) => {
    if (phase === "compare" && notes()[0] === undefined) decide(() => ({ note: "kept" }));
  };
  const edited = merge(["a", "b"], { onProgress });
  await expect(edited).rejects.toThrow(
    /merged\.merge\.json: was edited during the merge, so it is unchanged, and nothing/,
  );
  expect(notes()).toEqual(["kept"]);
  expect(records()).toHaveLength(2);
  await merge(["a", "b"], { onProgress });
  expect([notes(), records().length]).toEqual([["kept"], 3]);
  expect(readdirSync(folder).sort()).toEqual(["a.json", "b.json", "merged", "merged.merge.json"]);
});
