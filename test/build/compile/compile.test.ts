import { readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, describe, expect, it } from "vitest";
import { compile, createCompiler } from "#build/compile/compile.js";
import { type BuildResult, SkippedImagesError } from "#build/compile/options.js";
import { openCatalog } from "#src/catalog/catalog.js";
import { decodeImageHead, decodeStoredImage, type StoredImage } from "#src/format/stored-image.js";
import { icons } from "../../support/cli.js";
import { temporaryFolder } from "../../support/folder.js";
import { runHere } from "../../support/run-here.js";

const record = (id: string, more: object = {}): object => ({
  id,
  name: `Name ${id}`,
  developer: "D",
  category: "c",
  ...more,
});
const red = () =>
  sharp({ create: { width: 40, height: 20, channels: 3, background: "#e53935" } })
    .png()
    .toBuffer();
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="4" fill="currentColor"/></svg>';

/** Keeps the analysis process running from build to build. */
const compiler = createCompiler();
afterAll(() => compiler.close());

const build = (data: string, more = {}): Promise<BuildResult> =>
  compile({ data, out: join(data, "out"), jobs: 1, ...more });

const buildDrawn = (data: string, more = {}): Promise<BuildResult> =>
  compiler.compile({ data, out: join(data, "out"), jobs: 1, ...more });

describe("reproducible builds", () => {
  it("builds the same bytes from a folder, an array and NDJSON", async () => {
    const records = [
      record("a"),
      record("ü", { aliases: ["x"] }),
      record("c", { attributes: { deep: [1, { b: "[{" }] } }),
    ];
    const folder = temporaryFolder({
      "one.json": records,
      "two.ndjson": `\uFEFF${records.map((item) => JSON.stringify(item)).join("\r\n\n")}`,
      "dataset.json": { name: "one" },
      "icons/1.json": [records[0]],
      "icons/2.json": records[1],
      "icons/3.ndjson": JSON.stringify(records[2]),
    });
    const files = [];
    for (const data of ["one.json", "two.ndjson", "."]) {
      files.push((await compile({ data: join(folder, data), out: join(folder, "out"), jobs: 1 })).files);
    }
    expect(files[1]).toEqual(files[0]);
    expect(files[2]).toEqual(files[0]);
  });

  it("leaves the live generation unchanged and reports that if the dataset is the same", async () => {
    const folder = temporaryFolder({ "dataset.json": { name: "x" }, "icons/a.json": [record("a")] });
    const first = await build(folder);
    const second = await build(folder);
    expect(first.unchanged).toBe(false);
    expect(second).toMatchObject({ unchanged: true, generation: first.generation });
    expect(readdirSync(join(folder, "out")).sort()).toEqual([first.generation, "CURRENT", "LOCK"].sort());
  });

  it("replaces a damaged live generation", async () => {
    const folder = temporaryFolder({ "dataset.json": { name: "x" }, "icons/a.json": [record("a")] });
    const { generation } = await build(folder);
    rmSync(join(folder, "out", generation, "ids.bin"));
    expect((await build(folder)).unchanged).toBe(false);
    expect(openCatalog(join(folder, "out")).get("a").name).toBe("Name a");
  });
});

describe("damaged CURRENT", () => {
  it("repairs a damaged CURRENT, also when building the dataset that it named", async () => {
    const folder = temporaryFolder({ "dataset.json": { name: "x" }, "icons/a.json": [record("a")] });
    const { generation } = await build(folder);
    for (const content of ["", "\0\0\0", "no name"]) {
      writeFileSync(join(folder, "out", "CURRENT"), content);
      expect((await build(folder)).generation).toBe(generation);
      expect(openCatalog(join(folder, "out")).generation).toBe(generation);
    }
  });
});

describe("display order", () => {
  it("sorts icons by rank, lower first, then by file and position", async () => {
    const folder = temporaryFolder({
      "dataset.json": { name: "x" },
      "icons/b.json": [record("b1"), record("b2", { rank: 2 })],
      "icons/a.json": [record("a1"), record("a2", { rank: 2 }), record("a3", { rank: 0.5 })],
    });
    await build(folder);
    const catalog = openCatalog(join(folder, "out"));
    expect(Array.from({ length: 5 }, (_, at) => catalog.record(at).id)).toEqual(["a3", "a2", "b2", "a1", "b1"]);
  });
});

