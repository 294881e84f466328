import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { compile } from "#build/compile/compile.js";
import { openCatalog } from "#src/catalog/catalog.js";
import type { Ran } from "../support/cli.js";
import { temporaryFolder } from "../support/folder.js";
import { createTemporaryFolder } from "../support/hostile-icons.js";
import { runHere } from "../support/run-here.js";

const svg = (shapes: string): string => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${shapes}</svg>`;
const DISC = svg('<circle cx="12" cy="12" r="9"/>');
const FLAG = svg('<path fill="red" d="M0 0h12v24H0z"/><path fill="blue" d="M12 0h12v24H12z"/>');

/** Shared by the tests of this file; the operating system removes it. */
let artifacts: string;
beforeAll(async () => {
  const folder = createTemporaryFolder();
  const icon = (id: string, image: string | undefined, category = "one"): object => ({
    ...{ id, name: id, developer: "D", category },
    ...(image === undefined ? {} : { image }),
  });
  const data = folder.write("a.json", [
    { ...icon("disc", "disc.svg"), variants: [{ name: "light", image: "flag.svg" }] },
    icon("flag", "flag.svg", "two"),
    icon("disc-two", "disc.svg", "two"),
    icon("small", "small.png"),
    icon("none", undefined, "empty"),
    icon("a/b*c:é", "disc.svg", "odd"),
  ]);
  writeFileSync(join(data, "../disc.svg"), DISC);
  writeFileSync(join(data, "../flag.svg"), FLAG);
  const small = sharp({ create: { width: 40, height: 20, channels: 3, background: "red" } }).png();
  writeFileSync(join(data, "../small.png"), await small.toBuffer());
  artifacts = join(data, "../out");
  await compile({ data, out: artifacts, jobs: 1 });
  return () => folder.remove();
});

const image = (args: readonly string[], cwd?: string): Promise<Ran> =>
  runHere(["image", ...args, "--artifacts", artifacts], {}, cwd === undefined ? {} : { cwd });

/** Runs a command and returns its standard output as bytes. */
async function outputOf(args: readonly string[]): Promise<Buffer> {
  const child = spawn(process.execPath, ["cli/icons.mjs", "image", ...args, "--artifacts", artifacts, "--out", "-"]);
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  const [code] = await once(child, "close");
  expect(code).toBe(0);
  return Buffer.concat(chunks);
}

describe("icons image", () => {
  it("writes one image to standard output, and nothing else", async () => {
    expect((await outputOf(["disc", "--format", "svg"])).toString()).toBe(DISC);
    const png = await outputOf(["disc", "--size", "64", "--paint", "1db954"]);
    expect(png).toEqual(await openCatalog(artifacts).image("disc", { format: "png", size: 64, color: "#1db954" }));
    expect(await sharp(await outputOf(["small", "--size", "512", "--upscale"])).metadata()).toMatchObject({
      format: "png",
      width: 512,
    });
  });

  it("writes a file in the format of its name, or <id>.png in the working directory", async () => {
    const folder = temporaryFolder();
    const file = join(folder, "my.webp");
    expect((await image(["disc", "--out", file])).stdout).toBe(`${file}\n`);
    expect(await sharp(readFileSync(file)).metadata()).toMatchObject({ format: "webp", width: 128 });
    expect((await image(["disc", "--width", "32", "--height", "16"], folder)).stdout).toBe("disc.png\n");
    expect(await sharp(readFileSync(join(folder, "disc.png"))).metadata()).toMatchObject({ width: 32, height: 16 });
  });

  it("writes several icons into a folder, each once, and lists all files", async () => {
    const folder = temporaryFolder();
    const out = join(folder, "new/icons");
    const { code, stdout } = await image(["disc", "flag", "disc", "--out", out, "--format", "svg"]);
    expect([code, stdout]).toEqual([0, `${join(out, "disc.svg")}\n${join(out, "flag.svg")}\n`]);
    expect(readFileSync(join(out, "flag.svg"), "utf8")).toBe(FLAG);
  });

  it.each([
    [["disc*"], ["disc-two.svg", "disc.svg"]],
    [
      ["f?ag", "disc"],
      ["disc.svg", "flag.svg"],
    ],
    [
      ["--category", "two"],
      ["disc-two.svg", "flag.svg"],
    ],
    [["disc*", "--category", "two"], ["disc-two.svg"]],
    [["--query", "flag"], ["flag.svg"]],
    [["a/b*"], ["a%2Fb%2Ac%3A%C3%A9.svg"]],
  ])("selects icons by id, pattern, query and filter: %j", async (args, files) => {
    const folder = temporaryFolder();
    expect((await image([...args, "--format", "svg", "--out", `${folder}/`])).code).toBe(0);
    expect(readdirSync(folder).sort()).toEqual(files);
  });

  it("writes an id with a slash and a wildcard inside the folder", async () => {
    const folder = temporaryFolder();
    const out = join(folder, "in");
    expect((await image(["--category", "odd", "--out", `${out}/`])).code).toBe(0);
    expect([readdirSync(folder), readdirSync(out)]).toEqual([["in"], ["a%2Fb%2Ac%3A%C3%A9.png"]]);
  });

  it.each([
    [[], "name icons by id or pattern, or select them with --query or filters such as --category"],
    [["nobody"], 'no icon has the id "nobody"'],
    [["nobody*"], 'no icon matches "nobody*"'],
    [["flag", "--category", "one"], 'no icon of those selected matches "flag"'],
    [["none"], "none: the icon has no image"],
    [["small", "--format", "svg"], "small: the image is a raster file"],
    [["flag", "--paint", "red"], "flag: the drawing has several colors"],
    [["disc", "--paint", "gren"], "--paint must be a CSS color, such as red, 1db954 or rgb(0 0 0 / 50%)"],
    [["disc", "--background", "x"], "--background must be a CSS color"],
    [["disc", "--size", "15"], "16 to 1024"],
    [["disc", "--size", "64", "--width", "64"], "--size can't be combined with width or height"],
    [["disc", "--format", "ico", "--size", "512"], "--size must be a whole number from 16 to 256"],
    [["disc", "--size", "16,32"], "--size takes one number; only ico has several sizes"],
    [["disc", "--format", "ico", "--size", "16,x"], "Give a whole number from 16 to 1024."],
    [["disc", "--content", "0.05"], "Give a number from 0.1 to 1."],
    [["disc", "--content", "0.5", "--padding", "0.1"], "--content can't be combined with padding"],
    [["disc", "--padding", "0.6"], "Give a number from 0 to 0.5."],
    [["disc", "--rotate", "45"], "0, 90, 180, 270"],
    [["disc", "--format", "gif"], "svg, png, webp, avif, jpg, ico"],
    [["disc*", "--out", "-"], "--out - takes one icon, but 2 are selected"],
  ])("rejects %j with a specific message, and writes nothing", async (args, message) => {
    const folder = temporaryFolder();
    const { code, stdout, stderr } = await image(args, folder);
    expect(code).not.toBe(0);
    expect(stdout).toBe("");
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/\n {4}at /);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("writes a variant by its name or by the theme of a page, and names those of the icon for an unknown one", async () => {
    const folder = temporaryFolder();
    const { stdout } = await image(["disc", "--variant", "light", "--format", "svg"], folder);
    expect(stdout).toBe("disc-light.svg\n");
    const flag = await outputOf(["flag", "--format", "svg"]);
    expect(readFileSync(join(folder, "disc-light.svg"))).toEqual(flag);
    expect(await outputOf(["disc", "--theme", "dark", "--format", "svg"])).toEqual(flag);
    const { code, stderr } = await image(["disc", "--variant", "mono"]);
    expect([code, stderr]).toEqual([1, expect.stringContaining('has no variant "mono"; it has light')]);
  });

  it("writes the favicon of a website, and prints the HTML for it", async () => {
    const folder = temporaryFolder();
    const { code, stdout } = await image(["disc", "--favicon", "public", "--paint", "#1db954"], folder);
    expect(code).toBe(0);
    const files = [
      "favicon.ico",
      "icon.svg",
      "apple-touch-icon.png",
      "icon-192.png",
      "icon-512.png",
      "site.webmanifest",
    ];
    expect(stdout.split("\n").slice(0, files.length)).toEqual(files.map((file) => join("public", file)));
    const read = (file: string): Buffer => readFileSync(join(folder, "public", file));
    for (const [, file] of stdout.matchAll(/href="\/([^"]+)"/g)) expect(read(file!).length).toBeGreaterThan(0);
    for (const { src, sizes } of JSON.parse(read("site.webmanifest").toString()).icons) {
      const { width, height } = await sharp(read(src)).metadata();
      expect(`${width}x${height}`).toBe(sizes);
    }
    expect(read("icon.svg").toString()).toContain("#1db954");
    // Home screens show transparent pixels as black.
    const { channels } = await sharp(read("apple-touch-icon.png")).stats();
    expect(channels[3]!.min).toBe(255);
    const ico = read("favicon.ico");
    const sides = Array.from({ length: ico.readUInt16LE(4) }, (_, at) => {
      const entry = ico.subarray(6 + 16 * at);
      const png = ico.subarray(entry.readUInt32LE(12), entry.readUInt32LE(12) + entry.readUInt32LE(8));
      return sharp(png)
        .metadata()
        .then(({ width, height }) => [entry[0], width, height]);
    }); // prettier-ignore
    expect(await Promise.all(sides)).toEqual([16, 32, 48].map((side) => [side, side, side]));
    for (const look of [
      ["--shape", "circle"],
      ["--background", "none"],
      ["--theme", "dark"],
    ]) {
      expect((await image(["disc", "--favicon", "round", ...look], folder)).code).toBe(0);
      const { channels } = await sharp(readFileSync(join(folder, "round/apple-touch-icon.png"))).stats();
      expect([look, channels[3]!.min]).toEqual([look, 255]);
      expect([look, channels.slice(0, 3).some(({ stdev }) => stdev > 10)]).toEqual([look, true]);
    }
    const several = await image(["disc", "flag", "--favicon", "other"], folder);
    expect([several.code, several.stderr]).toEqual([2, expect.stringContaining("--favicon takes one icon")]);
    const raster = await image(["small", "--favicon", "raster"], folder);
    expect([raster.code, existsSync(join(folder, "raster/icon.svg"))]).toEqual([0, false]);
    expect(raster.stdout).not.toContain("icon.svg");
  });

  it("writes what the library returns, for several sizes and a size of the visible part", async () => {
    const catalog = openCatalog(artifacts);
    for (const [args, options] of [
      [["--format", "ico"], { format: "ico" }],
      [["--format", "ico", "--size", "16,32,48"], { format: "ico", size: [16, 32, 48] }],
      [["--format", "svg", "--content", "0.8"], { format: "svg", content: 0.8 }],
      [["--content", "0.8", "--size", "64"], { format: "png", content: 0.8, size: 64 }],
    ] as const)
      expect((await outputOf(["disc", ...args])).equals((await catalog.image("disc", options))!)).toBe(true);
    const folder = temporaryFolder();
    expect((await image(["disc", "--favicon", "f", "--content", "1"], folder)).code).toBe(0);
    const { channels } = await sharp(readFileSync(join(folder, "f/apple-touch-icon.png"))).stats();
    expect([channels[3]!.min, channels[0]!.stdev > 10]).toEqual([255, true]);
  });

  it("does not overwrite a file with several icons", async () => {
    const folder = temporaryFolder({ "a.png": "mine" });
    const file = join(folder, "a.png");
    const { code, stderr } = await image(["disc", "flag", "--out", file]);
    expect(code).toBe(2);
    expect(stderr).toContain(`2 icons need a folder, but ${file} is a file; give another --out`);
    expect(existsSync(file)).toBe(true);
    expect(readFileSync(file, "utf8")).toContain("mine");
  });
});
