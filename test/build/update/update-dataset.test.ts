import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compile } from "#build/compile/compile.js";
import { importIconify } from "#build/import/iconify/import-iconify.js";
import { updateDataset } from "#build/update/update-dataset.js";
import { openCatalog } from "#src/catalog/catalog.js";
import { IconNotFoundError } from "#src/catalog/generation/catalog-errors.js";
import { temporaryFolder } from "../../support/folder.js";
import { randomRuns } from "../../support/random-runs.js";
import { runHere } from "../../support/run-here.js";

type Loose = Record<string, unknown> & { id: string; description?: string; formerIds?: string[]; image?: string };

const NAMES = ["a", "b", "c", "d", "e", "f", "g"] as const;
const body = (size: number): string => `<path d="M0 0h${size}v4z"/>`;
const json = <T>(path: string): T => JSON.parse(readFileSync(path, "utf8"));
const write = (path: string, value: unknown): void => writeFileSync(path, JSON.stringify(value));

describe("an update with any edits and any new version", () => {
  const name = fc.constantFrom(...NAMES);
  const set = fc.record({
    icons: fc.dictionary(
      name,
      fc.record({ size: fc.integer({ min: 1, max: 9 }), hidden: fc.constantFrom(false, false, true) }),
      {
        minKeys: 1,
      },
    ),
    aliases: fc.dictionary(name, name),
  });
  const edit = fc.record({
    kind: fc.constantFrom(
      "field",
      "alias",
      "drop",
      "drop and list",
      "rename",
      "merge",
      "own",
      "draw",
      "move",
      "image",
      "readd",
    ),
    at: fc.nat(20),
    name,
  });

  it("leads from every id that was served to an icon, a redirect or a reason, and keeps edited fields", async () => {
    await fc.assert(
      fc.asyncProperty(
        set,
        set,
        set,
        fc.array(edit, { maxLength: 6 }),
        fc.array(edit, { maxLength: 3 }),
        async (...given) => {
          const [first, second, third, edits, later] = given;
          const folder = temporaryFolder({
            "1.json": iconify(first),
            "2.json": iconify(second),
            "3.json": iconify(third),
          });
          const [data, out] = [join(folder, "data"), join(folder, "artifacts")];
          try {
            await importIconify({ sources: [join(folder, "1.json")], out: data });
          } catch (error) {
            fc.pre(!/no icon to show|none of the icons/.test(String(error)));
            throw error;
          }
          for (const [version, some] of [
            ["2.json", edits],
            ["3.json", later],
          ] as const) {
            for (const one of some) change(data, one);
            const before = served(data);
            const notes = records(data).flatMap(({ description = [] }) => description);
            try {
              await updateDataset({ data, from: [join(folder, version)] });
            } catch (error) {
              fc.pre(!/no icon to show|none of the icons/.test(String(error)));
              throw error;
            }
            const after = served(data);
            expect([...before].filter((id) => !after.has(id))).toEqual([]);
            expect(records(data).flatMap(({ description = [] }) => description)).toEqual(expect.arrayContaining(notes));
            expect(
              (await updateDataset({ data, from: [join(folder, version)], dryRun: true })).rows.filter(
                ({ kind }) => kind !== "left out",
              ),
            ).toEqual([]);
          }
          expect(await servedByBuild(data, out)).toEqual(served(data));
        },
      ),
      { ...randomRuns(24), endOnFailure: true },
    );
  }, 120_000);

  const iconify = ({
    icons,
    aliases,
  }: {
    icons: Record<string, { size: number; hidden: boolean }>;
    aliases: Record<string, string>;
  }) => ({
    prefix: "s",
    icons: Object.fromEntries(
      Object.entries(icons).map(([name, { size, hidden }]) => [
        name,
        { body: body(size), ...(hidden ? { hidden } : {}) },
      ]),
    ),
    aliases: Object.fromEntries(
      Object.entries(aliases)
        .filter(([name, to]) => !(name in icons) && name !== to)
        .map(([name, parent]) => [name, { parent }]),
    ),
  });
});

