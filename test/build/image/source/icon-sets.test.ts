import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createIconSets } from "#build/image/source/icon-sets.js";
import { temporaryFolder } from "../../../support/folder.js";

const set = (prefix: string, body: string): object => ({ prefix, icons: { a: { body } } });
const body = async (sets: ReturnType<typeof createIconSets>, prefix: string): Promise<string> =>
  (await sets.find(prefix)).icons.a!.body;

describe("icon sets of a dataset", () => {
  it("reads an icon set from the dataset's folder, then its own package, then the package of all sets, then the program's packages", async () => {
    const all = "node_modules/@iconify/json";
    const one = "node_modules/@iconify-json";
    const folder = temporaryFolder({
      "iconify/p.json": set("p", "own"),
      [`${one}/p/icons.json`]: set("p", "package"),
      [`${one}/q/icons.json`]: set("q", "package"),
      [`${all}/json/q.json`]: set("q", "all"),
      [`${all}/json/r.json`]: set("r", "all"),
    });
    const sets = createIconSets(folder);
    expect([await body(sets, "p"), await body(sets, "q"), await body(sets, "r")]).toEqual(["own", "package", "all"]);
    expect((await sets.find("logos")).prefix).toBe("logos");
  });

  it("rejects icon sets that are missing, invalid or outside the folder", async () => {
    const folder = temporaryFolder({ "in/iconify/broken.json": "{", "out.json": set("link", "x") });
    symlinkSync(join(folder, "out.json"), join(folder, "in/iconify/link.json"));
    mkdirSync(join(folder, "in/iconify/folder.json"));
    const sets = createIconSets(join(folder, "in"));
    await expect(sets.find("broken")).rejects.toThrow("the Iconify set broken: is not valid JSON");
    await expect(sets.find("link")).rejects.toThrow("outside the dataset's folder");
    await expect(sets.find("folder")).rejects.toThrow("not a regular file");
    await expect(sets.find("nowhere")).rejects.toThrow("npm install @iconify-json/nowhere");
  });

  it("reads icon sets once while they fit in memory, and evicts the least recently used", async () => {
    const files = Object.fromEntries(["p", "q", "r"].map((prefix) => [`iconify/${prefix}.json`, set(prefix, "old")]));
    const folder = temporaryFolder(files);
    const size = JSON.stringify(set("p", "old"), null, 2).length;
    const sets = createIconSets(folder, 2 * size);
    const edit = (prefix: string): void =>
      writeFileSync(join(folder, `iconify/${prefix}.json`), JSON.stringify(set(prefix, "new")));
    for (const prefix of ["p", "q"]) expect(await body(sets, prefix)).toBe("old");
    for (const prefix of ["p", "q", "r"]) edit(prefix);
    expect(await body(sets, "p")).toBe("old");
    // Reading the third set evicts the second one, the least recently used.
    expect(await body(sets, "r")).toBe("new");
    expect([await body(sets, "p"), await body(sets, "q")]).toEqual(["old", "new"]);
  });
});
