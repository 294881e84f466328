import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addImages } from "#build/add/add-images.js";
import { createImageIntake } from "#build/add/image-intake.js";
import { icons } from "../../support/cli.js";
import { temporaryFolder } from "../../support/folder.js";
import { runHere } from "../../support/run-here.js";

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M1 1h6v3H1z" fill="#1877f2"/></svg>';
const ONE = { id: "one", name: "One", developer: "D", category: "c", image: "one.svg", formerIds: ["eins"] };
const DATASET = { "my/dataset.json": { name: "My" }, "my/icons/icons.json": [ONE], "my/one.svg": SVG };

const recordsIn = (file: string): { id: string }[] => JSON.parse(readFileSync(file, "utf8"));

describe("icons add", () => {
  it("adds records with placeholders, copies images from elsewhere, and the dataset builds", async () => {
    const folder = temporaryFolder({
      ...DATASET,
      "my/games/SuperKite.svg": SVG,
      "new/Été 2.svg": SVG,
      "new/été-2.PNG": SVG,
    });
    const my = join(folder, "my");
    const files = ["my/games/SuperKite.svg", "new/Été 2.svg"].map((file) => join(folder, file));
    const before = readFileSync(join(my, "icons/icons.json"), "utf8");
    const { code, stdout } = await runHere(["add", ...files, "--data", my]);
    expect(code).toBe(0);
    expect(stdout).toContain(`added 2 icons to ${join(my, "icons/icons.json")}\n3 fields are marked FILL IN;`);
    const added = [
      { id: "super-kite", name: "Super Kite", developer: "FILL IN", category: "games", image: "games/SuperKite.svg" },
      { id: "ete-2", name: "Été 2", developer: "FILL IN", category: "FILL IN", image: "images/Été 2.svg" },
    ];
    expect(recordsIn(join(my, "icons/icons.json"))).toEqual([ONE, ...added]);
    expect(readFileSync(join(my, "icons/icons.json"), "utf8").startsWith(before.trimEnd().slice(0, -2))).toBe(true);
    const built = await runHere(["build", my, "--out", join(folder, "out"), "--json"]);
    expect(JSON.parse(built.stdout)).toMatchObject({ icons: 3, analyzed: 3, skipped: [] });
  });

  it("refuses what exists, names all of it, and then adds nothing", async () => {
    const folder = temporaryFolder({
      ...DATASET,
      "new/One.svg": SVG,
      "new/eins.svg": SVG,
      "new/free.svg": SVG,
      "new/free.png": SVG,
      "new/notes.txt": "x",
      "my/images/taken.svg": "another image",
      "new/taken.svg": SVG,
      "my/removed.json": [{ id: "gone", date: "2026-05-11", reason: "Trademark." }],
      "new/gone.svg": SVG,
    });
    const [my, fresh] = [join(folder, "my"), join(folder, "new")];
    const names = ["One.svg", "eins.svg", "free.svg", "free.png", "notes.txt", "taken.svg", "gone.svg", "none.svg"];
    const files = [join(my, "one.svg"), my, ...names.map((name) => join(fresh, name))];
    const { code, stdout } = await runHere(["add", ...files, "--data", my, "--json"]);
    expect(code).toBe(1);
    expect(JSON.parse(stdout).refused.map(({ reason }: { reason: string }) => reason)).toEqual([
      'is already the image of "one"',
      "is a folder; name the images in it",
      'the id "one" is already used; rename the file',
      'the id "eins" is already used; rename the file',
      "another of the files is this icon",
      "is not an image by its extension, .txt",
      "the dataset already has a file images/taken.svg; rename the file",
      'removed.json has the id "gone"; rename the file, or remove that entry',
      "there is no such file",
    ]);
    expect(recordsIn(join(my, "icons/icons.json"))).toEqual([ONE]);
    expect(readdirSync(join(my, "images"))).toEqual(["taken.svg"]);
    const text = await runHere(["add", join(fresh, "free.svg"), my, "--data", my]);
    expect(text.stderr).toBe(`${my}: is a folder; name the images in it\nnothing was added\n`);
  });

  it("loses no record if several run at the same time", async () => {
    const names = ["a", "b", "c", "d"];
    const folder = temporaryFolder({ ...DATASET, ...Object.fromEntries(names.map((name) => [`${name}.svg`, SVG])) });
    const my = join(folder, "my");
    const ran = await Promise.all(names.map((name) => icons(["add", join(folder, `${name}.svg`), "--data", my])));
    expect(ran.map(({ code, stderr }) => [code, stderr])).toEqual(names.map(() => [0, ""]));
    expect(recordsIn(join(my, "icons/icons.json")).map(({ id }) => id)).toEqual([
      "one",
      ...names.map(() => expect.stringMatching(/^[a-d]$/)),
    ]);
    expect(readdirSync(join(my, "images")).sort()).toEqual(names.map((name) => `${name}.svg`));
    expect(readdirSync(folder).filter((name) => name.startsWith("."))).toEqual([]);
  });

  it("keeps no image if the records can't be written, so that it can be repeated", async () => {
    const folder = temporaryFolder({ ...DATASET, "new.svg": SVG });
    const add = () => addImages({ data: join(folder, "my"), files: [join(folder, "new.svg")] }, true);
    // Occupies the path of the temporary copy.
    mkdirSync(join(folder, "my/icons/icons.json.tmp"));
    await expect(add()).rejects.toThrow("icons.json.tmp");
    expect(existsSync(join(folder, "my/images"))).toBe(false);
    rmdirSync(join(folder, "my/icons/icons.json.tmp"));
    expect((await add()).copied).toEqual(["images/new.svg"]);
  });

  it("completes what a killed run has left", async () => {
    const left = { "my/images/new.svg": SVG, "my/images/next.svg.tmp": "<svg", "my/icons/icons.json.tmp": "[" };
    const folder = temporaryFolder({ ...DATASET, ...left, "new.svg": SVG, "next.svg": SVG });
    const [my, files] = [join(folder, "my"), ["new.svg", "next.svg"].map((name) => join(folder, name))];
    expect((await addImages({ data: my, files }, true)).refused).toEqual([]);
    expect(recordsIn(join(my, "icons/icons.json")).map(({ id }) => id)).toEqual(["one", "new", "next"]);
    expect(readdirSync(join(my, "images")).sort()).toEqual(["new.svg", "next.svg"]);
    expect(readdirSync(join(my, "icons"))).toEqual(["icons.json"]);
  });

  it("writes nothing under --dry-run", async () => {
    const folder = temporaryFolder({ ...DATASET, "new.svg": SVG });
    const my = join(folder, "my");
    const { stdout } = await runHere(["add", join(folder, "new.svg"), "--data", my, "--dry-run"]);
    expect(stdout).toBe(`  new: images/new.svg\ndry run: 1 icon would be added to ${join(my, "icons/icons.json")}\n`);
    expect(recordsIn(join(my, "icons/icons.json"))).toEqual([ONE]);
    expect(existsSync(join(my, "images"))).toBe(false);
  });

  it.each<[string, Readonly<Record<string, string>>, string]>([
    ["an empty array", { "icons.json": " [ ]\n" }, "icons.json"],
    ["an only file of another name", { "a.json": JSON.stringify([ONE]) }, "a.json"],
    ["lines without a last line end", { "a.ndjson": JSON.stringify(ONE) }, "a.ndjson"],
    ["lines with a last line end", { "a.ndjson": `${JSON.stringify(ONE)}\n` }, "a.ndjson"],
    ["a byte order mark", { "a.json": `\uFEFF[${JSON.stringify(ONE)}]` }, "a.json"],
    ["several files", { "a.json": JSON.stringify([ONE]), "b.json": "[]" }, "added.json"],
    ["an only file of a single record", { "a.json": JSON.stringify(ONE) }, "added.json"],
    ["an earlier addition", { "a.json": JSON.stringify(ONE), "added.json": "[]", "b.json": "[]" }, "added.json"],
  ])("extends a dataset with %s, keeping every other byte", async (_, icons, target) => {
    const written = Object.fromEntries(Object.entries(icons).map(([name, text]) => [`icons/${name}`, text]));
    const folder = temporaryFolder({ "dataset.json": { name: "My" }, ...written, "new.svg": SVG, "next.svg": SVG });
    for (const image of ["new.svg", "next.svg"])
      expect((await addImages({ data: folder, files: [join(folder, image)] }, true)).file).toBe(
        join(folder, "icons", target),
      );
    for (const [name, text] of Object.entries(icons)) {
      const now = readFileSync(join(folder, "icons", name), "utf8");
      if (name !== target) expect(now).toBe(text);
    }
    const built = await runHere(["build", folder, "--out", join(folder, "out"), "--json"]);
    const expected = Object.values(icons).join().includes('"one"') ? 3 : 2;
    expect(JSON.parse(built.stdout).icons).toBe(expected);
  });

  it("keeps ids unique and every image once, whatever the file names", async () => {
    const name = fc
      .string({ unit: fc.constantFrom(..."aB1 -é."), minLength: 1, maxLength: 4 })
      .filter((text) => text.trim() === text && !text.startsWith("."));
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(name, { minLength: 1, maxLength: 6 }), async (names) => {
        const folder = temporaryFolder({ "dataset.json": { name: "My" }, "icons/icons.json": "[]" });
        const files = names.map((text) => join(folder, `${text}.svg`));
        for (const file of files) {
          mkdirSync(dirname(file), { recursive: true });
          writeFileSync(file, SVG);
        }
        const { records, refused } = await addImages({ data: folder, files }, false);
        expect(records.length + refused.length).toBe(files.length);
        expect(new Set(records.map(({ id }) => id)).size).toBe(records.length);
        expect(recordsIn(join(folder, "icons/icons.json"))).toEqual(records);
      }),
      { numRuns: 20 },
    );
  });
});

