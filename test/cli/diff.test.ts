import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compile } from "#build/compile/compile.js";
import { compileWithHistory } from "#build/history/compile-with-history.js";
import { icons } from "../support/cli.js";
import { temporaryFolder } from "../support/folder.js";
import { runHere } from "../support/run-here.js";

const square = (color: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v4H4v4H0z" fill="${color}"/></svg>`;
const bar = (color: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v3H0z" fill="${color}"/></svg>`;

/** As bright as #008000, so that the hash is unchanged. */
const SAME_LUMA = "#fb0000";

const icon = (id: string, more: object = {}): object => ({
  id,
  name: `Name of ${id}`,
  developer: "Acme",
  category: "tools",
  ...more,
});

const BEFORE = [
  icon("same", { image: "same.svg" }),
  icon("old-id", { image: "moved.svg" }),
  icon("named", { name: "Old name" }),
  icon("sorted"),
  icon("drawn", { image: "drawn.svg" }),
  icon("painted", { image: "painted.svg" }),
  icon("told"),
  icon("gone"),
];
const AFTER = [
  icon("same", { image: "same.svg" }),
  icon("new-id", { name: "Name of old-id", image: "moved.svg" }),
  icon("named", { name: "New name" }),
  icon("sorted", { category: "games" }),
  icon("drawn", { image: "drawn.svg" }),
  icon("painted", { image: "painted.svg" }),
  icon("told", { website: "https://example.com", mood: "calm" }),
  icon("fresh"),
];
const PICTURES = {
  "same.svg": square("#808080"),
  "moved.svg": square("#0000ff"),
  "drawn.svg": square("#ff0000"),
  "painted.svg": square("#008000"),
};

let prepared = "";
let generation = "";

beforeAll(async () => {
  prepared = mkdtempSync(join(tmpdir(), "icons-diff-"));
  const [data, cache] = [join(prepared, "dataset/icons.json"), join(prepared, "cache")];
  for (const [name, text] of Object.entries({ ...PICTURES, "icons.json": JSON.stringify(BEFORE) }))
    write(`dataset/${name}`, text);
  const built = await compile({ data, out: join(prepared, "dataset/out"), jobs: 1 });
  ({ generation } = built);
  write("dataset/icons.json", JSON.stringify(AFTER, null, 2));
  write("dataset/drawn.svg", bar("#ff0000"));
  write("dataset/painted.svg", square(SAME_LUMA));
  await compile({ data, out: join(prepared, "after"), cache, jobs: 1 });

  function write(path: string, text: string): void {
    mkdirSync(dirname(join(prepared, path)), { recursive: true });
    writeFileSync(join(prepared, path), text);
  }
});
afterAll(() => rmSync(prepared, { recursive: true, force: true }));

/**
 * A dataset that was built and then edited, with one change of each kind. @param analyzed whether the edited images are
 * cached
 */
function edited(analyzed = true): { data: string; out: string } {
  const folder = temporaryFolder();
  const [data, out] = [join(folder, "icons.json"), join(folder, "out")];
  cpSync(join(prepared, "dataset"), folder, { recursive: true, preserveTimestamps: true });
  if (analyzed) cpSync(join(prepared, "cache"), join(out, "cache"), { recursive: true });
  return { data, out };
}

/** The content of all files in a folder, by path. */
function contentOf(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map(({ parentPath, name }) => join(parentPath, name)).sort();
  return Object.fromEntries(paths.map((path) => [path, readFileSync(path, "latin1")]));
}

/** Removes names of generations and measured figures, which depend on the decoder. */
const plain = (text: string): string =>
  text
    .replaceAll(/\b[0-9a-f]{32}\b/g, "GENERATION")
    .replaceAll(/\b[0-9a-f]{16}\b/g, "HASH")
    .replaceAll(/(Hamming distance of|Name of drawn\t)( ?)\d+/g, "$1$2D");

const TABLES = `Added (1)
id	name	category	developer
fresh	Name of fresh	tools	Acme

Removed (1)
id	name	category	developer
gone	Name of gone	tools	Acme

Id changed (1)
before	after	name
old-id	new-id	Name of old-id

Renamed (1)
id	before	after
named	Old name	New name

Recategorized (1)
id	name	before	after
sorted	Name of sorted	tools	games

Image changed (1)
id	name	distance
drawn	Name of drawn	D

Redrawn, same hash (1)
id	name
painted	Name of painted

Palette changed (1)
id	name	by	before	after
painted	Name of painted	0.3782	#008000	#fb0000

Other fields changed (2)
id	name	fields
painted	Name of painted	colors
told	Name of told	mood, website

GENERATION → GENERATION: 8 changed of 8 icons: 1 added; 1 removed; 1 id changed; 1 renamed; 1 recategorized; 1 image changed; 1 redrawn, same hash; 1 palette changed; 2 other fields changed
`;

describe("icons diff", () => {
  it("reports every kind of change between the live generation and a dataset, and between two generations", async () => {
    const { data, out } = edited(false);
    const before = contentOf(out);
    const aside = await icons(["diff", data, "--artifacts", out]);
    expect(plain(aside.stdout)).toBe(TABLES);
    expect(aside.code).toBe(0);
    expect(contentOf(out)).toEqual(before);
    await compile({ data, out, jobs: 1, allowRemovals: true });
    for (const args of [[], [generation, out], [join(out, generation), data]]) {
      const { code, stdout } = await runHere(["diff", ...args, "--artifacts", out, "--exit-code"]);
      expect(plain(stdout)).toBe(TABLES);
      expect(code).toBe(1);
    }
  });

  it("reports that nothing changed between a generation and its dataset", async () => {
    const out = temporaryFolder();
    const data = join(temporaryFolder({ "icons.ndjson": JSON.stringify(icon("a")) }), "icons.ndjson");
    await compile({ data, out, jobs: 1, allowRemovals: true });
    const same = await runHere(["diff", data, "--artifacts", out, "--exit-code"]);
    expect(plain(same.stdout)).toBe("GENERATION → GENERATION: no difference in 1 icon\n");
    expect(same.code).toBe(0);
  });

  it("reports the changes as JSON", async () => {
    const { data, out } = edited();
    const { stdout } = await runHere(["diff", data, "--artifacts", out, "--json"]);
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({
      before: { generation, dataset: "icons", icons: 8 },
      after: { dataset: "icons", icons: 8 },
      changed: 8,
      counts: { added: 1, removed: 1, id: 1, name: 1, category: 1, image: 1, redrawn: 1, palette: 1, fields: 2 },
      reordered: false,
      omitted: 0,
    });
    const byId = Object.fromEntries(report.changes.map((change: { id: string }) => [change.id, change]));
    const of = { developer: "Acme", category: "tools" };
    expect(byId.named).toEqual({ ...of, id: "named", kinds: ["name"], name: "New name", previousName: "Old name" });
    expect(byId["new-id"]).toMatchObject({ kinds: ["id"], previousId: "old-id" });
    expect(byId.sorted).toMatchObject({ kinds: ["category"], category: "games", previousCategory: "tools" });
    expect(byId.drawn).toMatchObject({ kinds: ["image"], distance: expect.any(Number) });
    expect(byId.drawn.phash).not.toBe(byId.drawn.previousPhash);
    expect(byId.painted).toMatchObject({ kinds: ["redrawn", "palette", "fields"], paletteDistance: 0.3782 });
    expect(byId.told).toMatchObject({ kinds: ["fields"], fields: ["mood", "website"] });
  });

  it("shows the requested number of changes and counts the others", async () => {
    const { data, out } = edited();
    const { stdout } = await runHere(["diff", data, "--artifacts", out, "--limit", "0"]);
    expect(stdout).toContain("Added (1)\n… and 1 more\n");
    expect(stdout).not.toContain("fresh");
  });

  it("reports a missing generation or dataset", async () => {
    const { out } = edited();
    const unknown = "0".repeat(32);
    for (const [args, said] of [
      [[], `has no generation older than ${generation}`],
      [[unknown], `has no generation ${unknown}; it has ${generation}`],
      [["nowhere"], "nowhere:1: does not exist"],
    ] as const) {
      const { code, stderr } = await runHere(["diff", ...args, "--artifacts", out]);
      expect(stderr).toContain(said);
      expect(code).toBe(1);
    }
    const { code, stderr } = await runHere(["diff", out, "--artifacts", temporaryFolder()]);
    expect(stderr).toContain("contains no generation; run `icons build` first");
    expect(code).toBe(1);
  });
});

describe("icons build --dry-run", () => {
  it("shows the difference to the live generation and the missing history entries, and writes nothing", async () => {
    const { data, out } = edited();
    const before = contentOf(out);
    const { code, stdout } = await runHere([
      "build",
      data,
      "--out",
      out,
      "--allow-removals",
      "--dry-run",
      "--date",
      "2026-05-11",
    ]);
    expect(
      plain(stdout),
    ).toBe(`${TABLES}proposed 2 history entries: \`icons build ${data} --out ${out} --date 2026-05-11 --record-history\` writes them into the dataset
id	version	date	old hash	new hash	note
drawn	2026	2026-05-11	HASH	HASH	The image changed by a Hamming distance of D from HASH.
painted	2026	2026-05-11	HASH	HASH	The colors changed, by 0.3782 in OKLab.
dry run icons: nothing was written into ${out}
`);
    expect(code).toBe(0);
    expect(contentOf(out)).toEqual(before);
  });

  it("reports every icon as added if no generation is live", async () => {
    const folder = temporaryFolder({ ...PICTURES, "icons.json": BEFORE });
    const out = join(folder, "out");
    const { stdout } = await runHere([
      "build",
      join(folder, "icons.json"),
      "--out",
      out,
      "--allow-removals",
      "--dry-run",
      "--json",
    ]);
    expect(JSON.parse(stdout)).toMatchObject({
      dryRun: true,
      icons: 8,
      diff: { before: null, changed: 8, counts: { added: 8 } },
      proposed: 0,
      proposals: [],
    });
    expect(readdirSync(folder)).not.toContain("out");
  });
});

describe("icons build --record-history", () => {
  it("writes the entries into the dataset once, so that the new generation has them", async () => {
    const { data, out } = edited();
    const text = readFileSync(data, "utf8");
    const first = await runHere([
      "build",
      data,
      "--out",
      out,
      "--allow-removals",
      "--record-history",
      "--date",
      "2026-05-11",
    ]);
    expect(first.code, first.stderr).toBe(0);
    expect(first.stdout).toContain(`recorded 2 history entries in ${data}\n`);
    const recorded = readFileSync(data, "utf8");
    const records = JSON.parse(recorded) as { id: string; versionHistory?: object[] }[];
    expect(records.map(({ versionHistory: _history, ...rest }) => rest)).toEqual(JSON.parse(text));
    const shown = await runHere(["show", "drawn", "--artifacts", out, "--json"]);
    const { versionHistory, phash } = JSON.parse(shown.stdout);
    expect(versionHistory).toEqual(records.find(({ id }) => id === "drawn")!.versionHistory);
    expect(versionHistory).toMatchObject([{ version: "2026", date: "2026-05-11", phash }]);
    const second = await runHere(["build", data, "--out", out, "--allow-removals", "--record-history", "--json"]);
    expect(JSON.parse(second.stdout)).toMatchObject({ unchanged: true, proposals: [], recorded: [] });
    expect(readFileSync(data, "utf8")).toBe(recorded);
  });

  it("names a second change of the year after its month, and a third after its day", async () => {
    const { data, out } = edited();
    const picture = join(data, "../drawn.svg");
    const shapes = ["M0 0h8v3H0z", "M0 0h3v8H0z", "M5 5h3v3H5z"];
    for (const shape of shapes) {
      writeFileSync(picture, bar("#ff0000").replace("M0 0h8v3H0z", shape));
      await compileWithHistory(
        { data, out, jobs: 1, allowRemovals: true },
        { date: "2026-05-11", record: true, limit: 9 },
      );
    }
    const drawn = JSON.parse(readFileSync(data, "utf8")).find(({ id }: { id: string }) => id === "drawn");
    const versions = drawn.versionHistory.map(({ version }: { version: string }) => version);
    expect(versions).toEqual(["2026-05-11", "2026-05", "2026"]);
  });

  it("says after a build what changed since the previously live generation, as icons diff counts it", async () => {
    const { data, out } = edited();
    const built = await runHere(["build", data, "--out", out, "--allow-removals"]);
    const { stdout } = await runHere(["diff", "--artifacts", out, "--json"]);
    const { before, changed, counts } = JSON.parse(stdout);
    expect(counts).toMatchObject({ added: 1, removed: 1 });
    expect(built.stdout).toMatch(
      new RegExp(`^changed since ${before.generation}: ${changed} changed of \\d+ icons: `, "m"),
    );
    expect(built.stdout).toContain(`${counts.added} added; ${counts.removed} removed`);
    const again = await runHere(["build", data, "--out", out, "--allow-removals"]);
    expect(again.stdout).not.toContain("changed since");
  });

  it("proposes nothing if an entry has been written since", async () => {
    const { data, out } = edited();
    const records = JSON.parse(readFileSync(data, "utf8"));
    for (const record of records) record.versionHistory = [{ version: "2", date: "2026-05" }];
    writeFileSync(data, JSON.stringify(records));
    const built = await runHere(["build", data, "--out", out, "--allow-removals", "--record-history", "--json"]);
    expect(JSON.parse(built.stdout)).toMatchObject({ proposals: [], recorded: [] });
    expect(readFileSync(data, "utf8")).toBe(JSON.stringify(records));
  });

  it("rejects --dry-run at the same time, and dates that do not exist", async () => {
    expect(await runHere(["build", "--dry-run", "--record-history"])).toMatchObject({ code: 2 });
    expect(await runHere(["build", "--date", "2026-02-30"])).toMatchObject({ code: 2 });
  });
});
