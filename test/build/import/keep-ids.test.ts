import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { importDashboardIcons } from "#build/import/collections/dashboard-icons.js";
import { importRecords } from "#build/import/records/import-records.js";
import { temporaryFolder } from "../../support/folder.js";
import { runHere } from "../../support/run-here.js";
import { recordsIn } from "../merge/merged-records.js";

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M1 1h6v3H1z" fill="#1877f2"/></svg>';
const GONE = { id: "gone", date: "2026-05-11", reason: "Trademark." };
const table = (...ids: readonly string[]): string =>
  ["id,name,developer,category,image", ...ids.map((id) => `${id},${id} icon,D,c,a.svg`)].join("\n");
const set = (...names: readonly string[]): object => ({
  prefix: "s",
  icons: Object.fromEntries(names.map((name) => [name, { body: '<path d="M0 0h4v4z"/>' }])),
});
const json = (path: string): unknown => JSON.parse(readFileSync(path, "utf8"));

/** Gives records of a dataset former ids. */
function redirect(file: string, former: Readonly<Record<string, readonly string[]>>): void {
  let text = readFileSync(file, "utf8");
  for (const [id, formerIds] of Object.entries(former))
    text = text.replace(`"id":"${id}"`, `"id":"${id}","formerIds":${JSON.stringify(formerIds)}`);
  writeFileSync(file, text);
}

/** The ids of a dataset with their former ids. */
const idsIn = (folder: string): [string, readonly string[] | undefined][] =>
  recordsIn(folder).map(({ id, formerIds }) => [id, formerIds]);

describe("icons import --force", () => {
  it("keeps former ids and removed icons, and gives none of these ids to an imported icon", async () => {
    const folder = temporaryFolder({ "a.svg": SVG, "old.csv": table("kite", "disc", "lost"), "out.txt": "" });
    const [out, artifacts] = [join(folder, "data"), join(folder, "artifacts")];
    await importRecords({ file: join(folder, "old.csv"), out });
    redirect(join(out, "icons/records.ndjson"), { kite: ["dragon", "eddy"], lost: ["found"] });
    writeFileSync(join(out, "removed.json"), JSON.stringify([GONE]));
    expect((await runHere(["build", out, "--out", artifacts])).code).toBe(0);

    // The source now has icons of its own under a removed id, a former id, and one whose icon it lacks.
    writeFileSync(join(folder, "new.csv"), table("kite", "gone", "dragon", "found", "disc"));
    const line = ["import", "records", join(folder, "new.csv"), "--out", out];
    const refused = await runHere(line);
    expect(refused.stderr).toContain(
      "Add --force to replace it. Of edits in it, only formerIds and removed.json are kept",
    );
    const { code, stdout } = await runHere([...line, "--force"]);
    expect(code).toBe(0);
    expect(stdout).toContain("(3 icons,");
    expect(stdout).toContain("kept 2 former ids and 1 removed icon of the replaced dataset\n");
    expect(stdout).toContain('  found: was a former id of "lost", which is not imported any more\n');
    expect(stdout).toContain(
      "  gone: removed.json lists it (2026-05-11: Trademark.); remove that entry before you import it\n",
    );
    expect(stdout).toContain('  dragon: is a former id of "kite"; remove it from those before you import it\n');
    const expected = [
      ["kite", ["dragon", "eddy"]],
      ["found", undefined],
      ["disc", undefined],
    ];
    expect(idsIn(out)).toEqual(expected);
    expect(json(join(out, "removed.json"))).toEqual([GONE]);
    expect(readdirSync(join(out, "images")).sort()).toEqual(["disc.svg", "found.svg", "kite.svg"]);

    expect((await runHere(["build", out, "--out", artifacts, "--allow-removals"])).code).toBe(0);
    const show = async (id: string) => (await runHere(["show", id, "--artifacts", artifacts])).stderr;
    expect(await show("gone")).toContain('the icon "gone" was removed on 2026-05-11: Trademark.');
    expect(await show("dragon")).toContain('the icon "dragon" was renamed to "kite"');
    expect((await runHere([...line, "--force"])).code).toBe(0);
    expect(idsIn(out)).toEqual(expected);
  });

  it("does so for Iconify sets, and refuses a source whose icons are all removed", async () => {
    const folder = temporaryFolder({ "old/s.json": set("kite", "disc"), "new/s.json": set("kite", "disc", "gone") });
    const out = join(folder, "data");
    const line = (source: string): string[] => ["import", "iconify", join(folder, source), "--out", out, "--force"];
    expect((await runHere(line("old"))).code).toBe(0);
    redirect(join(out, "icons/s.ndjson"), { "s:kite": ["s:dragon"] });
    writeFileSync(join(out, "removed.json"), JSON.stringify([{ ...GONE, id: "s:gone" }]));
    const { stdout } = await runHere([...line("new"), "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({
      icons: 2,
      kept: { formerIds: 1, removed: 1 },
      skipped: { sets: 0, icons: 1, first: [{ icon: "s:gone" }] },
    });
    expect(idsIn(out)).toEqual([
      ["s:kite", ["s:dragon"]],
      ["s:disc", undefined],
    ]);
    writeFileSync(join(folder, "new/s.json"), JSON.stringify(set("gone")));
    expect(await runHere(line("new"))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("s:gone: removed.json lists it"),
    });
    expect(idsIn(out)).toHaveLength(2);
  });

  it("unites removed icons with those of the source, of which an edited one stays as it is", async () => {
    const takedown = (date: string): object => ({ date, reason: "Asked to." });
    const folder = temporaryFolder({
      ...{ "source/svg/kite.svg": SVG, "source/svg/disc.svg": SVG },
      "source/takedowns.json": { first: takedown("2026-01-01"), second: takedown("2026-01-02") },
    });
    const out = join(folder, "data");
    const options = { source: join(folder, "source"), out };
    await importDashboardIcons(options);
    const edited = [
      { id: "first", date: "2026-01-01", reason: "Asked to.", successor: "kite" },
      { ...GONE, id: "disc" },
    ];
    writeFileSync(join(out, "removed.json"), JSON.stringify(edited));
    const { icons, kept } = await importDashboardIcons({ ...options, force: true });
    expect({ icons, kept }).toEqual({ icons: 1, kept: { formerIds: 0, removed: 2 } });
    expect(json(join(out, "removed.json"))).toEqual([...edited, { id: "second", ...takedown("2026-01-02") }]);
    expect(readdirSync(join(out, "images"))).toEqual(["kite.svg"]);
  });

  it.each([
    ["removed.json", "[{}]", "removed.json:1: "],
    ["icons/records.ndjson", '{"id":"kite","formerIds":"dragon"}\n', "records.ndjson:1: formerIds has the wrong type"],
    ["icons/records.ndjson", '{"id":"kite"\n', "records.ndjson:1: is not valid JSON"],
  ])("replaces nothing if %s of the old dataset is invalid", async (file, text, said) => {
    const folder = temporaryFolder({ "a.svg": SVG, "table.csv": table("kite") });
    const options = { file: join(folder, "table.csv"), out: join(folder, "data") };
    await importRecords(options);
    writeFileSync(join(options.out, file), text);
    const replaced = importRecords({ ...options, force: true });
    await expect(replaced).rejects.toThrow("so its former ids and removed icons would be lost. Fix it, or delete the");
    await expect(replaced).rejects.toThrow(said);
    expect(readFileSync(join(options.out, file), "utf8")).toBe(text);
    expect(existsSync(join(options.out, "images/kite.svg"))).toBe(true);
    expect(readdirSync(folder).sort()).toEqual(["a.svg", "data", "table.csv"]);
  });
});