describe("images in a build", () => {
  it("derives hash, palette, labels and style from an image and stores its file, unless the record gives its own values", async () => {
    const own = { phash: "0123456789abcdef", colors: ["pink"], style: "mine", iconUrl: "https://example.com/i.png" };
    const folder = temporaryFolder({
      "dataset.json": { name: "x" },
      "icons/a.json": [
        record("svg", { image: "pictures/a.svg", tint: "#1db954" }),
        record("tile", { image: "pictures/a.svg", tint: "#ffffff", background: "#1db954" }),
        record("flag", { image: "pictures/flag.svg", background: "#ffffff" }),
        record("png", { image: "pictures/a.png" }),
        record("logo", { image: "iconify:logos/spotify-icon" }),
        record("own", { ...own, image: "pictures/a.png" }),
        record("none"),
      ],
      "pictures/a.svg": SVG,
      // Its own white counts, that of the background around it does not.
      "pictures/flag.svg":
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path fill="red" d="M1 1h4v7h-4z"/><path fill="#fff" d="M5 1h3v7h-3z"/></svg>',
      "pictures/a.png": await red(),
    });
    expect((await buildDrawn(folder)).skipped).toEqual([]);
    const catalog = openCatalog(join(folder, "out"));
    const stored = (id: string): StoredImage => decodeStoredImage(catalog.storedImage(id)!);
    expect(catalog.get("svg")).toMatchObject({ colors: ["green"], style: "glyph" });
    // Alone, the drawing has the color of its background, which made it white.
    expect(catalog.get("tile")).toMatchObject({
      colors: ["green"],
      colorPalette: [{ hex: "#1db954", name: "green", share: 1 }],
    });
    expect(catalog.get("flag").colors).toEqual(["red", "white"]);
    expect(catalog.get("png")).toMatchObject({
      colors: ["red"],
      colorPalette: [{ hex: "#e53935", name: "red", share: 1 }],
    });
    expect(catalog.get("own")).toMatchObject(own);
    expect(catalog.get("none")).toEqual(record("none"));
    expect(catalog.storedImage("none")).toBeUndefined();
    expect(stored("svg")).toMatchObject({ kind: "svg", tint: "#1db954", background: undefined, recolorable: true });
    expect(stored("tile")).toMatchObject({ kind: "svg", tint: "#ffffff", background: "#1db954" });
    expect(Buffer.from(stored("tile").file)).toEqual(Buffer.from(SVG));
    expect(stored("logo")).toMatchObject({ kind: "svg", tint: undefined, width: 256, height: 256, recolorable: true });
    for (const id of ["png", "own"]) expect(stored(id)).toMatchObject({ kind: "png", recolorable: false });
    expect(JSON.parse(catalog.renderItems([catalog.ordinalOf("own")], "http://x").toString())[0].iconUrl).toBe(
      own.iconUrl,
    );
  });

  it("records the language of the dataset in the manifest if it names one", async () => {
    for (const language of [undefined, "de", "ja"]) {
      const folder = temporaryFolder({
        "dataset.json": { name: "Named", language },
        "icons/a.json": [record("kite", { keywords: ["Drachen", "Wind"] })],
      });
      const { code } = await runHere(["build", folder, "--out", join(folder, "out"), "--json"]);
      expect(code).toBe(0);
      const catalog = openCatalog(join(folder, "out"));
      expect(catalog.manifest.options).toEqual(language === undefined ? {} : { language });
      expect(catalog.get("kite").keywords).toEqual(["Drachen", "Wind"]);
    }
  });

  it("omits images on request, in another generation with the same measurements", async () => {
    const folder = temporaryFolder({
      "a.json": [record("none"), record("svg", { image: "a.svg" }), record("png", { image: "a.png" })],
      "a.svg": SVG,
      "a.png": await red(),
    });
    const built = [];
    for (const [flags, options, kept] of [
      [[], {}, ["svg", "png"]],
      [["--no-large-images"], {}, ["svg", "png"]],
      [["--no-images"], { images: false }, [undefined, undefined]],
    ] as const) {
      const out = join(folder, `out${built.length}`);
      const { stdout, code } = await runHere(["build", join(folder, "a.json"), "--out", out, "--json", ...flags]);
      expect(code).toBe(0);
      const catalog = openCatalog(out);
      expect(catalog.manifest.options).toEqual(options);
      const kinds = ["svg", "png"]
        .map((id) => catalog.storedImage(id))
        .map((image) => image && decodeImageHead(image).kind);
      expect(kinds).toEqual(kept);
      expect(catalog.storedImage("none")).toBeUndefined();
      const names = (JSON.parse(stdout) as BuildResult).files.map(({ name }) => name);
      expect(names.filter((name) => /images-/.test(name))).toEqual(kept[0] === undefined ? [] : ["images-0000.bin"]);
      built.push({ name: catalog.generation, records: [0, 1, 2].map((ordinal) => catalog.record(ordinal)) });
    }
    expect(new Set(built.map(({ name }) => name)).size).toBe(2);
    for (const { records } of built) expect(records).toEqual(built[0]!.records);
  });

  const broken = {
    "packed.svgz": gzipSync(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>',
    ),
    "dataset.json": { name: "x" },
    "icons/a.json": [
      record("ok", { image: "ok.svg" }),
      record("missing", { image: "nowhere.png" }),
      record("text", { image: "icons/a.json" }),
      record("outside", { image: "../../../etc/passwd" }),
      record("link", { image: "link.png" }),
      record("folder", { image: "icons" }),
      record("clear", { image: "clear.svg" }),
      record("huge", { image: "huge.svg" }),
      record("set", { image: "iconify:no-such-set/x" }),
      record("name", { image: "iconify:logos/no-such-logo" }),
      record("alias", { image: "iconify:chained/a20000" }),
      record("packed", { image: "packed.svgz" }),
    ],
    "iconify/chained.json": {
      prefix: "chained",
      icons: { a0: { body: '<path d="M0 0h9v9z"/>' } },
      aliases: Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`a${at + 1}`, { parent: `a${at}` }])),
    },
    "ok.svg": SVG,
    "clear.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"></svg>',
    "huge.svg":
      '<svg xmlns="http://www.w3.org/2000/svg" width="90000" height="90000"><rect width="9" height="9"/></svg>',
  };

  it("reports images that can't be read and builds their records without hash and image", async () => {
    const folder = temporaryFolder(broken);
    symlinkSync("/etc/hostname", join(folder, "link.png"));
    const { skipped, icons: count } = await buildDrawn(folder);
    expect(count).toBe(12);
    const reasons = Object.fromEntries(skipped.map(({ id, reason }) => [id, reason]));
    expect(reasons).toMatchObject({
      missing: expect.stringContaining("does not exist"),
      outside: expect.stringMatching(/outside the dataset|does not exist/),
      link: expect.stringContaining("outside the dataset"),
      folder: expect.stringContaining("not a regular file"),
      clear: expect.stringContaining("every pixel is transparent"),
      set: expect.stringContaining("npm install @iconify-json/no-such-set"),
      name: expect.stringContaining("no icon"),
      alias: expect.stringContaining('no icon "a20000" within 50 aliases'),
      packed: expect.stringContaining("gzip"),
    });
    expect(Object.keys(reasons)).toContain("text");
    const catalog = openCatalog(join(folder, "out"));
    expect(catalog.get("missing")).toEqual(record("missing"));
    expect(catalog.get("ok").phash).toBeDefined();
  });

  it("fails a strict build if an image can't be read, without writing anything", async () => {
    const folder = temporaryFolder(broken);
    await expect(buildDrawn(folder, { strict: true })).rejects.toThrow(SkippedImagesError);
    expect(readdirSync(join(folder, "out")).sort()).toEqual(["LOCK", "cache"]);
  });
});