describe("icons outdated, update and renames", () => {
  const svg = (size: number, title = ""): string =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><title>${title}</title>${body(size)}</svg>`;
  /** Version 1, and what became of it. */
  const collection = (version: string, icons: Readonly<Record<string, { size: number; old?: string }>>) => ({
    "package.json": { name: "simple-icons", version, license: "CC0-1.0" },
    "data/simple-icons.json": Object.entries(icons).map(([slug, { old }]) => ({
      ...{ title: slug.toUpperCase(), slug, hex: version },
      ...(old === undefined ? {} : { aliases: { old: [old] } }),
    })),
    ...Object.fromEntries(Object.entries(icons).map(([slug, { size }]) => [`icons/${slug}.svg`, svg(size, slug)])),
  });
  const inFolder = (name: string, files: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(files).map(([path, content]) => [`${name}/${path}`, content]));
  const BEFORE = {
    kept: { size: 1 },
    drawn: { size: 2 },
    mine: { size: 3 },
    same: { size: 4 },
    was: { size: 5 },
    gone: { size: 6 },
    liked: { size: 7 },
  };
  const AFTER = {
    drawn: { size: 12 },
    fresh: { size: 8 },
    is: { size: 15, old: "WAS" },
    kept: { size: 1 },
    mine: { size: 13 },
    renamed: { size: 4 },
  };

  async function imported() {
    const folder = temporaryFolder({
      ...inFolder("v1", collection("1.0.0", BEFORE)),
      ...inFolder("v2", collection("2.0.0", AFTER)),
    });
    const run = (...args: string[]) => runHere(args, {}, { cwd: folder });
    expect((await run("import", "simple-icons", "v1", "--out", "data")).code).toBe(0);
    const data = join(folder, "data");
    const file = join(data, "icons/simple-icons.ndjson");
    const edited = records(data).map((record) => ({
      ...record,
      ...(record.id === "kept"
        ? { website: "https://example.com", attributes: { ...(record.attributes as object), mine: 1 } }
        : {}),
      ...(record.id === "was" ? { formerIds: ["were"], aliases: ["Mine"] } : {}),
      ...(record.id === "liked" ? { description: "My words." } : {}),
    }));
    writeFileSync(file, edited.map((record) => `${JSON.stringify(record)}\n`).join(""));
    writeFileSync(join(data, "images/mine.svg"), svg(33));
    writeFileSync(
      join(data, "icons/own.json"),
      '[ {"id":"own","name":"Own","developer":"Me","category":"c",\t"image":"notes.svg"} ]',
    );
    writeFileSync(join(data, "notes.svg"), svg(30));
    symlinkSync("notes.svg", join(data, "link.svg"));
    return { folder, data, run };
  }

  it("reports what the new version changes, writes it, and keeps what a person has changed", async () => {
    const { folder, data, run } = await imported();
    const upToDate = await run("outdated", "data");
    expect([upToDate.code, upToDate.stdout]).toEqual([0, "../v1: 1.0.0 → 1.0.0\nnothing changed\n"]);
    expect((await run("build", "data")).code).toBe(0);
    const before = readFileSync(join(data, "icons/simple-icons.ndjson"), "utf8");

    const outdated = await run("outdated", "data", "--from", "v2", "--json");
    expect(outdated.code).toBe(1);
    const { rows, sources } = JSON.parse(outdated.stdout);
    expect(sources).toEqual([{ from: "../v2", version: "2.0.0" }]);
    expect(rows).toEqual(
      [
        { kind: "kept", id: "liked", detail: "no longer in Simple Icons 2.0.0; you changed description" },
        { kind: "kept", id: "mine", detail: "both changed image" },
        { kind: "renamed", id: "same", to: "renamed", detail: "same drawing" },
        { kind: "renamed", id: "was", to: "is", detail: "name is an alias" },
        { kind: "removed", id: "gone", detail: "no longer in Simple Icons 2.0.0" },
        { kind: "added", id: "fresh", detail: "FRESH" },
        ...["drawn", "mine", "same", "was"].map((id) => ({ kind: "drawing", id, detail: "" })),
        ...["kept", "drawn", "mine", "same", "was"].map((id) => ({
          kind: "fields",
          id,
          detail: expect.stringContaining("attributes"),
        })),
      ].map((row) => expect.objectContaining(row)),
    );
    const dry = await run("update", "data", "--from", "v2", "--dry-run");
    expect([dry.code, dry.stdout]).toEqual([0, expect.stringContaining("renamed\twas → is\tname is an alias\n")]);
    expect(readFileSync(join(data, "icons/simple-icons.ndjson"), "utf8")).toBe(before);

    expect((await run("update", "data", "--from", "v2", "--date", "2026-05-11")).code).toBe(0);
    const after = new Map(records(data).map((record) => [record.id, record]));
    expect([...after.keys()]).toEqual(["own", "kept", "drawn", "fresh", "mine", "renamed", "is", "liked"]);
    expect(after.get("kept")).toMatchObject({ website: "https://example.com", attributes: { hex: "2.0.0", mine: 1 } });
    expect(after.get("is")).toMatchObject({
      aliases: ["Mine", "WAS"],
      formerIds: ["were", "was"],
      updatedAt: "2026-05-11",
    });
    expect(after.get("fresh")).toMatchObject({ createdAt: "2026-05-11", image: "images/fresh.svg" });
    expect(removedIn(data)).toEqual([{ id: "gone", date: "2026-05-11", reason: "no longer in Simple Icons 2.0.0" }]);
    const image = (name: string): string => readFileSync(join(data, "images", `${name}.svg`), "utf8");
    expect(["drawn", "mine", "liked", "is"].map(image)).toEqual([
      svg(12, "drawn"),
      svg(33),
      svg(7, "liked"),
      svg(15, "is"),
    ]);
    expect(readdirSync(join(data, "images")).sort()).toEqual(
      ["drawn", "fresh", "is", "kept", "liked", "mine", "renamed"].map((name) => `${name}.svg`),
    );
    expect(readFileSync(join(data, "icons/own.json"), "utf8")).toContain(',\t"image"');
    expect(readlinkSync(join(data, "link.svg"))).toBe("notes.svg");
    expect(json(join(data, "dataset.json"))).toMatchObject({
      upstream: { importer: "simple-icons", sources: [{ from: "../v2", version: "2.0.0" }] },
    });
    expect(readdirSync(folder).filter((name) => name.startsWith("."))).toEqual([]);

    // The build finds no id and no drawing dropped.
    expect((await run("build", "data")).code).toBe(0);
    writeFileSync(join(folder, "ids.txt"), "kept\nwas\n\ngone \nwere\nkeptt\n");
    const renames = await run("renames", "ids.txt");
    expect([renames.code, renames.stdout]).toEqual([
      3,
      "id\tnow\tdetail\nwas\tis\trenamed\ngone\tremoved\t2026-05-11: no longer in Simple Icons 2.0.0\nwere\tis\trenamed\nkeptt\tunknown\tdid you mean kept?\n1 of 5 unchanged\n",
    ]);
    writeFileSync(join(folder, "ids.json"), '["kept", "was"]');
    const listed = await run("renames", "ids.json", "--json");
    expect([listed.code, JSON.parse(listed.stdout)]).toEqual([
      1,
      {
        total: 2,
        changed: 1,
        data: [
          { id: "kept", state: "unchanged" },
          { id: "was", state: "renamed", to: "is" },
        ],
      },
    ]);
    writeFileSync(join(folder, "ids.json"), "[1]");
    expect((await run("renames", "ids.json")).stderr).toContain("contains values that are not texts");
  });

  it("says what is missing, and takes the version before from --base", async () => {
    const { data, run } = await imported();
    rmSync(join(data, "upstream.ndjson"));
    expect((await run("outdated", "data")).stderr).toContain("has no upstream.ndjson");
    const { rows } = JSON.parse((await run("outdated", "data", "--base", "v1", "--from", "v2", "--json")).stdout);
    expect(rows).toContainEqual({
      kind: "kept",
      id: "liked",
      detail: "no longer in Simple Icons 2.0.0; you changed description",
    });
    write(join(data, "dataset.json"), { name: "By hand" });
    expect((await run("update", "data", "--base", "v1")).stderr).toContain("does not say where it comes from");
    expect((await run("update", "data/icons/own.json")).stderr).toContain("does not say where it comes from");
  });
});

const IDS = NAMES.flatMap((name) => [`s:${name}`, `own-${name}`, `renamed-${name}`]);

/** The ids of a dataset that lead somewhere, by its files. */
function served(data: string): Set<string> {
  const set = json<{ icons: Record<string, { hidden?: boolean }>; aliases?: Record<string, { parent: string }> }>(
    join(data, "iconify/s.json"),
  );
  const icons = records(data);
  const known = new Set([
    ...icons.flatMap(({ id, formerIds = [] }) => [id, ...formerIds]),
    ...removedIn(data).map(({ id }) => id),
  ]);
  const ids = new Map(icons.map((icon) => [icon.id, icon]));
  /** An alias leads to the first record on its way to an icon of the set that is hidden or has a record. */
  const redirects = (alias: string): boolean => {
    let [name, isFound] = [alias, false];
    for (let steps = 0; steps < 9; steps++) {
      isFound ||= ids.has(`s:${name}`);
      const icon = set.icons[name];
      if (icon !== undefined) return isFound && (icon.hidden === true || ids.has(`s:${name}`));
      name = set.aliases?.[name]?.parent ?? "";
    }
    return false;
  };
  return new Set(IDS.filter((id) => known.has(id) || (id.startsWith("s:") && redirects(id.slice(2)))));
}

/** The same as a server responds, which also checks the dataset. */
async function servedByBuild(data: string, out: string): Promise<Set<string>> {
  await compile({ data, out, jobs: 1, strict: true });
  const catalog = openCatalog(out);
  const isMissing = (id: string): boolean => {
    try {
      return catalog.ordinalOf(id) === undefined;
    } catch (error) {
      return error instanceof IconNotFoundError;
    }
  };
  return new Set(IDS.filter((id) => !isMissing(id)));
}

function records(data: string): Loose[] {
  return readdirSync(join(data, "icons")).flatMap((file) => {
    const text = readFileSync(join(data, "icons", file), "utf8");
    return file.endsWith(".json")
      ? [JSON.parse(text)].flat()
      : text
          .trimEnd()
          .split("\n")
          .map((line) => JSON.parse(line));
  });
}

function removedIn(data: string): { id: string; successor?: string }[] {
  return existsSync(join(data, "removed.json")) ? json(join(data, "removed.json")) : [];
}

const FILE = "icons/s.ndjson";

function change(data: string, { kind, at, name }: { kind: string; at: number; name: string }): void {
  const file = join(data, FILE);
  if (!existsSync(file)) return;
  const list = readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .map((line): Loose => JSON.parse(line));
  const record = list[at % list.length]!;
  const removed = removedIn(data);
  const all = records(data);
  const isFree = (id: string) =>
    all.every((other) => other.id !== id && !other.formerIds?.includes(id)) && removed.every((icon) => icon.id !== id);
  const others = list.filter((other) => other !== record);
  const save = (changed: Loose[]): void =>
    writeFileSync(file, changed.map((one) => `${JSON.stringify(one)}\n`).join(""));
  const names = [record.id, ...(record.formerIds ?? [])];
  if (kind === "field") save(list.map((one) => (one === record ? { ...one, description: `note ${at} ${name}` } : one)));
  if (kind === "alias")
    save(
      list.map((one) =>
        one === record
          ? { ...one, aliases: [...new Set([...((one.aliases as string[]) ?? []), `by hand ${at}`])] }
          : one,
      ),
    );
  if (kind === "drop" && others.length > 0) save(others);
  if (kind === "drop and list" && others.length > 0) {
    save(others);
    write(join(data, "removed.json"), [
      ...removed,
      ...names.map((id) => ({ id, date: "2026-01-02", reason: "by hand", successor: others[0]!.id })),
    ]);
  }
  if (kind === "rename" && isFree(`renamed-${name}`)) {
    const { id, ...fields } = record;
    save(list.map((one) => (one === record ? ({ id: `renamed-${name}`, ...fields, formerIds: names } as Loose) : one)));
    fixSuccessors(data, id, `renamed-${name}`);
  }
  if (kind === "merge" && others.length > 0) {
    save(others.map((one, index) => (index === 0 ? { ...one, formerIds: [...(one.formerIds ?? []), ...names] } : one)));
    fixSuccessors(data, record.id, others[0]!.id);
  }
  if (kind === "own" && isFree(`own-${name}`))
    write(join(data, `icons/own-${name}.json`), {
      id: `own-${name}`,
      name,
      developer: "Me",
      category: "own",
      image: record.image,
    });
  if (kind === "readd" && isFree(`s:${name}`))
    write(join(data, `icons/readd-${name}.json`), {
      id: `s:${name}`,
      name,
      developer: "Me",
      category: "own",
      image: record.image,
    });
  if (kind === "draw" && record.image?.startsWith("iconify:s/")) {
    const path = join(data, "iconify/s.json");
    const set = json<{ icons: Record<string, unknown> }>(path);
    const icon = record.image.slice("iconify:s/".length);
    if (icon in set.icons) write(path, { ...set, icons: { ...set.icons, [icon]: { body: body(20 + at) } } });
  }
  if (kind === "image") {
    writeFileSync(
      join(data, `own-${at}.svg`),
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">${body(3)}</svg>`,
    );
    save(list.map((one) => (one === record ? { ...one, image: `own-${at}.svg` } : one)));
  }
  if (kind === "move" && others.length > 0 && !existsSync(join(data, "icons/moved.json"))) {
    save(others);
    write(join(data, "icons/moved.json"), [record]);
  }
}

function fixSuccessors(data: string, from: string, to: string): void {
  if (existsSync(join(data, "removed.json")))
    write(
      join(data, "removed.json"),
      removedIn(data).map((icon) => (icon.successor === from ? { ...icon, successor: to } : icon)),
    );
}
