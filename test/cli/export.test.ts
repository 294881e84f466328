import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Ran } from "../support/cli.js";
import { EXPORTED_IDS, exportArtifacts, STORED } from "../support/export-catalog.js";
import { temporaryFolder } from "../support/folder.js";
import { runHere } from "../support/run-here.js";

const artifacts = exportArtifacts();

const run = (args: readonly string[], cwd?: string): Promise<Ran> =>
  runHere(["export", ...args, "--artifacts", artifacts.path], {}, cwd === undefined ? {} : { cwd });

/** Runs the command line in a process with the given standard input. */
async function piped(args: readonly string[], input = ""): Promise<Ran> {
  const child = spawn(process.execPath, ["cli/icons.mjs", "export", ...args, "--artifacts", artifacts.path]);
  const written = { stdout: "", stderr: "" };
  for (const stream of ["stdout", "stderr"] as const) {
    child[stream].on("data", (chunk: Buffer) => {
      written[stream] += chunk.toString("latin1");
    });
  }
  child.stdin.end(input);
  const [code] = await once(child, "close");
  return { code, ...written };
}

describe("icons export", () => {
  it.each([
    ["out", "folder"],
    ["out.zip", "zip"],
    ["out.svg", "sprite"],
    ["out.json", "iconify"],
    ["out.ndjson", "ndjson"],
    ["out.jsonl", "ndjson"],
    ["OUT.CSV", "csv"],
    ["out.parquet", "parquet"],
  ])("chooses the format by the extension of %s: %s", async (name, format) => {
    const folder = temporaryFolder();
    const { code, stdout } = await run(["*", "--out", name, "--json"], folder);
    const summary = JSON.parse(stdout);
    expect([code, summary.out, summary.format]).toEqual([0, name, format]);
    expect(summary.withoutImage).toEqual({ count: 1, first: ["none"] });
    expect(readdirSync(folder)).toEqual(format === "sprite" ? ["out.d.ts", "out.svg"] : [name]);
  });

  it.each([
    [
      ["disc*", "ring"],
      ["disc", "ring"],
    ],
    [
      ["ring", "disc", "ring"],
      ["ring", "disc"],
    ],
    [["--category", "odd"], EXPORTED_IDS.filter((_, at) => at % 2 === 1)],
    [["d*", "--category", "odd"], ["dawn"]],
    [["dawn", "--category", "odd"], ["dawn"]],
    [["--query", "flag"], ["flag"]],
    [
      ["--ids", "ids.txt"],
      ["wide", "disc"],
    ],
    [
      ["ring", "--ids", "ids.txt"],
      ["ring", "wide", "disc"],
    ],
    [["*"], EXPORTED_IDS],
  ])("selects icons by id, pattern, query, filter and file: %j", async (args, ids) => {
    const folder = temporaryFolder({ "ids.txt": "\uFEFFwide\r\n\n  disc\n" });
    await run([...args, "--fields", "id", "--out", "out.csv"], folder);
    const rows = readFileSync(join(folder, "out.csv"), "utf8").trimEnd().split("\r\n").slice(1);
    expect(rows).toEqual(ids);
  });

  it("reports what it wrote, and which icons have no drawing or no image", async () => {
    const folder = temporaryFolder();
    const sprite = await run(["*", "--out", "a.svg"], folder);
    expect(sprite.stdout).toMatch(/^exported a\.svg \(9 icons, 2 files, \d\.\d KB\)\n$/);
    expect(sprite.stderr).toBe(
      "1 icon without a drawing is left out: small\n1 icon without an image is left out: none\n",
    );
    const files = await run(["*", "--layout", "{id}.svg,{id}.png", "--out", "a"], folder);
    expect(files.stderr).toContain("1 icon without a drawing gets no .svg: small\n");
    const native = await run(["*", "--format", "react-native", "--out", "b"], folder);
    expect(native.stderr).toContain("1 icon with a drawing that react-native can't show is left out: styled\n");
    expect((await run(["*", "--out", "a.csv"], folder)).stderr).toBe("");
  });

  it("writes a single file to standard output, and a summary to standard error", async () => {
    const args = ["--ids", "-", "--format", "ndjson", "--fields", "id,svg", "--out", "-"];
    const { code, stdout, stderr } = await piped([...args, "--json"], "disc\nflag\n");
    const rows = ["disc", "flag"].map((id) => `${JSON.stringify({ id, svg: STORED[id] })}\n`);
    expect([code, stdout]).toEqual([0, rows.join("")]);
    expect(JSON.parse(stderr)).toMatchObject({ out: "-", icons: 2, bytes: stdout.length });
    const zip = await piped(["disc", "--format", "zip", "--out", "-"]);
    expect([zip.stdout.slice(0, 2), zip.stderr]).toEqual(["PK", ""]);
  });

  it.each([
    [["disc"], 2, "--out is missing; give a folder, a file or -"],
    [["--out", "a"], 2, "name icons by id or pattern, or select them with --query or filters such as --category"],
    [["nobody", "--out", "a"], 3, 'no icon has the id "nobody"'],
    [["flag", "--category", "even", "--out", "a"], 2, 'no icon of those selected matches "flag"'],
    [["--ids", "missing.txt", "--out", "a"], 2, "--ids missing.txt can't be read: ENOENT"],
    [["disc", "--out", "-"], 2, "--out - needs --format: zip, sprite, iconify, ndjson, csv, parquet"],
    [["disc", "--out", "-", "--format", "folder"], 2, "--out - takes a single file"],
    [["disc", "--out", "-", "--format", "vue"], 2, "--out - takes a single file"],
    [["disc", "--out", "a", "--format", "vue", "--size", "32"], 2, "--size has no effect on vue"],
    [["styled", "--out", "a", "--format", "react-native"], 1, "can't show the drawing of any selected icon"],
    [["disc", "--out", "a", "--format", "tar"], 2, "folder, zip, sprite, iconify, ndjson, csv, parquet"],
    [
      ["disc", "--out", "a", "--layout", "../{id}.svg"],
      2,
      '--layout "../{id}.svg" has a part that is empty or consists of dots',
    ],
    [["disc", "--out", "a", "--layout", "{id}.png", "--size", "32,64"], 2, "would be one file for 2 sizes; add {size}"],
    [["disc", "--out", "a", "--size", "8"], 2, "16 to 1024"],
    [
      ["disc", "--out", "a", "--layout", "{id}.ico", "--size", "512"],
      2,
      "--size must be a whole number from 16 to 256",
    ],
    [["disc", "--out", "a", "--paint", "gren"], 2, "--paint must be a CSS color"],
    [["disc", "--out", "a.csv", "--paint", "red"], 2, "--paint has no effect on csv"],
    [
      ["disc", "--out", "a.csv", "--layout", "{id}.svg"],
      2,
      "--layout has no effect on csv; remove it, or give a --format of folder, zip",
    ],
    [["disc", "--out", "a.svg", "--fields", "id"], 2, "--fields has no effect on sprite"],
    [["disc", "--out", "a.svg", "--escape-formulas"], 2, "--escape-formulas has no effect on sprite"],
    [["disc", "--out", "a.zip", "--force"], 2, "--force has no effect on zip"],
    [["disc", "--out", "a.csv", "--fields", "id,nope"], 2, "Give any of id, name,"],
    [["disc", "--out", "a.csv", "--fields", ""], 2, "--fields names no column"],
    [
      ["disc", "--out", "a.json", "--prefix", "My Icons"],
      2,
      "Give lower-case letters, digits and single dashes, such as my-icons.",
    ],
    [["small", "--out", "a.svg"], 1, "none of the 1 selected icons has a drawing"],
  ])("rejects %j with a specific message, and writes nothing", async (args, expected, message) => {
    const folder = temporaryFolder();
    const { code, stdout, stderr } = await run(args, folder);
    expect([code, stdout]).toEqual([expected, ""]);
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/\n {4}at /);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("selects drawings in a single color, and names icons that --paint leaves out", async () => {
    const folder = temporaryFolder();
    const painted = await run(["disc", "flag", "dusk", "--paint", "red", "--out", "a.svg"], folder);
    expect(painted.stdout).toContain("exported a.svg (1 icon, 2 files");
    expect(painted.stderr).toBe(
      "2 icons with several colors or a raster image, which --paint can't change, are left out: flag, dusk\n",
    );
    const table = await run(["*", "--fields", "id,svg", "--paint", "red", "--out", "a.ndjson"], folder);
    expect(table.stderr).toMatch(/^\d icons with several colors .* get no svg: flag, dusk, /);
    const single = EXPORTED_IDS.filter((id) => ["disc", "ring", "wide", "stretched", "a/b*c:é"].includes(id));
    for (const args of [["*", "--recolorable"], ["--recolorable"]]) {
      await run([...args, "--fields", "id", "--out", "b.csv"], folder);
      expect(readFileSync(join(folder, "b.csv"), "utf8").trimEnd().split("\r\n").slice(1)).toEqual(single);
    }
    const refused = await run(["flag", "--recolorable", "--out", "c.svg"], folder);
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining('no icon of those selected matches "flag"'),
    ]);
    const searched = await runHere([
      "search",
      "icon",
      "--recolorable",
      "--limit",
      "2",
      "--page",
      "2",
      "--json",
      "--artifacts",
      artifacts.path,
    ]);
    const { data, ...numbers } = JSON.parse(searched.stdout);
    expect([data.map(({ id }: { id: string }) => id), numbers]).toMatchObject([
      single.slice(2, 4),
      { total: single.length, page: 2, limit: 2, totalPages: 3 },
    ]);
  });

  it("applies look options to the column svg", async () => {
    const folder = temporaryFolder();
    await run(["disc", "--fields", "svg", "--paint", "#123456", "--out", "a.ndjson"], folder);
    expect(readFileSync(join(folder, "a.ndjson"), "utf8")).toContain("#123456");
    expect(existsSync(join(folder, "a.ndjson.tmp"))).toBe(false);
  });
});