describe("ids and labels named like internals", () => {
  it("builds ids and labels that look like internal names as ordinary data", async () => {
    const names = ["__proto__", "constructor", "toString", "a/b", "a?b#c", "ü ñ", 'quote"s', "%41", "<script>"];
    const folder = temporaryFolder({ "x.json": names.map((id) => record(id, { category: id, mood: id })) });
    await compile({ data: join(folder, "x.json"), out: join(folder, "out"), jobs: 1 });
    const catalog = openCatalog(join(folder, "out"));
    for (const id of names) {
      expect(catalog.get(id)).toMatchObject({ id, category: id });
      expect(catalog.list({ category: [id], mood: [id] }).total).toBe(1);
    }
    expect(
      JSON.parse(catalog.renderItems(names.keys(), 'http://x"y').toString()).map(({ id }: { id: string }) => id),
    ).toEqual(names);
  });
});

describe("concurrent builds", () => {
  it("runs concurrent builds one after the other, so that the last one is live and complete", async () => {
    const folder = temporaryFolder();
    const out = join(folder, "out");
    const built = await Promise.all(
      Array.from({ length: 4 }, async (_, n) => {
        const data = join(folder, `${n}.json`);
        writeFileSync(data, JSON.stringify([record(`icon-${n}`)]));
        return icons(["build", data, "--out", out, "--allow-removals", "--json"]);
      }),
    );
    for (const { code } of built) expect(code).toBe(0);
    expect((await runHere(["verify", "--artifacts", out])).code).toBe(0);
    expect(readdirSync(out).filter((name) => name.startsWith("."))).toEqual([]);
  });
});
