import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compile } from "#build/compile/compile.js";
import { IMAGE_FORMATS } from "#src/images/image-options.js";
import type { ApiResponse } from "../support/ask.js";
import { temporaryFolder } from "../support/folder.js";
import { runHere } from "../support/run-here.js";
import { type Service, startService } from "../support/service.js";

const drawn = (...colors: string[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">${colors
    .map((color, at) => `<path fill="${color}" d="M${at} 0h4v4H0z"/>`)
    .join("")}</svg>`;
/** A shape with an invisible one, which is larger. */
const shape = (d: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="#e5a00d" d="${d}"/><path fill="none" d="M0 0h8v8H0z"/></svg>`;
const icon = (id: string, image: string, more: object = {}): object => ({
  ...{ id, name: `Name of ${id}`, developer: "D", category: "c", image },
  ...more,
});

const RECORDS = [
  icon("Plex", "one.svg"),
  icon("plex", "two.svg", { variants: [{ name: "light", image: "white.svg" }] }),
  icon("PlexAmp", "one.svg", { formerIds: ["plex-amplifier"] }),
  icon("home-assistant", "one.svg"),
  icon("nodejs", "two.svg", { aliases: ["Node.js"], variants: [{ name: "mono", image: "one.svg" }] }),
  icon("photo", "photo.png"),
  icon("scan", "scan.jpg"),
  icon("plate", "current.svg", { background: "#1db954", tint: "#ffffff" }),
  icon("github", "two.svg"),
  icon("simple-icons:github", "one.svg"),
  icon("mdi:home", "one.svg"),
  icon("wide", "wide.svg"),
  icon("tall", "tall.svg"),
];

const folder = mkdtempSync(join(tmpdir(), "icons-layouts-"));
const out = join(folder, "out");
let service: Service;
let strict: Service;
beforeAll(async () => {
  const raster = sharp(Buffer.from(drawn("red"))).resize(300, 150, { fit: "contain", background: "#fff" });
  mkdirSync(join(folder, "icons"));
  for (const [path, content] of [
    ["dataset.json", JSON.stringify({ name: "Layouts" })],
    ["icons/icons.json", JSON.stringify(RECORDS)],
    ["removed.json", JSON.stringify([{ id: "gone", date: "2026-05-11", reason: "closed" }])],
    ["one.svg", drawn("#e5a00d")],
    ["two.svg", drawn("#e5a00d", "#222222")],
    ["white.svg", drawn("#ffffff")],
    ["current.svg", drawn("currentColor")],
    ["wide.svg", shape("M1 3h5v2H1z")],
    ["tall.svg", shape("M3 1h2.1v7H3z")],
    ["photo.png", await raster.clone().png().toBuffer()],
    ["scan.jpg", await raster.clone().jpeg().toBuffer()],
  ] as const)
    writeFileSync(join(folder, path), content);
  await compile({ data: folder, out, jobs: 1 });
  const layouts = ["selfhst", "selfhst-server=/server", "simple-icons=/npm/simple-icons@latest/icons", "homepage=/hp"];
  service = await startService(out, {
    renderers: 1,
    layouts: [...layouts, "simple-icons=/si", "clearbit"],
    layoutFallbacks: ["webp", "png", "monogram"],
  });
  strict = await startService(out, {
    renderers: 1,
    layouts: ["selfhst", "selfhst-server=/server", "simple-icons=/si"],
  });
});
afterAll(async () => {
  await Promise.all([service?.close(), strict?.close()]);
  rmSync(folder, { recursive: true, force: true });
});

const get = (path: string): Promise<ApiResponse> => service.ask(path);

/** Requests, each with the request by id that must have the same image. */
const SAME: readonly [path: string, byId: string][] = [
  ["/svg/plex.svg", "/images/plex.svg"],
  ["/svg/Plex.svg", "/images/Plex.svg"],
  ["/svg/PLEXAMP.svg", "/images/PlexAmp.svg"],
  ["/svg/plex-LIGHT.svg", "/images/plex.svg?variant=light"],
  ["/svg/Home-Assistant.svg", "/images/home-assistant.svg"],
  ["/svg/homeassistant.svg", "/images/home-assistant.svg"],
  ["/svg/name-of-photo.svg", "/images/photo.png?width=300&height=150"],
  ["//svg///plex.svg", "/images/plex.svg"],
  ["/hp//plex.svg?a=//", "/images/plex.svg"],
  ["/si/nodedotjs", "/images/nodejs.svg"],
  ["/si/nodedotjs/red", "/images/nodejs.svg?variant=mono&color=red"],
  ["/si/github", "/images/simple-icons:github.svg"],
  ["/si/github/0cf9", "/images/simple-icons:github.svg?color=0cf9"],
  ["/si/github/nocolor", "/images/simple-icons:github.svg"],
  ["/si/github?size=48", "/images/simple-icons:github.svg?size=48"],
  ["/si/github?size=99999", "/images/simple-icons:github.svg?size=1024"],
  ["/si/plex-amplifier/red", "/images/PlexAmp.svg?color=red"],
  ["/si/plate", "/images/plate.svg?variant=bare"],
  ["/si/plate/hotpink", "/images/plate.svg?variant=bare&color=hotpink"],
  // The files of the package are black.
  ["/npm/simple-icons@latest/icons/github.svg", "/images/simple-icons:github.svg?color=000"],
  ["/server/plex", "/webp/plex.webp"],
  ["/server/PLEXAMP.SVG", "/images/PlexAmp.svg"],
  ["/server/plate.png", "/png/plate.png"],
  ["/server/plate.jpeg", "/webp/plate.webp"],
  ["/server/custom/plate.ico", "/ico/plate.ico"],
  ["/server/plate/1DB954", "/images/plate.svg?variant=bare&color=1db954"],
  ["/server/plate?color=%231db954", "/images/plate.svg?variant=bare&color=1db954"],
  ["/server/plate/primary", "/webp/plate.webp"],
  ["/server/plex/ff0000", "/images/plex.svg?variant=light&color=f00"],
  ["/server/photo.svg", "/webp/photo.webp"],
  ["/hp/plate", "/png/plate.png"],
  ["/hp/plate.webp", "/webp/plate.webp"],
  ["/hp/sh-plate.svg", "/svg/plate.svg"],
  ["/hp/sh-plate", "/png/plate.png"],
  ["/hp/si-github", "/images/simple-icons:github.svg"],
  ["/hp/si-plate-%23ff0000", "/images/plate.svg?variant=bare&color=f00"],
  ["/hp/mdi-home", "/images/mdi:home.svg"],
  ["/hp/mdi-home-%23a712a2", "/images/mdi:home.svg?color=a712a2"],
];

it.each(SAME)("returns for %s the image of %s", async (path, byId) => {
  const [found, expected] = [await get(path), await get(byId)];
  expect([found.status, expected.status]).toEqual([200, 200]);
  expect(found.headers["content-type"]).toBe(expected.headers["content-type"]);
  expect(found.bytes.equals(expected.bytes)).toBe(true);
});

it.each([
  ["/svg/PLEX.svg", 404, "icon_not_found"],
  ["/svg/photo.svg", 404, "drawing_not_found"],
  ["/si/photo", 404, "drawing_not_found"],
  ["/si/unknown", 404, "icon_not_found"],
  ["/server/photo/ff0000", 404, "drawing_not_found"],
  ["/server/plex/red", 400, "invalid_parameter"],
  ["/svg/plex-amplifier.svg", 308, "icon_renamed"],
  ["/si/gone", 410, "icon_removed"],
  ["/si/api", 404, "icon_not_found"],
])("without fallbacks, responds to %s with %i %s", async (path, status, code) => {
  const response = await strict.ask(path);
  expect([response.status, response.body.error.code]).toEqual([status, code]);
});

describe("a fallback", () => {
  it.each([
    ["/svg/photo.svg", "png", "../images/photo.png?width=1024&height=512"],
    ["/svg/scan.svg", "webp", "../images/scan.webp?width=1024&height=512"],
    ["/si/photo", "png", "../images/photo.png?width=1024&height=512"],
    ["/si/photo/red/blue?size=64", "png", "../../../images/photo.png?size=64"],
    ["/npm/simple-icons@latest/icons/scan", "webp", "../../../images/scan.webp?width=1024&height=512"],
  ] as const)("of %s is a true %s at the address that it names", async (path, format, location) => {
    const { status, headers, bytes } = await get(path);
    expect([status, headers["content-type"], headers["content-location"]]).toEqual([
      200,
      IMAGE_FORMATS[format],
      location,
    ]);
    expect((await sharp(bytes).metadata()).format).toBe(format);
    const there = new URL(location, new URL(path, "http://icons.example"));
    const own = await get(there.pathname + there.search);
    expect([own.status, own.headers.etag, own.bytes.equals(bytes)]).toEqual([200, headers.etag, true]);
    expect((await get(path)).headers["content-location"]).toBe(location);
  });

  it.each([
    ["/svg/unknown.svg", "image/svg+xml"],
    ["/webp/unknown.webp", "image/webp"],
    ["/si/unknown/red", "image/svg+xml"],
    ["/server/unknown", "image/webp"],
    ["/unknown.example", "image/png"],
  ])("of %s is a monogram as %s", async (path, type) => {
    const { status, headers } = await get(path);
    expect([status, headers["content-type"], headers["content-location"]]).toEqual([200, type, undefined]);
  });

  it("leaves renamed, removed and existing images alone", async () => {
    expect((await get("/svg/plex-amplifier.svg")).status).toBe(308);
    expect((await get("/svg/gone.svg")).status).toBe(410);
    expect((await get("/svg/plex.svg")).headers["content-location"]).toBeUndefined();
    expect((await get("/images/photo.svg")).status).toBe(404);
  });

  it("renders nothing for those who may not request it", async () => {
    const options = { layouts: ["selfhst"], layoutFallbacks: ["webp", "monogram"] } as const;
    const closed = await startService(out, { ...options, render: "keys" });
    try {
      const { status, body } = await closed.ask("/svg/photo.svg");
      expect([status, body.error.code]).toEqual([404, "drawing_not_found"]);
      expect((await closed.ask("/svg/unknown.svg")).status).toBe(200);
    } finally {
      await closed.close();
    }
  });
});

it.each([
  ["/si/github/red/0cf", ["#ff0000", "#00ccff"]],
  ["/si/github/_/0cf", ["#e5a00d", "#00ccff"]],
  ["/si/plate/0cf/_", ["#00ccff", "#1db954"]],
])("shows %s in two colors, by the theme of the page", async (path, colors) => {
  const text = (await get(path)).bytes.toString();
  const drawings = text.split("icon-on-dark").length > 1 ? text.split('<g class="icon-on-dark">') : [];
  expect(drawings.map((part) => colors.filter((color) => part.includes(color)))).toEqual(
    colors.map((color) => [color]),
  );
});

it("keeps the colors of drawings in several, and those of monograms", async () => {
  for (const path of ["/si/plex", "/hp/si-plex"]) {
    const own = (await get(path)).bytes.toString();
    expect([own.includes("#e5a00d"), own.includes("#222222")]).toEqual([true, true]);
  }
  const [plain, red] = [await get("/si/unknown"), await get("/si/unknown/red")];
  expect(plain.bytes.equals(red.bytes)).toBe(true);
});

it.each([
  ["/si/wide?viewbox=auto", 60, 24],
  ["/si/wide/red?viewbox=auto&size=48", 120, 48],
  ["/si/wide/red/blue?viewbox=auto", 60, 24],
  // 7.2 wide, in the middle of whole units.
  ["/si/tall?viewbox=auto", 8, 24],
  ["/si/wide?viewbox=other&size=48", 48, 48],
])("%s is %i wide and %i high, without margins", async (path, width, height) => {
  const { status, bytes } = await get(path);
  expect(status).toBe(200);
  const image = sharp(bytes);
  expect(await image.metadata()).toMatchObject({ width, height });
  if (!path.includes("auto")) return;
  const { data, info } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const alphas = Array.from({ length: info.width }, (_, x) => data[(12 * info.width + x) * 4 + 3]!);
  expect(alphas.slice(1, -1)).toEqual(alphas.slice(1, -1).map(() => 255));
  expect(Math.abs(alphas[0]! - alphas.at(-1)!)).toBeLessThan(16);
});

it("lets only those request drawings without margins who may request images that have to be rendered", async () => {
  const closed = await startService(out, { layouts: ["simple-icons=/si"], render: "keys" });
  try {
    expect((await closed.ask("/si/wide?viewbox=auto")).status).toBe(401);
    expect((await closed.ask("/si/wide")).status).toBe(200);
  } finally {
    await closed.close();
  }
});

describe("serve --layout", () => {
  it.each([
    [["--layout", "selfhst,dashboard-icons"], "give one of them a path, such as dashboard-icons=/dashboard-icons"],
    [["--layout", "selfhst", "--layout", "simple-icons"], "selfhst and simple-icons would serve the same paths"],
    [["--layout", "clearbit=/a,homepage=/a"], "clearbit and homepage would serve the same paths"],
    [["--layout", "selfhst=/a", "--layout", "selfhst=/a"], "selfhst is given twice at the same path; give it once"],
    [["--layout", "selfhst=icons"], "a slash, such as selfhst=/icons"],
    [["--layout", "selfhst=/api/v1"], "this server has its own paths below /api; give selfhst another path"],
    [["--layout", "other=/a"], "selfhst-server, simple-icons"],
    [["--layout", "homepage=/i", "--iconify", "--iconify-path", "/i"], "add --iconify-path /iconify"],
    [["--layout", "selfhst", "--layout-fallback", "gif"], "webp, png, avif, jpg, monogram"],
  ])("refuses %s", async (flags, message) => {
    const { code, stderr } = await runHere(["serve", out, ...flags]);
    expect([code, stderr.replaceAll(/\s+/g, " ")]).toEqual([2, expect.stringContaining(message)]);
  });

  it("reads layouts from flags, environment and configuration file", async () => {
    const config = temporaryFolder({ "icons.config.json": { layout: ["selfhst", "simple-icons=/si"] } });
    const read = async (flags: string[], env: Record<string, string> = {}): Promise<unknown> => {
      const { stdout } = await runHere(["serve", "--print-config", "--json", ...flags], env);
      return JSON.parse(stdout).settings.layout.value;
    };
    const file = ["--config", `${config}/icons.config.json`];
    expect(await read(file)).toEqual(["selfhst", "simple-icons=/si"]);
    expect(await read(file, { ICONS_LAYOUT: "clearbit,bitwarden" })).toEqual(["clearbit", "bitwarden"]);
    expect(await read([...file, "--layout", "homepage", "--layout", "selfhst=/a"])).toEqual(["homepage", "selfhst=/a"]);
  });
});
