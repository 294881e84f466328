import { join } from "node:path";
import { parse, wcagContrast } from "culori";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { compile } from "#build/compile/compile.js";
import { openCatalog } from "#src/catalog/catalog.js";
import { decodeStoredImage, type StoredImage } from "#src/format/stored-image.js";
import { monogram } from "#src/images/monogram.js";
import { createTemporaryFolder } from "../support/hostile-icons.js";
import { runHere } from "../support/run-here.js";
import { type Service, startService } from "../support/service.js";

const CHARACTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"];
const stored = (name: string): StoredImage => decodeStoredImage(monogram(name));
const drawing = (name: string): string => Buffer.from(stored(name).file).toString();

describe("monogram", () => {
  it("shows a different, centered shape for each letter and digit", async () => {
    expect(new Set(CHARACTERS.map(drawing)).size).toBe(CHARACTERS.length);
    for (const character of CHARACTERS) {
      const trimmed = sharp(Buffer.from(drawing(character)), { density: 288 }).trim();
      const { info } = await trimmed.toBuffer({ resolveWithObject: true });
      const { width, height, trimOffsetLeft = 0, trimOffsetTop = 0 } = info;
      // Round letters are slightly taller than others, and Q has a tail.
      expect([character, Math.abs(width / 2 - trimOffsetLeft - 128) <= 2]).toEqual([character, true]);
      expect([character, Math.abs(height / 2 - trimOffsetTop - 128) <= 6]).toEqual([character, true]);
      expect([character, height >= 118 && height <= 140]).toEqual([character, true]);
    }
  });

  it.each([
    ["Spotify", "S"],
    ["spotify", "S"],
    ["Élan", "E"],
    ["  «über»", "U"],
    ["1Password", "1"],
    [".NET", "N"],
  ])("shows the initial of %j: %s", (name, initial) => {
    expect(drawing(name)).toBe(drawing(initial));
  });

  it.each([["微信"], ["Яндекс"], ["…"], [""]])("shows a neutral shape for %j", (name) => {
    expect(drawing(name)).toBe(drawing("?"));
    expect(CHARACTERS.map(drawing)).not.toContain(drawing(name));
  });

  it("has a background that depends only on the name, and a readable initial", () => {
    const backgrounds = new Set<string>();
    for (let n = 0; n < 500; n++) {
      const { background } = stored(`App ${n}`);
      expect(stored(`App ${n}`).background).toBe(background);
      backgrounds.add(background!);
    }
    expect(backgrounds.size).toBe(12);
    for (const background of backgrounds) expect(wcagContrast(parse(background)!, "white")).toBeGreaterThanOrEqual(4.5);
    // The same name, composed and decomposed.
    expect(stored("\u00c9lan").background).toBe(stored("E\u0301lan").background);
  });
});

describe("image of an icon without an image", () => {
  let artifacts: string;
  let service: Service;
  beforeAll(async () => {
    const folder = createTemporaryFolder();
    const data = folder.write("a.json", [{ id: "bare", name: "Zebra", developer: "D", category: "c" }]);
    artifacts = join(data, "../out");
    await compile({ data, out: artifacts, jobs: 1 });
    service = await startService(artifacts);
    return async () => {
      await service.close();
      folder.remove();
    };
  });

  it("is the initial of its name in any form with fallback=monogram, and a 404 without", async () => {
    expect((await service.ask("/images/bare.svg")).status).toBe(404);
    const response = await fetch(`http://127.0.0.1:${service.port}/images/bare.svg?fallback=monogram`);
    expect(response.headers.get("content-type")).toMatch(/^image\/svg\+xml/);
    const svg = await response.text();
    expect(svg).toContain(/ d="([^"]*)"/.exec(drawing("Z"))![1]);
    expect(svg).toContain(stored("Zebra").background);
    const png = await fetch(
      `http://127.0.0.1:${service.port}/images/bare?fallback=monogram&format=png&size=48&color=red`,
    );
    const { info, data } = await sharp(await png.arrayBuffer())
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([48, 48]);
    const middle = (24 * 48 + 24) * info.channels;
    expect([...data.subarray(middle, middle + 3)]).toEqual([255, 0, 0]);
    expect((await service.ask("/images/bare.svg?fallback=unicorn")).status).toBe(400);
  });

  it("is a 404 for an unknown id, unless the server allows monograms for them", async () => {
    expect((await service.ask("/images/nobody.svg?fallback=monogram")).status).toBe(404);
    const generous = await startService(artifacts, { monogram: true });
    try {
      expect((await generous.ask("/images/nobody.svg")).status).toBe(404);
      const response = await fetch(`http://127.0.0.1:${generous.port}/images/nobody.svg?fallback=monogram`);
      expect(await response.text()).toContain(/ d="([^"]*)"/.exec(drawing("N"))![1]);
      const known = await fetch(`http://127.0.0.1:${generous.port}/images/bare.svg?fallback=monogram`);
      expect(await known.text()).toContain(/ d="([^"]*)"/.exec(drawing("Z"))![1]);
    } finally {
      await generous.close();
    }
  });

  it("is the same from the library and the command line", async () => {
    const catalog = openCatalog(artifacts);
    expect(await catalog.image("bare", { format: "svg" })).toBeUndefined();
    const image = await catalog.image("bare", { format: "svg", fallback: "monogram" });
    const response = await fetch(`http://127.0.0.1:${service.port}/images/bare.svg?fallback=monogram`);
    expect(image!.toString()).toBe(await response.text());
    const args = ["image", "bare", "--artifacts", artifacts, "--format", "svg", "--out", "-"];
    expect((await runHere([...args, "--fallback", "monogram"])).stdout).toBe(image!.toString());
    expect((await runHere(args)).stderr).toContain("with --fallback monogram it shows the initial of its name");
  });
});
