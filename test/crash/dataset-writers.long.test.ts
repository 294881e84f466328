import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { addImages } from "#build/add/add-images.js";
import { compileWithHistory } from "#build/history/compile-with-history.js";
import { importIconify } from "#build/import/iconify/import-iconify.js";
import { initDataset } from "#build/import/init-dataset.js";
import { importRecords } from "#build/import/records/import-records.js";
import { mergeDatasets } from "#build/merge/merge-datasets.js";
import { icon } from "../build/merge/merged-records.js";
import { describeWith } from "../support/debian.js";
import { temporaryFolder } from "../support/folder.js";
import { buildHere } from "./generations.js";
import { IS_LONG, LONGEST_MS } from "./points.js";
import type { FileCall } from "./traced.js";
import { failEverywhere, killEverywhere, type Victim } from "./victims.js";

/** All calls in the long form. */
const SHARE = IS_LONG ? 1 : 0.3;

/** A command that writes a dataset. */
interface Writer {
  /** Files of the folder in which it runs, apart from `prepare`. */
  readonly files: Readonly<Record<string, unknown>>;
  prepare?(folder: string): Promise<unknown>;
  args(folder: string): string[];
  /** Does the same in this process. */
  run(folder: string): Promise<unknown>;
  /** The dataset's path in the folder. */
  readonly data: string;
  /** Files that other commands write, or that may change before the dataset does. */
  readonly apart?: RegExp;
}

