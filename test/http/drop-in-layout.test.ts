import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compile } from "#build/compile/compile.js";
import { exportIcons } from "#build/export/export-icons.js";
import { openCatalog } from "#src/catalog/catalog.js";
import { LAYOUT_NAMES } from "#src/http/contract/layouts.js";
import { createServer } from "#src/http/server/server.js";
import { DROP_IN_LAYOUTS } from "#src/images/drop-in-layouts.js";
import { runHere } from "../support/run-here.js";
import { type Service, startService } from "../support/service.js";

const drawn = (color: string, width = 8): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 8"><path fill="${color}" d="M0 0h8v4H4v4H0z"/></svg>`;
const icon = (id: string, image: string, more: object = {}): object => ({
  ...{ id, name: id, developer: "D", category: "c", image },
  ...more,
});
const variants = (...names: string[]): object => ({ variants: names.map((name) => ({ name, image: `${name}.svg` })) });

const folder = mkdtempSync(join(tmpdir(), "icons-layout-"));
const out = join(folder, "out");
let service: Service;
beforeAll(async () => {
  const files = { plex: drawn("#e5a00d"), light: drawn("#eee"), dark: drawn("#222"), wordmark: drawn("#111", 40) };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, `${name}.svg`), text);
  writeFileSync(
    join(folder, "photo.png"),
    await sharp(Buffer.from(drawn("red")))
      .resize(300, 150)
      .png()
      .toBuffer(),
  );
  const records = [
    icon("plex", "plex.svg", { ...variants("light", "dark", "wordmark"), formerIds: ["plex-media"] }),
    icon("plex-dark", "wordmark.svg"),
    icon("photo", "photo.png", { variants: [{ name: "mono-light", image: "light.svg" }] }),
    icon("same", "plex.svg", { variants: [{ name: "dark", image: "plex.svg" }] }),
    icon("wide", "wordmark.svg", { background: "#ffffff" }),
  ];
  // The names of a variant and of another icon would be one file.
  const [plex] = records as { variants: { name: string }[] }[];
  plex!.variants = plex!.variants.filter(({ name }) => name !== "dark");
  mkdirSync(join(folder, "icons"));
  writeFileSync(join(folder, "dataset.json"), JSON.stringify({ name: "Layouts" }));
  writeFileSync(join(folder, "icons/icons.json"), JSON.stringify(records));
  writeFileSync(join(folder, "removed.json"), JSON.stringify([{ id: "gone", date: "2026-05-11", reason: "closed" }]));
  await compile({ data: folder, out, jobs: 1 });
  service = await startService(out, { renderers: 1, layouts: ["selfhst"], iconify: { path: "/iconify" } });
});
afterAll(async () => {
  await service?.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("images under the paths of another collection", () => {
  it("serves every file that an export with this layout writes, byte for byte", async () => {
    const files = join(folder, "files");
    const catalog = openCatalog(out);
    const ordinals = Uint32Array.from({ length: catalog.size }, (_, ordinal) => ordinal);
    await exportIcons({ catalog, ordinals, out: files, format: "folder", layout: "selfhst", processes: 1 });
    const names = (readdirSync(files, { recursive: true }) as string[])
      .filter((name) => /^[^A].*\/./.test(name))
      .sort();
    const drawings = ["photo-mono-light", "plex", "plex-dark", "plex-light", "plex-wordmark", "same", "wide"];
    const rasters = [...drawings, "photo"].sort();
    const expected = DROP_IN_LAYOUTS.selfhst.flatMap((format) =>
      (format === "svg" ? drawings : rasters).map((name) => `${format}/${name}.${format}`),
    );
    expect(names).toEqual(expected.sort());
    for (const name of names) {
      const { status, bytes, headers } = await service.ask(`/${name}`);
      expect([name, status, bytes.equals(readFileSync(join(files, name)))]).toEqual([name, 200, true]);
      expect(headers["cache-control"]).toBe("public, max-age=3600");
    }
    const sizeOf = async (name: string): Promise<unknown> => {
      const { width, height } = await sharp(join(files, name)).metadata();
      return [width, height];
    };
    expect(await sizeOf("png/plex.png")).toEqual([512, 512]);
    expect(await sizeOf("webp/plex-wordmark.webp")).toEqual([1024, 205]);
    expect(await sizeOf("png/photo.png")).toEqual([300, 150]);
    expect(await sizeOf("png/wide.png")).toEqual([512, 512]);
  });

  it.each([
    ["/svg/plex-mono.svg", 404, "icon_not_found"],
    ["/svg/photo.svg", 404, "drawing_not_found"],
    ["/svg/plex.png", 404, "route_not_found"],
    ["/svg/plex", 404, "route_not_found"],
    ["/jpg/plex.jpg", 404, "route_not_found"],
    ["/svg/gone.svg", 410, "icon_removed"],
    ["/svg/plex-media.svg", 308, "icon_renamed"],
    [`/svg/${"-".repeat(5000)}.svg`, 404, "icon_not_found"],
  ])("responds to %s with %i %s", async (path, status, code) => {
    const response = await service.ask(path);
    expect([response.status, response.body.error.code]).toEqual([status, code]);
    if (status === 308) expect(response.headers.location).toBe("./plex.svg");
  });

  it("responds with 304 and 405, and keeps its own routes and those of the Iconify API", async () => {
    const { headers } = await service.ask("/webp/plex.webp");
    expect((await service.ask("/webp/plex.webp", { "if-none-match": headers.etag! })).status).toBe(304);
    expect((await service.ask("/svg/plex.svg", {}, "POST")).status).toBe(405);
    expect((await service.ask("/images/plex.svg")).status).toBe(200);
    expect((await service.ask("/iconify/apps/plex.svg")).status).toBe(200);
  });

  it("needs a path for the Iconify API, and offers both collections", async () => {
    const catalog = openCatalog(out);
    await expect(createServer({ catalog, layouts: ["selfhst"], iconify: {} })).rejects.toThrow("add --iconify-path");
    const refused = await runHere(["serve", out, "--layout", "selfhst", "--iconify"]);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("add --iconify-path /iconify")]);
    const unknown = await runHere(["serve", out, "--layout", "other"]);
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining(LAYOUT_NAMES.join(", "))]);
  });

  it("renders only for those who may request other forms", async () => {
    const closed = await createServer({ catalog: openCatalog(out), layouts: ["dashboard-icons"], render: "off" });
    const [drawing, raster] = await Promise.all(
      ["/svg/plex.svg", "/png/plex.png"].map((url) => closed.inject({ url })),
    );
    expect([drawing!.statusCode, raster!.statusCode, raster!.json().error.code]).toEqual([
      200,
      403,
      "rendering_disabled",
    ]);
    await closed.close();
  });
});
