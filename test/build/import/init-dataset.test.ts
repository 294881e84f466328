import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { schemaText } from "#build/dataset/json-schema.js";
import { temporaryFolder } from "../../support/folder.js";
import { runHere } from "../../support/run-here.js";
import { shippedSource } from "../../support/source-records.js";

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M1 1h6v3H1z" fill="#1877f2"/></svg>';
const picture = (format: "png" | "webp" | "jpeg") =>
  sharp({ create: { width: 30, height: 30, channels: 3, background: "#fb8c00" } })
    [format]()
    .toBuffer();

const pictures = async () => ({
  "Visual Studio.svg": SVG,
  "visual-studio.png": await picture("png"),
  "games/SuperMario.png": await picture("png"),
  "games/SuperMario.svg": SVG,
  "games/SuperMario.webp": await picture("webp"),
  "games/été_2024.JPG": await picture("jpeg"),
  "readme.txt": "no image",
});

describe("icons init", () => {
  it("creates a record per icon, whose images are served before its placeholders are filled in", async () => {
    const folder = temporaryFolder(await pictures());
    const { code, stdout } = await runHere(["init", folder]);
    expect(code).toBe(0);
    expect(stdout).toContain("6 fields are marked FILL IN");
    const records = JSON.parse(readFileSync(join(folder, "icons/icons.json"), "utf8"));
    expect(records).toEqual([
      {
        id: "visual-studio",
        name: "Visual Studio",
        developer: "FILL IN",
        category: "FILL IN",
        image: "Visual Studio.svg",
      },
      {
        id: "super-mario",
        name: "Super Mario",
        developer: "FILL IN",
        category: "games",
        image: "games/SuperMario.svg",
      },
      { id: "ete-2024", name: "Été 2024", developer: "FILL IN", category: "games", image: "games/été_2024.JPG" },
      {
        id: "visual-studio-2",
        name: "Visual Studio",
        developer: "FILL IN",
        category: "FILL IN",
        image: "visual-studio.png",
      },
    ]);
    for (const left of ["png", "webp"])
      expect(stdout).toContain(
        `left out games/SuperMario.${left}: games/SuperMario.svg is this icon; rename it if it shows something else\n`,
      );
    const built = await runHere(["build", folder, "--out", join(folder, "out"), "--strict", "--json"]);
    expect(built.code).toBe(0);
    expect(JSON.parse(built.stdout)).toMatchObject({ icons: 4, analyzed: 4, skipped: [] });
    const linted = await runHere(["lint", folder, "--artifacts", join(folder, "out"), "--only", "placeholder"]);
    expect(linted.code).toBe(0);
    expect(linted.stdout.match(/is not filled in yet, got "FILL IN"/g)).toHaveLength(6);
  });

  it("keeps names as they are written, and spells out symbols in ids", async () => {
    const files = [
      "c.svg",
      "c++.svg",
      "c#.svg",
      "Über Größe.svg",
      "U\u0308ber.svg",
      "node.js.svg",
      "at&t.svg",
      "Ελληνικά.svg",
    ];
    const folder = temporaryFolder(Object.fromEntries(files.map((file) => [`Cafe\u0301, bar/${file}`, SVG])));
    expect((await runHere(["init", folder])).code).toBe(0);
    const records: readonly Record<string, string>[] = JSON.parse(
      readFileSync(join(folder, "icons/icons.json"), "utf8"),
    );
    expect(Object.fromEntries(records.map(({ id, name }) => [id, name]))).toEqual({
      c: "C",
      "c-plus-plus": "C++",
      "c-sharp": "C#",
      "uber-grosse": "Über Größe",
      uber: "Über",
      "node-js": "Node.js",
      "at-t": "At&t",
      ελληνικα: "Ελληνικά",
    });
    expect(new Set(records.map(({ category }) => category))).toEqual(new Set(["Café bar"]));
  });

  it("makes variants of files whose names end so, and icons of all others", async () => {
    const files = [
      ...["logo.svg", "logo-dark.svg", "Logo_Light.png", "logo-wordmark.svg", "logo-wordmark-light.svg"],
      ...["pair-light.svg", "pair-dark.svg", "lonely-dark.svg", "logo-pro.svg", "a/logo-mono.svg", "a/LOGO.svg"],
      ...["logo-dark.png", "logo-light-dark.svg"],
    ];
    const folder = temporaryFolder(Object.fromEntries(files.map((file) => [file, SVG])));
    const { code, stdout } = await runHere(["init", folder]);
    expect(code).toBe(0);
    const records: readonly {
      id: string;
      name: string;
      image: string;
      variants?: readonly Record<string, string>[];
    }[] = JSON.parse(readFileSync(join(folder, "icons/icons.json"), "utf8"));
    const told = records.map(({ id, name, image, variants = [] }) => [
      id,
      name,
      image,
      Object.fromEntries(variants.map((variant) => [variant.name, variant.image])),
    ]);
    expect(told).toEqual([
      ["logo", "LOGO", "a/LOGO.svg", { mono: "a/logo-mono.svg" }],
      ["logo-light-dark", "Logo Light Dark", "logo-light-dark.svg", {}],
      ["logo-pro", "Logo Pro", "logo-pro.svg", {}],
      [
        "logo-2",
        "Logo",
        "logo.svg",
        {
          light: "Logo_Light.png",
          dark: "logo-dark.svg",
          "wordmark-light": "logo-wordmark-light.svg",
          wordmark: "logo-wordmark.svg",
        },
      ],
      ["lonely-dark", "Lonely Dark", "lonely-dark.svg", {}],
      ["pair", "Pair", "pair-dark.svg", { dark: "pair-dark.svg", light: "pair-light.svg" }],
    ]);
    expect(stdout).toContain("variant light of logo-2: Logo_Light.png\n");
    expect(stdout).toContain(
      "left out logo-dark.png: logo-dark.svg is this icon; rename it if it shows something else",
    );
  });

  it("creates a dataset that builds immediately if the common fields are given", async () => {
    const folder = temporaryFolder(await pictures());
    expect((await runHere(["init", folder, "--developer", "Acme", "--category", "tools"])).code).toBe(0);
    const { code, stdout } = await runHere(["build", folder, "--out", join(folder, "out"), "--strict", "--json"]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ icons: 4, skipped: [] });
  });

  it("creates a dataset whose build names broken images and shows the others", async () => {
    const folder = temporaryFolder({ "good.svg": SVG, "text.png": "no image", "sub/cut.svg": "<svg" });
    expect((await runHere(["init", folder])).code).toBe(0);
    const { code, stdout } = await runHere(["build", folder, "--out", join(folder, "out")]);
    expect(code).toBe(0);
    expect(stdout).toContain("skipped 2 images");
    expect(stdout).toContain("text: text.png: ");
    expect(stdout).toContain("cut: sub/cut.svg: ");
  });

  it("overwrites nothing and requires an image", async () => {
    const dataset = temporaryFolder({ ...(await pictures()), "dataset.json": { name: "mine" } });
    const again = await runHere(["init", dataset]);
    expect(again.code).toBe(1);
    expect(again.stderr).toContain("already exists");
    expect(existsSync(join(dataset, "icons"))).toBe(false);
    const records = temporaryFolder({ ...(await pictures()), "icons/mine.ndjson": "" });
    expect((await runHere(["init", records])).stderr).toContain("mine.ndjson already exists");
    const empty = await runHere(["init", temporaryFolder()]);
    expect(empty.code).toBe(1);
    expect(empty.stderr).toContain("holds no image");
    const missing = await runHere(["init", "nowhere"], {}, { cwd: temporaryFolder() });
    expect(missing).toMatchObject({ code: 1, stderr: "error: nowhere does not exist. Give a folder with images.\n" });
  });

  it("completes what a killed run has left, and leaves nothing if it fails", async () => {
    const folder = temporaryFolder({ "good.svg": SVG, ".vscode": "not a folder" });
    expect((await runHere(["init", folder])).code).toBe(1);
    expect(readdirSync(folder).sort()).toEqual([".vscode", "good.svg"]);
    const whole = temporaryFolder({ "good.svg": SVG });
    const args = ["--name", "Icons"];
    await runHere(["init", whole, ...args]);
    for (const file of ["dataset.json", "dataset.schema.json"]) cpSync(join(whole, file), join(folder, file));
    rmSync(join(folder, ".vscode"));
    mkdirSync(join(folder, "icons"));
    writeFileSync(join(folder, "icons/icons.json.tmp"), "[");
    expect((await runHere(["init", folder, ...args])).code).toBe(0);
    const treeOf = (path: string): string[] => readdirSync(path, { recursive: true, encoding: "utf8" }).sort();
    expect(treeOf(folder)).toEqual(treeOf(whole));
  });
});

describe("icons schema", () => {
  const ajv = new Ajv2020({ strict: true, strictTypes: false });
  ajvFormats.default(ajv);

  it("prints the schemas next to the shipped dataset byte for byte", async () => {
    for (const which of ["records", "dataset", "synonyms"] as const) {
      const { stdout } = await runHere(["schema", which]);
      expect(stdout).toBe(schemaText(which));
      expect(readFileSync(`data/${which}.schema.json`, "utf8")).toBe(stdout);
    }
  });

  it("prints schemas that accept the shipped data and reject what the build rejects", () => {
    const checkRecords = ajv.compile(JSON.parse(schemaText("records")));
    const source = shippedSource();
    expect(checkRecords(source) || checkRecords.errors).toBe(true);
    expect(checkRecords(source[0])).toBe(true);
    expect(checkRecords([{ ...source[0], catgory: "games" }])).toBe(false);
    expect(checkRecords([{ id: "x" }])).toBe(false);
    const checkDataset = ajv.compile(JSON.parse(schemaText("dataset")));
    expect(checkDataset(JSON.parse(readFileSync("data/dataset.json", "utf8")))).toBe(true);
    expect(checkDataset({})).toBe(false);
  });
});
