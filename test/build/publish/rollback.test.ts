import { appendFileSync, chmodSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { compile } from "#build/compile/compile.js";
import { rollBack } from "#build/publish/rollback.js";
import { readCurrent } from "#src/catalog/generation/generation.js";
import { temporaryFolder } from "../../support/folder.js";
import { runHere } from "../../support/run-here.js";

/** Builds datasets of one icon each, an hour apart. @returns the generations, oldest first */
async function built(out: string, names: readonly string[], keep?: number): Promise<string[]> {
  const data = join(out, "data.json");
  const generations: string[] = [];
  for (const [at, name] of names.entries()) {
    writeFileSync(data, JSON.stringify([{ id: "a", name, category: "x", developer: "y" }]));
    const { generation } = await compile({ data, out, jobs: 1, ...(keep === undefined ? {} : { keep }) });
    const time = new Date(2026, 0, 1, at);
    utimesSync(join(out, generation, "manifest.json"), time, time);
    generations.push(generation);
  }
  return generations;
}

const folders = (out: string): string[] => readdirSync(out).filter((name) => /^[0-9a-f]{32}$/.test(name));

describe("rollback", () => {
  it("returns one generation at a time, or to a named one", async () => {
    const out = temporaryFolder();
    const [first, second, third] = await built(out, ["one", "two", "three"]);
    expect(await rollBack(out)).toEqual({ generation: second, before: third });
    expect(readCurrent(out)).toBe(second);
    expect(await rollBack(out)).toEqual({ generation: first, before: second });
    await expect(rollBack(out)).rejects.toThrow(/no generation older than/);
    expect(readCurrent(out)).toBe(first);
    expect(await rollBack(out, third)).toEqual({ generation: third, before: first });
    expect(folders(out).sort()).toEqual([first, second, third].sort());
  });

  it("rejects damaged and missing generations, and empty folders", async () => {
    const out = temporaryFolder();
    const [first, second] = await built(out, ["one", "two"]);
    const file = join(out, first!, "cards-0000.json");
    chmodSync(file, 0o644);
    appendFileSync(file, "x");
    await expect(rollBack(out)).rejects.toThrow(/damaged/);
    await expect(rollBack(out, "0".repeat(32))).rejects.toThrow(
      new RegExp(`has no generation 0{32}; it has .*${second}`),
    );
    expect(readCurrent(out)).toBe(second);
    await expect(rollBack(temporaryFolder())).rejects.toThrow(/run `icons build` first/);
    await expect(rollBack(join(out, "nothing"))).rejects.toThrow(/run `icons build` first/);
  });

  it("rolls back with a command", async () => {
    const out = temporaryFolder();
    const [first, second] = await built(out, ["one", "two"]);
    const { code, stdout } = await runHere(["rollback", "--artifacts", out, "--json"]);
    expect([code, JSON.parse(stdout)]).toEqual([0, { generation: first, before: second }]);
    expect(readFileSync(join(out, "CURRENT"), "utf8")).toBe(`${first}\n`);
    const again = await runHere(["rollback", "--artifacts", out]);
    expect(again.code).toBe(1);
    expect(again.stderr).toContain("has no generation older than");
  });
});

describe("kept generations", () => {
  it.each([
    [undefined, 3],
    [1, 1],
    [2, 2],
  ])("keeps with --keep %s the newest %s", async (keep, kept) => {
    const out = temporaryFolder();
    const generations = await built(out, ["one", "two", "three", "four", "five"], keep);
    expect(folders(out).sort()).toEqual(generations.slice(-kept).sort());
  });
});