const svg = (side: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M1 1h${side}v${side}h-${side}z" fill="#1877f2"/></svg>`;
const NEW_IMAGES = { "new/kite.svg": svg(3), "new/disc.svg": svg(4) };
const newImages = (folder: string): string[] => Object.keys(NEW_IMAGES).map((path) => join(folder, path));
const ONE = icon({ id: "one", image: "images/one.svg" });
const table = (names: readonly string[]): string =>
  ["id,name,developer,category,image", ...names.map((name) => `${name},${name},D,c,${name}.svg`)].join("\n");
const set = (names: readonly string[]): object => ({
  prefix: "s",
  icons: Object.fromEntries(names.map((name) => [name, { body: '<path d="M0 0h4v4z"/>' }])),
});

const WRITERS: Readonly<Record<string, Writer>> = {
  add: {
    files: { "my/dataset.json": { name: "My" }, "my/icons/icons.json": [icon({ id: "one" })], ...NEW_IMAGES },
    args: (folder) => ["add", ...newImages(folder), "--data", join(folder, "my")],
    run: (folder) => addImages({ data: join(folder, "my"), files: newImages(folder) }, true),
    data: "my",
  },
  "add to a new file": {
    files: {
      ...{ "my/dataset.json": { name: "My" }, "my/images/one.svg": svg(2), ...NEW_IMAGES },
      ...{ "my/icons/a.json": [ONE], "my/icons/b.json": [icon({ id: "two" })] },
    },
    args: (folder) => ["add", ...newImages(folder), "--data", join(folder, "my")],
    run: (folder) => addImages({ data: join(folder, "my"), files: newImages(folder) }, true),
    data: "my",
  },
  init: {
    files: { "my/games/kite.svg": svg(3), "my/disc.svg": svg(4) },
    args: (folder) => ["init", join(folder, "my")],
    run: (folder) => initDataset(join(folder, "my")),
    data: "my",
  },
  "first import": {
    files: { "table.csv": table(["kite", "disc"]), "kite.svg": svg(3), "disc.svg": svg(4) },
    args: (folder) => ["import", "records", join(folder, "table.csv"), "--out", join(folder, "my")],
    run: (folder) => importRecords({ file: join(folder, "table.csv"), out: join(folder, "my") }),
    data: "my",
  },
  "import --force": {
    files: {
      ...{ "old.csv": table(["kite", "gone"]), "table.csv": table(["kite", "disc", "taken"]) },
      ...Object.fromEntries(["kite", "gone", "disc", "taken"].map((name, at) => [`${name}.svg`, svg(at + 2)])),
    },
    async prepare(folder) {
      await importRecords({ file: join(folder, "old.csv"), out: join(folder, "my") });
      const records = join(folder, "my/icons/records.ndjson");
      writeFileSync(
        records,
        readFileSync(records, "utf8").replace('"id":"kite"', '"id":"kite","formerIds":["dragon"]'),
      );
      const removed = [{ id: "taken", date: "2026-05-11", reason: "Trademark." }];
      writeFileSync(join(folder, "my/removed.json"), JSON.stringify(removed));
    },
    args: (folder) => ["import", "records", join(folder, "table.csv"), "--out", join(folder, "my"), "--force"],
    run: (folder) => importRecords({ file: join(folder, "table.csv"), out: join(folder, "my"), force: true }),
    data: "my",
  },
  "import iconify --force": {
    files: { "old/s.json": set(["kite", "gone"]), "new/s.json": set(["kite", "disc"]) },
    prepare: (folder) => importIconify({ sources: [join(folder, "old")], out: join(folder, "my") }),
    args: (folder) => ["import", "iconify", join(folder, "new"), "--out", join(folder, "my"), "--force"],
    run: (folder) => importIconify({ sources: [join(folder, "new")], out: join(folder, "my"), force: true }),
    data: "my",
  },
  "first merge": {
    files: {
      "a.json": [icon({ id: "kite", image: "kite.svg" })],
      "b.json": [icon({ id: "disc" })],
      "kite.svg": svg(3),
    },
    args: (folder) => mergeArgs(folder),
    run: (folder) => mergeHere(folder),
    data: "my",
    apart: /^(my\.merge\.json|artifacts)/,
  },
  "merge --force": {
    files: {
      "a.json": [icon({ id: "kite", image: "kite.svg" })],
      "b.json": [icon({ id: "disc" })],
      "kite.svg": svg(3),
    },
    async prepare(folder) {
      await mergeHere(folder);
      const records = ["kite", "disc", "kites"].map((id) => icon({ id, name: id.slice(0, 4) }));
      writeFileSync(join(folder, "b.json"), JSON.stringify(records));
    },
    args: (folder) => [...mergeArgs(folder), "--force"],
    run: (folder) => mergeHere(folder),
    data: "my",
    apart: /^(my\.merge\.json|artifacts)/,
  },
  "build --record-history": {
    files: {
      ...{ "my/dataset.json": { name: "My" }, "my/images/one.svg": svg(2), "my/images/two.svg": svg(2) },
      ...{ "my/icons/a.json": [ONE], "my/icons/b.json": [icon({ id: "two", image: "images/two.svg" })] },
    },
    async prepare(folder) {
      await buildHere(join(folder, "my"), join(folder, "artifacts"));
      for (const name of ["one", "two"])
        writeFileSync(join(folder, "my/images", `${name}.svg`), svg(6).replace("#1877f2", "#fb8c00"));
    },
    args: (folder) => [
      ...["build", join(folder, "my"), "--out", join(folder, "artifacts"), "--jobs", "1"],
      ...["--record-history", "--date", "2026-05-11"],
    ],
    run: (folder) =>
      compileWithHistory(
        { data: join(folder, "my"), out: join(folder, "artifacts"), jobs: 1 },
        { date: "2026-05-11", record: true, limit: 0 },
      ),
    data: "my",
    apart: /^artifacts/,
  },
};

function mergeArgs(folder: string): string[] {
  const data = ["a.json", "b.json"].map((name) => join(folder, name));
  const others = ["--artifacts", join(folder, "artifacts"), "--jobs", "1", "--rename-collisions"];
  return ["merge", ...data, "--out", join(folder, "my"), ...others];
}

function mergeHere(folder: string): Promise<unknown> {
  return mergeDatasets({
    sources: ["a.json", "b.json"].map((name) => ({ data: join(folder, name) })),
    out: join(folder, "my"),
    force: true,
    renameCollisions: true,
    limit: 0,
    artifacts: join(folder, "artifacts"),
    jobs: 1,
  });
}

/** All files and empty folders, with their content. */
function treeOf(folder: string, apart: RegExp = /^$/): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => {
    const path = join(entry.parentPath, entry.name);
    return [path.slice(folder.length + 1), entry.isFile() ? readFileSync(path, "utf8") : "folder"] as const;
  });
  return Object.fromEntries(entries.filter(([path]) => !apart.test(path)).sort());
}

