import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import sharp from "sharp";
import { create } from "tar";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compile } from "#build/compile/compile.js";
import { importDashboardIcons } from "#build/import/collections/dashboard-icons.js";
import type { CollectionOptions, CollectionResult } from "#build/import/collections/import-collection.js";
import { importSelfhst } from "#build/import/collections/selfhst.js";
import { type Catalog, openCatalog } from "#src/catalog/catalog.js";
import type { IconRecord } from "#src/format/record.js";
import { runHere } from "../../support/run-here.js";
import { type Service, startService } from "../../support/service.js";

const drawn = (seed: string): string => {
  const hue = [...seed].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 7);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="hsl(${hue},70%,40%)" d="M0 0h${4 + (hue % 9)}v16H0z"/></svg>`;
};
const painted = (seed: string): Promise<Buffer> =>
  sharp(Buffer.from(drawn(seed)))
    .resize(64)
    .png()
    .toBuffer();

type Entry = Readonly<Record<string, unknown>> & {
  readonly update: { readonly timestamp: string; readonly author: object };
};
const author = { id: 7, name: "somebody" };
const entry = (more: object, timestamp = "2025-02-07T08:48:00Z"): Entry => ({
  ...{ base: "svg", aliases: [], categories: [], update: { timestamp, author } },
  ...more,
});

/** An own collection in the layout of dashboard-icons. */
const METADATA: Readonly<Record<string, Entry>> = {
  plain: entry({}),
  "two-words": entry({ aliases: ["second name", "third"], categories: ["Media-Servers"] }),
  "with-light": entry({ colors: { dark: "with-light", light: "with-light-light" }, categories: ["VPN", "vpn"] }),
  "only-colors": entry({ colors: { dark: "only-colors-dark", light: "only-colors-light" } }),
  marked: entry({
    colors: { light: "marked-light" },
    wordmark: { light: "marked-wordmark-light", dark: "marked-wordmark" },
    categories: ["one", "two", "three"],
  }),
  raster: entry({ base: "png", update: { timestamp: "2025-09-10T18:23:27.391981", author: { id: "x", login: "y" } } }),
  crowded: entry({
    aliases: Array.from({ length: 60 }, (_, n) => `alias ${n}`),
    categories: ["A & B", "C,D"],
    future: { deep: [1, null] },
  }),
  "other-file": entry({ colors: { dark: "elsewhere" } }),
};
const BY_FILE: Readonly<Record<string, Entry>> = { "in-meta": entry({ aliases: ["m"] }, "2022-08-16") };
const TAKEDOWNS = {
  taken: {
    ...{ icon: "taken", reason: "Trademark complaint", requester_name: "Somebody", description: "" },
    ...{ takedown_id: "t1", date: "2026-06-01T10:00:00.000Z" },
  },
};
const DRAWINGS = [
  ...["plain", "two-words", "with-light", "with-light-light", "only-colors-dark", "only-colors-light", "marked"],
  ...["marked-light", "marked-wordmark-light", "marked-wordmark", "crowded", "other-file", "elsewhere", "in-meta"],
  ...["unlisted", "unlisted-dark", "taken", "taken-light"],
];

/** An own collection in the layout of selfhst/icons. */
const index = (Reference: string, more: object = {}): Record<string, string> => ({
  ...{ Name: `Name of ${Reference}`, Reference, SVG: "Yes", PNG: "Yes", WebP: "No", Light: "No", Dark: "No" },
  ...{ Category: "Self-Hosted", Tags: "", CreatedAt: "2024-08-16 00:27:23+00:00" },
  ...more,
});
const INDEX = [
  index("kite", { Light: "Yes", Dark: "Yes", Tags: "Video Games,VPN" }),
  index("abacus", { SVG: "No", Category: "Self-Hosted,Other", CreatedAt: "soon", Extra: "kept" }),
  // A file of this name is another icon, not a variant.
  index("night"),
  index("night-light"),
];

const folder = mkdtempSync(join(tmpdir(), "icons-collections-"));
const da = join(folder, "checkout");
const sh = join(folder, "selfhst");
const write = (path: string, content: string | Buffer | object): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === "string" || Buffer.isBuffer(content) ? content : JSON.stringify(content));
};

interface Imported {
  readonly result: CollectionResult;
  readonly service: Service;
  readonly catalog: Catalog;
}
type Importer = (options: CollectionOptions) => Promise<CollectionResult>;

async function imported(importer: Importer, source: string): Promise<Imported> {
  const data = `${source}-set`;
  const result = await importer({ source, out: data });
  const built = await compile({ data, out: `${source}-out`, jobs: 1, strict: true });
  expect(built.icons).toBe(result.icons);
  const service = await startService(`${source}-out`, { anonymous: "pro", renderers: 1 });
  return { result, service, catalog: openCatalog(`${source}-out`) };
}

let dashboard: Imported;
let selfhst: Imported;
beforeAll(async () => {
  write(join(da, "metadata.json"), METADATA);
  for (const [id, one] of Object.entries(BY_FILE)) write(join(da, `meta/${id}.json`), one);
  write(join(da, "meta/plain.json"), entry({ aliases: ["not used, since metadata.json has it"] }));
  write(join(da, "takedowns.json"), TAKEDOWNS);
  write(
    join(da, "LICENSE"),
    "                                 Apache License\n                           Version 2.0, January 2004\n",
  );
  write(join(da, "package.json"), { name: "own-dashboard-icons", version: "1.0.0" });
  for (const name of DRAWINGS) write(join(da, `svg/${name}.svg`), drawn(name));
  write(join(da, "svg/linked.svg"), drawn("linked").replace("<path", '<image href="linked.png"/><path'));
  write(join(da, "png/linked.png"), await painted("linked"));
  for (const name of [...DRAWINGS, "raster"]) write(join(da, `png/${name}.png`), await painted(name));
  write(join(sh, "index.json"), INDEX);
  write(join(sh, "LICENSE"), "Attribution 4.0 International\n\n=====\n");
  for (const name of ["kite", "kite-light", "kite-dark", "night", "night-light", "unlisted", "unlisted-dark"])
    write(join(sh, `svg/${name}.svg`), drawn(name));
  write(join(sh, "png/abacus.png"), await painted("abacus"));
  dashboard = await imported(importDashboardIcons, da);
  selfhst = await imported(importSelfhst, sh);
});
afterAll(async () => {
  await dashboard?.service.close();
  await selfhst?.service.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What the server returns about an icon, with its aliases, which only the library has. */
async function served({ service, catalog }: Imported, id: string): Promise<IconRecord & Record<string, never>> {
  const { status, body } = await service.ask(`/api/v1/icons/${encodeURIComponent(id)}`);
  expect(status, id).toBe(200);
  return { ...body.data, aliases: catalog.get(id).aliases };
}

/** The image files of an icon as served, by variant. */
async function imagesOf({ service }: Imported, id: string, names: readonly (string | undefined)[]): Promise<Buffer[]> {
  const responses = names.map((name) =>
    service.ask(`/images/${id}.svg${name === undefined ? "" : `?variant=${name}`}`),
  );
  return (await Promise.all(responses)).map(({ bytes }) => bytes);
}

const read = (source: string, path: string) => JSON.parse(readFileSync(join(source, path), "utf8"));

describe("icons import dashboard-icons", () => {
  it("serves every record with all data of its source, field by field", async () => {
    const entries: Record<string, Entry> = { ...read(da, "metadata.json") };
    for (const file of readdirSync(join(da, "meta"))) entries[file.slice(0, -5)] ??= read(da, `meta/${file}`);
    expect(Object.keys(entries)).toHaveLength(Object.keys(METADATA).length + 1);
    for (const [id, source] of Object.entries(entries)) {
      const icon = await served(dashboard, id);
      const { update, ...kept } = icon.attributes as Record<string, unknown>;
      const { base, colors, wordmark, future, ...fitted } = kept;
      const { aliases, categories } = { ...icon, ...fitted } as Record<string, unknown>;
      const { category } = icon;
      const told = {
        base,
        aliases: aliases ?? [],
        categories: categories ?? (category === "other" ? [] : [category]),
        ...{
          update: { ...(update as object), timestamp: new Date(icon.updatedAt!).getTime() },
          colors,
          wordmark,
          future,
        },
      };
      const { timestamp } = source.update;
      const zoned = /T[\d:.]+$/.test(timestamp) ? `${timestamp}Z` : timestamp;
      expect(JSON.parse(JSON.stringify(told)), id).toEqual({
        ...source,
        update: { ...source.update, timestamp: Date.parse(zoned) },
      });
      expect([icon.id, icon.developer, icon.license, icon.attribution]).toEqual([
        id,
        "Unknown",
        "Apache-2.0",
        "Dashboard Icons",
      ]);
      expect(icon.name.toLowerCase().replaceAll(" ", "-")).toBe(id);
      expect(icon.source).toMatch(/^https:\/\/github\.com\/homarr-labs\/dashboard-icons\/blob\/main\/(svg|png)\//);
      if (source.base !== "svg") continue;
      const own = readdirSync(join(da, "svg")).includes(`${id}.svg`) ? id : `${id}-dark`;
      const [image] = await imagesOf(dashboard, id, [undefined]);
      expect(image!.toString(), id).toBe(readFileSync(join(da, `svg/${own}.svg`), "utf8"));
    }
  });

  it("imports the files of colors and wordmarks as variants, and others by their endings", async () => {
    const variantsOf = async (id: string) => ((await served(dashboard, id)).variants ?? []) as { name: string }[];
    const wanted: Readonly<Record<string, Readonly<Record<string, string>>>> = {
      plain: {},
      "with-light": { light: "with-light-light" },
      "only-colors": { dark: "only-colors-dark", light: "only-colors-light" },
      marked: { light: "marked-light", "wordmark-light": "marked-wordmark-light", wordmark: "marked-wordmark" },
      "other-file": { dark: "elsewhere" },
      unlisted: { dark: "unlisted-dark" },
    };
    for (const [id, files] of Object.entries(wanted)) {
      expect(
        (await variantsOf(id)).map(({ name }) => name),
        id,
      ).toEqual(Object.keys(files));
      const images = await imagesOf(dashboard, id, Object.keys(files));
      expect(images.map(String)).toEqual(
        Object.values(files).map((file) => readFileSync(join(da, `svg/${file}.svg`), "utf8")),
      );
    }
    expect(dashboard.result).toMatchObject({
      icons: 11,
      variants: 8,
      removed: 1,
      leftOut: { requester_name: 1, takedown_id: 1 },
    });
    expect(dashboard.result.attributes).toMatchObject({
      base: 9,
      colors: 4,
      wordmark: 1,
      aliases: 1,
      categories: 3,
      future: 1,
    });
    const reason = 'its drawing is left out for its png file: it references "linked.png", which is external; embed it';
    expect(dashboard.result.skipped).toEqual({ count: 1, first: [{ icon: "linked", reason }] });
    expect(dashboard.result.withoutImage.count).toBe(0);
    expect((await dashboard.service.ask("/images/linked.png")).status).toBe(200);
  });

  it("responds with 410 to requests for taken-down icons, and doesn't import their placeholders", async () => {
    const { status, body } = await dashboard.service.ask("/api/v1/icons/taken");
    expect([status, body.error.removal]).toEqual([
      410,
      { date: "2026-06-01T10:00:00.000Z", reason: "Trademark complaint" },
    ]);
    expect((await dashboard.service.ask("/images/taken-light.svg")).status).toBe(404);
  });

  it("imports the same from a package and a tarball", async () => {
    const expected = readFileSync(`${da}-set/icons/dashboard-icons.ndjson`, "utf8");
    const tarball = join(folder, "own.tgz");
    await create({ file: tarball, cwd: folder, gzip: true, prefix: "" }, ["checkout"]);
    const out = join(folder, "again");
    await importDashboardIcons({ source: tarball, out });
    expect(readFileSync(join(out, "icons/dashboard-icons.ndjson"), "utf8")).toBe(expected);
    const { code, stderr } = await runHere([
      "import",
      "dashboard-icons",
      join(folder, "absent.tgz"),
      "--out",
      out,
      "--force",
    ]);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining("does not exist. Give a folder, a tarball or an installed package."),
    ]);
    write(join(folder, "broken.tgz"), "not a tarball");
    await expect(importDashboardIcons({ source: join(folder, "broken.tgz"), out, force: true })).rejects.toThrow(
      "broken.tgz: is not a tarball (TAR_BAD_ARCHIVE: Unrecognized archive format). Download it again.",
    );
  });

  it("reports what has no field", async () => {
    const { stdout } = await runHere(["import", "dashboard-icons", da, "--out", join(folder, "told")]);
    expect(stdout).toContain("imported Dashboard Icons");
    expect(stdout).toContain("8 variants, 1 removed icon\n");
    expect(stdout).toMatch(/in attributes: .*\bcolors \(4\)/);
    expect(stdout).toContain("not imported of removed icons: requester_name (1), takedown_id (1)");
  });
});

describe("icons import selfhst", () => {
  it("serves every record with all data of its source, field by field", async () => {
    const source: readonly Record<string, string>[] = read(sh, "index.json");
    expect(selfhst.result.icons).toBe(source.length + 1);
    expect(selfhst.catalog.variants("unlisted").map(({ name }) => name)).toEqual(["dark"]);
    for (const entry of source) {
      const { Name, Reference, Category, Tags, CreatedAt, Extra } = entry;
      const icon = await served(selfhst, Reference!);
      const { formats, ...kept } = icon.attributes as Record<string, unknown>;
      const names = ((icon.variants ?? []) as { name: string }[]).map(({ name }) => name);
      const yes = (is: boolean): string => (is ? "Yes" : "No");
      const told = {
        ...{ Name: icon.name, Reference: icon.id, Category: kept.Category, Tags: (icon.keywords ?? []).join(",") },
        ...{ CreatedAt: kept.CreatedAt ?? icon.createdAt!.replace("T", " ") },
        ...Object.fromEntries(
          ["SVG", "PNG", "WebP"].map((one) => [one, yes((formats as string[]).includes(one.toLowerCase()))]),
        ),
        ...Object.fromEntries(["Light", "Dark"].map((one) => [one, yes(names.includes(one.toLowerCase()))])),
        ...(kept.Extra === undefined ? {} : { Extra: kept.Extra }),
      };
      expect(told).toEqual(entry);
      expect([Name, Tags, CreatedAt, Extra].length).toBe(4);
      expect([icon.developer, icon.license, icon.attribution]).toEqual(["Unknown", "CC-BY-4.0", "selfh.st/icons"]);
      const categories = Category!.split(",").map((text) => text.toLowerCase());
      expect(icon.categories ?? [icon.category]).toEqual(categories);
      if (entry.SVG === "No") continue;
      const images = await imagesOf(selfhst, Reference!, [undefined, ...names]);
      const files = [Reference!, ...names.map((name) => `${Reference}-${name}`)];
      expect(images.map(String)).toEqual(files.map((file) => readFileSync(join(sh, `svg/${file}.svg`), "utf8")));
    }
  });
});
