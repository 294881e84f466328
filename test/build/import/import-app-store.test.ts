import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import type { SourceRecord } from "#build/dataset/source-record.js";
import { type AppStoreOptions, importAppStore } from "#build/import/app-store/import-app-store.js";
import type { AppsResult } from "#build/import/write-app-dataset.js";
import { openCatalog } from "#src/catalog/catalog.js";
import { icons } from "../../support/cli.js";
import { temporaryFolder } from "../../support/folder.js";
import { runHere } from "../../support/run-here.js";

const ARTWORK = "https://images.example.com/kite/512x512bb.jpg";
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M1 1h6v3H1z" fill="#1877f2"/></svg>';
const KITE = {
  kind: "software",
  trackId: 1000000001,
  bundleId: "com.example.kite",
  trackName: "Kite: Fly & Relax",
  artistName: "Kite Works",
  sellerName: "Kite Works Ltd.",
  primaryGenreName: "Photo & Video",
  genres: ["Photo & Video", "Games"],
  artworkUrl512: ARTWORK,
  artworkUrl100: "https://images.example.com/kite/100x100bb.jpg",
  version: "2.1",
  currentVersionReleaseDate: "2024-05-11T08:00:00Z",
  releaseDate: "2020-01-01T00:00:00Z",
  releaseNotes: "Stronger lines.\n\nNew  tails.",
  description: "Fly kites.\nTogether.",
  trackViewUrl: "https://store.example.com/app/id1000000001?uo=4",
  sellerUrl: "https://kite.example.com",
  price: 1.99,
  currency: "EUR",
  averageUserRating: 4.56789,
  userRatingCount: 12,
};
const EARLIER = {
  ...KITE,
  version: "2.0",
  currentVersionReleaseDate: "2023-02-03T08:00:00Z",
  releaseNotes: undefined,
  trackName: "Kite",
};
const BARE = { trackId: 7, trackName: "Bare" };

const responseOf = (...results: readonly object[]): object => ({ resultCount: results.length, results });
const lines = (...values: readonly unknown[]): string => values.map((value) => JSON.stringify(value)).join("\n");

async function imported(
  files: Readonly<Record<string, unknown>>,
  options: Partial<AppStoreOptions> = {},
): Promise<{ readonly result: AppsResult; readonly records: SourceRecord[]; readonly out: string }> {
  const folder = temporaryFolder(files);
  const out = join(folder, "out");
  const sources = Object.keys(files).map((name) => join(folder, name));
  const result = await importAppStore({ sources, out, ...options });
  const text = readFileSync(join(out, "icons/app-store.ndjson"), "utf8").trimEnd();
  return { result, records: text.split("\n").map((line) => JSON.parse(line)), out };
}

