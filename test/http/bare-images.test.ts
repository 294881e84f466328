import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compile } from "#build/compile/compile.js";
import { type Service, startService } from "../support/service.js";

const INK =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path fill="currentColor" d="M1 1h6v8H1z"/></svg>';
const COLORED =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path fill="#ffffff" d="M1 1h6v3H1z"/><path fill="#ff0000" d="M1 4h6v5H1z"/></svg>';

const BLACK = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M1 1h6v8H1z"/></svg>';
const BLUE = BLACK.replace("<path", '<path fill="#1155cc"');

/** Icons by id: how their records present an image. */
const ICONS = {
  "on-green": { image: "ink.svg", background: "#1db954", tint: "#ffffff" },
  "on-navy": { image: "ink.svg", background: "#00205b", tint: "#ffffff" },
  "on-yellow": { image: "ink.svg", background: "#ffde00", tint: "#000000" },
  "on-white": { image: "ink.svg", background: "#ffffff", tint: "#000000" },
  "red-on-yellow": { image: "ink.svg", background: "#ffcc00", tint: "#d40511" },
  colored: { image: "colored.svg", background: "#222222" },
  black: { image: "black.svg", background: "#ffffff" },
  blue: { image: "blue.svg", background: "#ffffff" },
  photo: { image: "photo.png", background: "#ffffff" },
  plain: { image: "colored.svg" },
  "with-own": {
    ...{ image: "ink.svg", background: "#1db954", tint: "#ffffff" },
    variants: [{ name: "bare", image: "colored.svg" }],
  },
} as const;

const folder = mkdtempSync(join(tmpdir(), "icons-bare-"));
let service: Service;
beforeAll(async () => {
  writeFileSync(join(folder, "ink.svg"), INK);
  writeFileSync(join(folder, "colored.svg"), COLORED);
  writeFileSync(join(folder, "black.svg"), BLACK);
  writeFileSync(join(folder, "blue.svg"), BLUE);
  writeFileSync(join(folder, "photo.png"), await sharp(Buffer.from(COLORED)).resize(80).png().toBuffer());
  const records = Object.entries(ICONS).map(([id, shown]) => ({
    id,
    name: id,
    developer: "D",
    category: "c",
    ...shown,
  }));
  writeFileSync(join(folder, "icons.json"), JSON.stringify(records));
  await compile({ data: join(folder, "icons.json"), out: join(folder, "out"), jobs: 1 });
  service = await startService(join(folder, "out"), { renderers: 1 });
});
afterAll(async () => {
  await service?.close();
  rmSync(folder, { recursive: true, force: true });
});

const image = (path: string) => service.ask(`/images/${path}`);
const pixelsOf = async (path: string) =>
  sharp((await image(path)).bytes)
    .ensureAlpha()
    .raw()
    .toBuffer();

describe("GET /images/:id with variant=bare", () => {
  it.each([
    ["on-green", "", "#1db954"],
    ["on-navy", "", "#00205b"],
    ["on-yellow", "", "#ffde00"],
    ["on-white", "", "#000000"],
    ["red-on-yellow", "", "#d40511"],
    ["on-navy", "&theme=light", "#00205b"],
    ["on-navy", "&theme=dark", "#ffffff"],
    ["on-yellow", "&theme=light", "#000000"],
    ["on-yellow", "&theme=dark", "#ffde00"],
    ["on-white", "&theme=dark", "#ffffff"],
    ["on-white", "&theme=light", "#000000"],
  ])("returns the drawing of %s%s in %s, without a background", async (id, theme, color) => {
    const { bytes, status } = await image(`${id}.svg?variant=bare${theme}`);
    expect(status).toBe(200);
    expect(bytes.toString()).toBe(INK.replace("currentColor", color));
  });

  it.each([
    ["black", "", BLACK],
    ["black", "&theme=light", BLACK],
    ["black", "&theme=dark", BLACK.replace("<svg", '<svg fill="#ffffff"')],
    ["blue", "&theme=dark", BLUE],
    ["blue", "&theme=light", BLUE],
  ])("returns a drawing in a color of its own, %s%s, readable on the page", async (id, theme, expected) => {
    expect((await image(`${id}.svg?variant=bare${theme}`)).bytes.toString()).toBe(expected);
  });

  it.each(["colored", "photo"])("returns the same pixels as background=none for %s", async (id) => {
    const bare = await pixelsOf(`${id}.png?variant=bare&size=64`);
    expect(bare).toEqual(await pixelsOf(`${id}.png?background=none&size=64`));
    expect(bare).not.toEqual(await pixelsOf(`${id}.png?size=64`));
  });

  it("takes the same options as any image, with a version of its own", async () => {
    const [bare, whole] = await Promise.all([image("on-green.png?variant=bare"), image("on-green.png")]);
    expect(bare.headers.etag).not.toBe(whole.headers.etag);
    const repainted = await pixelsOf("on-green.png?variant=bare&size=64&color=red&background=white");
    expect(repainted).toEqual(await pixelsOf("on-green.png?size=64&color=red&background=white&padding=0"));
  });

  it("returns a variant of that name, if the icon has one", async () => {
    expect((await image("with-own.svg?variant=bare")).bytes.toString()).toBe(COLORED);
  });

  it("is unknown for an icon without a background, and listed for one with it", async () => {
    const plain = await image("plain.svg?variant=bare");
    expect(plain.status).toBe(404);
    expect(plain.body.error.message).not.toContain("bare,");
    const { status, body } = await image("on-green.svg?variant=dark");
    expect([status, body.error.code]).toEqual([404, "variant_not_found"]);
    expect(body.error.message).toContain("bare");
  });
});