describe("images put into a watched folder", () => {
  it("become records once, except those that were there, have a record, or are another form of one", async () => {
    const folder = temporaryFolder({ "dataset.json": { name: "My" }, "icons/icons.json": [ONE], "old.svg": SVG });
    const intake = (await createImageIntake(folder, join(folder, "out")))!;
    expect(await intake.take()).toBeUndefined();
    for (const image of ["one.svg", "old.png", "fresh.svg", "fresh.png"]) writeFileSync(join(folder, image), SVG);
    mkdirSync(join(folder, "out"));
    writeFileSync(join(folder, "out/made.png"), SVG);
    const taken = await intake.take();
    expect(taken?.records.map(({ id }) => id)).toEqual(["fresh"]);
    expect(taken?.refused.map(({ owner }) => owner)).toEqual([undefined, "one"]);
    expect(recordsIn(join(folder, "icons/icons.json")).map(({ id }) => id)).toEqual(["one", "fresh"]);
    expect(await intake.take()).toBeUndefined();
  });

  it("are taken later if the dataset has a problem now", async () => {
    const folder = temporaryFolder({ "dataset.json": { name: "My" }, "icons/icons.json": "[{]" });
    const intake = (await createImageIntake(folder, join(folder, "out")))!;
    writeFileSync(join(folder, "fresh.svg"), SVG);
    await expect(intake.take()).rejects.toThrow();
    writeFileSync(join(folder, "icons/icons.json"), "[]");
    expect((await intake.take())?.records).toHaveLength(1);
  });

  it("adds variants with their icon, and refuses the image of a variant", async () => {
    const files = ["new/logo-dark.svg", "new/logo.svg", "new/pair-light.svg", "new/pair-dark.svg", "data/a-mono.svg"];
    const one = {
      id: "a",
      name: "A",
      developer: "D",
      category: "c",
      variants: [{ name: "mono", image: "a-mono.svg" }],
    };
    const folder = temporaryFolder({
      ...Object.fromEntries(files.map((file) => [file, SVG])),
      "data/dataset.json": { name: "Mine" },
      "data/icons/icons.json": [one],
    });
    const paths = files.map((file) => join(folder, file));
    const refusal = await runHere(["add", ...paths, "--data", join(folder, "data")]);
    expect([refusal.code, refusal.stderr]).toEqual([
      1,
      expect.stringContaining('a-mono.svg: is already the image of "a"\nnothing was added'),
    ]);
    const { code, stdout } = await runHere(["add", ...paths.slice(0, -1), "--data", join(folder, "data")]);
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining("  logo: images/logo.svg, dark images/logo-dark.svg\n"),
    ]);
    const records = JSON.parse(readFileSync(join(folder, "data/icons/icons.json"), "utf8"));
    const filled = { developer: "FILL IN", category: "FILL IN" };
    expect(records).toEqual([
      one,
      {
        ...{ id: "logo", name: "Logo", ...filled, image: "images/logo.svg" },
        variants: [{ name: "dark", image: "images/logo-dark.svg" }],
      },
      {
        ...{ id: "pair", name: "Pair", ...filled, image: "images/pair-dark.svg" },
        variants: [
          { name: "light", image: "images/pair-light.svg" },
          { name: "dark", image: "images/pair-dark.svg" },
        ],
      },
    ]);
    expect(readdirSync(join(folder, "data/images")).sort()).toEqual([
      "logo-dark.svg",
      "logo.svg",
      "pair-dark.svg",
      "pair-light.svg",
    ]);
  });
});