describe("icons import app-store", () => {
  it("imports a dataset that builds, with images from a folder", async () => {
    const folder = temporaryFolder({
      "response.json": responseOf(KITE, BARE),
      "artwork/1000000001.svg": SVG,
      "artwork/7.txt": "no image",
    });
    const out = join(folder, "out");
    const args = [
      "import",
      "app-store",
      join(folder, "response.json"),
      "--images",
      join(folder, "artwork"),
      "--out",
      out,
    ];
    const { code, stdout, stderr } = await icons(args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^imported App Store into .* \(2 icons, /);
    expect(stdout).toContain("1 icon without an image:\n  7: has no artworkUrl512\n");
    const built = await runHere(["build", out, "--out", join(folder, "artifacts"), "--strict", "--json"]);
    expect(built).toMatchObject({ code: 0, stderr: "" });
    const catalog = openCatalog(join(folder, "artifacts"));
    expect(catalog.get("com.example.kite").colors).toEqual(["blue"]);
    expect(catalog.list({ q: "kite works" }).total).toBe(1);
  });

  it("reads standard input", async () => {
    const out = join(temporaryFolder(), "out");
    const child = spawn(process.execPath, [
      resolve("cli/icons.mjs"),
      "import",
      "app-store",
      "-",
      "--out",
      out,
      "--json",
    ]);
    child.stdout.resume();
    child.stdin.end(lines(KITE, BARE));
    expect(await once(child, "close")).toEqual([0, null]);
    expect(readFileSync(join(out, "icons/app-store.ndjson"), "utf8").trimEnd().split("\n")).toHaveLength(2);
  });
});

describe("App Store record", () => {
  it("imports the data of the store's response", async () => {
    const { records, result } = await imported({ "a.json": responseOf(KITE) });
    expect(result).toMatchObject({
      dataset: "App Store",
      icons: 1,
      withoutImage: { count: 0 },
      skipped: { count: 0 },
    });
    expect(records).toEqual([
      {
        id: "com.example.kite",
        name: "Kite: Fly & Relax",
        developer: "Kite Works",
        category: "photo-video",
        aliases: ["Kite"],
        description: "Fly kites. Together.",
        website: "https://kite.example.com/",
        updatedAt: "2024-05-11T08:00:00Z",
        image: ARTWORK,
        versionHistory: [{ version: "2.1", date: "2024-05-11", note: "Stronger lines. New tails." }],
        attributes: {
          bundleId: "com.example.kite",
          appStoreId: "1000000001",
          appStoreUrl: "https://store.example.com/app/id1000000001",
          genres: ["Photo & Video", "Games"],
          price: { amount: 1.99, currency: "EUR" },
          rating: { average: 4.57, count: 12 },
        },
      },
    ]);
  });

  it.each<[field: string, given: object, expected: object]>([
    ["id from the number where there is no bundle", { bundleId: undefined }, { id: "1000000001" }],
    [
      "no alias where nothing is put behind the name",
      { trackName: "Kite-Flyer: " },
      { name: "Kite-Flyer:", aliases: ["Kite-Flyer"] },
    ],
    ["an alias before a dash", { trackName: "Kite – Fly" }, { aliases: ["Kite"] }],
    ["the seller where there is no artist", { artistName: " " }, { developer: "Kite Works Ltd." }],
    ["the category other without a genre", { primaryGenreName: undefined }, { category: "other" }],
    ["a category without a comma", { primaryGenreName: "Health, Fitness" }, { category: "health-fitness" }],
    [
      "an encrypted address of its image",
      { artworkUrl512: "http://a.example/b.png" },
      { image: "https://a.example/b.png" },
    ],
    ["a smaller image where there is no large one", { artworkUrl512: undefined }, { image: KITE.artworkUrl100 }],
    [
      "no history without a date",
      { currentVersionReleaseDate: "soon" },
      { versionHistory: undefined, updatedAt: undefined },
    ],
    ["no website that is no address", { sellerUrl: "kite.example.com" }, { website: undefined }],
    [
      "a description that ends after a word",
      { description: "kite ".repeat(300) },
      { description: `${"kite ".repeat(199)}…` },
    ],
  ])("imports an application with %s", async (_name, given, expected) => {
    const { records } = await imported({ "a.json": responseOf({ ...KITE, ...given }) });
    const [record] = records;
    expect({ ...expected, ...record }).toEqual({ ...record, ...expected });
  });

  it("lists the versions of all responses in any order, and takes the other data from the newest", async () => {
    for (const results of [
      [KITE, EARLIER],
      [EARLIER, KITE],
      [KITE, EARLIER, KITE],
    ]) {
      const { records } = await imported({ "a.json": responseOf(...results) });
      expect(records).toHaveLength(1);
      expect(records[0]!.name).toBe("Kite: Fly & Relax");
      expect(records[0]!.versionHistory!.map(({ version }) => version)).toEqual(["2.1", "2.0"]);
    }
  });
});

describe("App Store responses", () => {
  const other = { ...BARE, trackId: 8 };
  it.each<[form: string, content: unknown]>([
    ["one response", responseOf(BARE, other)],
    ["one response in one line", lines(responseOf(BARE, other))],
    ["an array of results", [BARE, other]],
    ["an array of responses", [responseOf(BARE), responseOf(other)]],
    ["a result a line", lines(BARE, other)],
    [
      "a response per line, with empty lines in between",
      `\n\n${lines(responseOf(BARE))}\n\n${lines(responseOf(other))}\n`,
    ],
    ["an array a line", lines([BARE], [other])],
    ["what begins with a byte order mark", `\uFEFF${lines(BARE, other)}`],
  ])("reads App Store responses in the form of %s", async (_form, content) => {
    const { records, result } = await imported({ "a.json": content });
    expect(records.map(({ id }) => id)).toEqual(["7", "8"]);
    expect(result.skipped.first).toEqual([]);
  });

  it("skips invalid responses with their location and imports the rest", async () => {
    const { result, records } = await imported({
      "cut.json": JSON.stringify([BARE, KITE], null, 1).slice(0, 200),
      "lines.ndjson": `${lines(KITE)}\n{"trackId":\n3\n`,
      "none.json": responseOf(),
      "song.json": responseOf({ ...KITE, kind: "song", bundleId: undefined, trackId: 5 }),
      "nameless.json": responseOf({ trackId: 6 }, { trackName: "Idless" }),
      "long.json": responseOf({ ...BARE, trackId: 9, bundleId: "x".repeat(300) }),
    });
    expect(records.map(({ id }) => id)).toEqual(["7", "com.example.kite", "x".repeat(200)]);
    const told = result.skipped.first.map(({ icon, reason }) => `${icon.replace(/^.*\//, "")}: ${reason}`);
    expect(told).toEqual([
      expect.stringMatching(/^cut\.json:6: ends inside/),
      "lines.ndjson:2: is not a response of the App Store lookup API",
      "lines.ndjson:3: is not a response of the App Store lookup API",
      "5: is not an application, but of the kind song",
      "6: has no trackName",
      "Idless: has neither bundleId nor trackId",
    ]);
  });

  it("leaves no files if no response describes an application, and replaces an import only with --force", async () => {
    const folder = temporaryFolder({ "none.json": responseOf(), "a.json": responseOf(KITE) });
    const out = join(folder, "out");
    const none = importAppStore({ sources: [join(folder, "none.json")], out });
    await expect(none).rejects.toThrow("there is no application to import");
    await expect(importAppStore({ sources: [join(folder, "lost.json")], out })).rejects.toThrow("ENOENT");
    expect(readdirSync(folder).sort()).toEqual(["a.json", "none.json"]);
    const sources = [join(folder, "a.json")];
    await importAppStore({ sources, out });
    await expect(importAppStore({ sources, out })).rejects.toThrow("Add --force");
    await importAppStore({ sources, out, force: true });
  });
});

describe("image folder of an import", () => {
  it("takes images by number or bundle id, and none from outside the folder", async () => {
    const folder = temporaryFolder({
      "a.json": responseOf(KITE, BARE, { ...KITE, bundleId: "com.example.swift", trackId: 3 }),
      "secret.svg": SVG,
      "p/COM.example.Kite.SVG": SVG,
    });
    symlinkSync("../secret.svg", join(folder, "p/7.svg"));
    const out = join(folder, "out");
    const { withoutImage } = await importAppStore({
      sources: [join(folder, "a.json")],
      out,
      images: join(folder, "p"),
    });
    expect(withoutImage.first).toEqual([
      { icon: "7", reason: "the file 7.svg leads outside the dataset's folder; copy it into the folder" },
    ]);
    const records = readFileSync(join(out, "icons/app-store.ndjson"), "utf8").trimEnd().split("\n");
    const images = records.map((line) => JSON.parse(line).image);
    expect(images).toEqual(["images/com.example.kite.svg", undefined, ARTWORK]);
    expect(readFileSync(join(out, images[0]), "utf8")).toBe(SVG);
    expect(existsSync(join(out, "images/7.svg"))).toBe(false);
  });
});