/** What a reader finds in a dataset: its files of records and settings, and the images of the records. */
function readState(data: string): Record<string, string | undefined> | undefined {
  const icons = join(data, "icons");
  const files = existsSync(icons) ? readdirSync(icons).filter((name) => /\.(nd)?json$/.test(name)) : [];
  if (files.length === 0) return undefined;
  const named = ["dataset.json", "removed.json", ...files.map((name) => `icons/${name}`)];
  const texts = files.map((name) => readFileSync(join(icons, name), "utf8"));
  const images = texts.flatMap((text) => [...text.matchAll(/"image": ?"(images\/[^"]+)"/g)].map(([, path]) => path!));
  const read = (path: string): string | undefined =>
    existsSync(join(data, path)) ? readFileSync(join(data, path), "utf8") : undefined;
  return Object.fromEntries([...named, ...images].sort().map((path) => [path, read(path)]));
}

/** The states of a dataset with some files of the one and some of the other. */
function mixtures(before: object | undefined, after: object | undefined): (object | undefined)[] {
  const changed = Object.entries(after ?? {}).filter(
    ([path, text]) => (before as Record<string, string>)?.[path] !== text,
  );
  return [before, ...changed.map((_, at) => ({ ...before, ...Object.fromEntries(changed.slice(0, at)) })), after];
}

async function victimOf({ files, prepare, args, run, data }: Writer): Promise<{ before: string; victim: Victim }> {
  const before = temporaryFolder({ ...files });
  await prepare?.(before);
  const after = join(temporaryFolder(), "after");
  cpSync(before, after, { recursive: true, preserveTimestamps: true });
  await run(after);
  const [oldState, newState] = [before, after].map((folder) => readState(join(folder, data)));
  expect(newState).not.toEqual(oldState);
  // Entries of a history are written file by file, each of which is old or new.
  const allowed = args("").includes("--record-history") ? mixtures(oldState, newState) : [oldState, newState];
  const isIn = (folder: string, state: unknown): boolean => {
    try {
      expect(readState(join(folder, data))).toEqual(state);
      return true;
    } catch {
      return false;
    }
  };
  return {
    before,
    victim: {
      share: SHARE,
      args,
      concerns: ({ call, path, creates }) =>
        (path.startsWith(data) || path.startsWith(`.${data}`) || path === "") &&
        (call === "openat" ? creates : call !== "close"),
      async check(folder) {
        expect(
          allowed.some((state) => isIn(folder, state)),
          JSON.stringify(readState(join(folder, data))),
        ).toBe(true);
      },
      async again(folder) {
        const wasDone = isIn(folder, newState);
        // What is done already is refused.
        await run(folder).catch((error: Error) => {
          if (!wasDone || !/already/.test(error.message)) throw error;
        });
        expect(treeOf(folder, /^artifacts/)).toEqual(treeOf(after, /^artifacts/));
      },
    },
  };
}

for (const [name, writer] of Object.entries(WRITERS)) {
  describeWith(["strace"], `icons ${name}`, () => {
    it(
      "leaves the old or the new dataset if it is killed, and nothing else after the next run",
      async () => {
        const { before, victim } = await victimOf(writer);
        await killEverywhere(before, victim);
      },
      LONGEST_MS,
    );

    it(
      "leaves the old or the new dataset if a call fails, and nothing else",
      async () => {
        const { before, victim } = await victimOf(writer);
        const old = treeOf(before, writer.apart);
        const oldState = JSON.stringify(readState(join(before, writer.data)));
        await failEverywhere(before, {
          ...victim,
          async check(folder, at) {
            await victim.check(folder, at);
            const isOld = JSON.stringify(readState(join(folder, writer.data))) === oldState;
            if (isOld && !isRemoval(at)) expect(treeOf(folder, writer.apart)).toEqual(old);
          },
        });
      },
      LONGEST_MS,
    );
  });
}

describeWith(["strace"], "icons import --force on a file system that can't exchange folders", () => {
  it("leaves the old dataset, perhaps under another name until the next run, or the new one", async () => {
    const { before, victim } = await victimOf(WRITERS["import --force"]!);
    const old = readState(join(before, "my"));
    const renaming: Victim = {
      ...victim,
      always: "renameat2:error=EINVAL",
      concerns: ({ call }) => call === "rename",
      async check(folder, at) {
        const moved = readdirSync(folder).find((name) => name.endsWith("-replaced"));
        if (moved === undefined || existsSync(join(folder, "my"))) await victim.check(folder, at);
        else expect(readState(join(folder, moved))).toEqual(old);
      },
    };
    await killEverywhere(before, renaming);
    await failEverywhere(before, renaming);
  });
});

function isRemoval({ call }: FileCall): boolean {
  return call === "unlink" || call === "rmdir";
}
