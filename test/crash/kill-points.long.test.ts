import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import type { BuildResult } from "#build/compile/options.js";
import { rollBack } from "#build/publish/rollback.js";
import { createKey, readKeyFile } from "#src/access/key-file.js";
import { readCurrent } from "#src/catalog/generation/generation.js";
import { parseStoreAddress } from "#src/store/address.js";
import { fetchGeneration } from "#src/store/fetch-generation.js";
import { CURRENT_OBJECT, fileObject, manifestObject } from "#src/store/layout.js";
import { openRemoteStore } from "#src/store/remote-store.js";
import { forgetAnalyses } from "../support/cache-entries.js";
import { describeWith } from "../support/debian.js";
import { temporaryFolder } from "../support/folder.js";
import { publishInto } from "../support/published.js";
import { SETTLED_MS } from "../support/settled.js";
import { startStoreServer } from "../support/store-server.js";
import { ask, buildHere, expectOneOf, makeDataset, nameIcons } from "./generations.js";
import { IS_LONG, LONGEST_MS } from "./points.js";
import { killEverywhere } from "./victims.js";

const generations = (out: string): string[] => readdirSync(out).filter((name) => !["cache", "LOCK"].includes(name));

/** Builds `new`, after builds of `older` and `old` if given. */
async function building(had: readonly string[], keep: number, share: number, jobs = 1, icons = 40): Promise<void> {
  const data = temporaryFolder();
  const before = temporaryFolder();
  mkdirSync(join(before, "out"));
  for (const name of had) await buildHere(makeDataset(data, name), join(before, "out"), keep);
  const fresh = makeDataset(data, "new", icons);
  await killBuild(before, { dataset: () => fresh, keep, share, jobs });
}

/** A build after renaming icons. Images can only be reused from the old generation. */
async function rebuilding(share: number): Promise<void> {
  const before = temporaryFolder();
  makeDataset(before, "old");
  const dataset = (folder: string): string => join(folder, "old");
  const prepare = async (folder: string): Promise<void> => {
    await sleep(SETTLED_MS);
    await buildHere(dataset(folder), join(folder, "out"));
    forgetAnalyses(join(folder, "out/cache"));
    nameIcons(dataset(folder), "new");
  };
  await killBuild(before, { dataset, prepare, keep: 3, share, jobs: 1, told: { analyzed: 0 } });
}

interface KilledBuild {
  /** The dataset to build in a folder. */
  dataset(folder: string): string;
  /** Turns a copy of `before` into the initial state. */
  prepare?(folder: string): Promise<void>;
  readonly keep: number;
  readonly share: number;
  readonly jobs: number;
  /** Expected result of the next build after each kill, in addition to its generation. */
  readonly told?: Partial<BuildResult>;
}

async function killBuild(
  before: string,
  { dataset, prepare = async () => undefined, keep, share, jobs, told = {} }: KilledBuild,
): Promise<void> {
  const other = join(temporaryFolder(), "other");
  cpSync(before, other, { recursive: true, preserveTimestamps: true });
  await prepare(other);
  const live = readCurrent(join(other, "out"));
  const results = new Map<string, unknown>();
  if (live !== undefined) results.set(live, ask(join(other, "out")));
  const { generation } = await buildHere(dataset(other), join(other, "out"), keep);
  results.set(generation, ask(join(other, "out")));
  await killEverywhere(before, {
    share,
    prepare,
    args: (folder) => [
      ...["build", dataset(folder), "--out", join(folder, "out"), "--jobs", String(jobs), "--keep", String(keep)],
    ],
    async check(folder) {
      if (live !== undefined || existsSync(join(folder, "out", "CURRENT")))
        await expectOneOf(join(folder, "out"), results);
    },
    async again(folder) {
      const result = await buildHere(dataset(folder), join(folder, "out"), keep);
      expect(result).toMatchObject({ generation, skipped: [], ...told });
      expect(await expectOneOf(join(folder, "out"), results)).toBe(generation);
      expect(generations(join(folder, "out"))).toEqual(generations(join(other, "out")));
    },
  });
}

describeWith(["strace"], "process killed at any point", () => {
  it("leaves no generation or the new one after a first build", () => building([], 3, 0.12), LONGEST_MS);

  it("leaves the old generation or the new one after a build", () => building(["old"], 3, 0.25), LONGEST_MS);

  it(
    "leaves the old generation, still usable for reuse, or the new one after a build that reuses images",
    () => rebuilding(0.1),
    LONGEST_MS,
  );

  it(
    "leaves the old generation or the new one after a build that deletes old generations",
    () => building(["older", "old"], 1, 0.25),
    LONGEST_MS,
  );

  if (IS_LONG)
    it(
      "leaves the old generation or the new one after a build with threads",
      () => building(["old"], 3, 0.1, 2, 40_000),
      LONGEST_MS,
    );

  it(
    "leaves one of the two generations live after a rollback",
    async () => {
      const data = temporaryFolder();
      const before = temporaryFolder();
      const results = new Map<string, unknown>();
      for (const name of ["old", "new"]) {
        const { generation } = await buildHere(makeDataset(data, name), join(before, "out"));
        results.set(generation, ask(join(before, "out")));
      }
      const [old] = results.keys();
      await killEverywhere(before, {
        share: 0.06,
        args: (folder) => ["rollback", "--artifacts", join(folder, "out")],
        check: async (folder) => void (await expectOneOf(join(folder, "out"), results)),
        async again(folder) {
          await rollBack(join(folder, "out"), old);
          expect(await expectOneOf(join(folder, "out"), results)).toBe(old);
          expect(generations(join(folder, "out")).sort()).toEqual([...results.keys(), "CURRENT"].sort());
        },
      });
    },
    LONGEST_MS,
  );

  it(
    "leaves the old generation or the new one after a fetch",
    async () => {
      const data = temporaryFolder();
      const before = temporaryFolder();
      const store = temporaryFolder();
      const built = join(data, "out");
      const results = new Map<string, unknown>();
      for (const name of ["old", "new"]) {
        const { generation } = await buildHere(makeDataset(data, name), built);
        results.set(generation, ask(built));
        if (name === "old") cpSync(built, join(before, "out"), { recursive: true, preserveTimestamps: true });
      }
      await publishInto(store, built);
      const [, fresh] = results.keys();
      const { url } = await startStoreServer(store);
      await killEverywhere(before, {
        share: 0.14,
        args: (folder) => ["fetch", url, "--out", join(folder, "out")],
        check: async (folder) => void (await expectOneOf(join(folder, "out"), results)),
        async again(folder) {
          const address = parseStoreAddress(url, {}, true);
          await fetchGeneration(openRemoteStore(address), fresh!, join(folder, "out"), 3);
          expect(await expectOneOf(join(folder, "out"), results)).toBe(fresh);
          expect(
            generations(join(folder, "out"))
              .filter((name) => !name.startsWith(".fetching"))
              .sort(),
          ).toEqual([...results.keys(), "CURRENT"].sort());
        },
      });
    },
    LONGEST_MS,
  );

  it(
    "leaves the old generation or the new one in a store after a publication",
    async () => {
      const data = temporaryFolder();
      const before = temporaryFolder();
      const built = join(data, "out");
      await buildHere(makeDataset(data, "old"), built);
      await publishInto(join(before, "store"), built, 1);
      await buildHere(makeDataset(data, "new"), built);
      await killEverywhere(before, {
        share: 0.12,
        args: (folder) => ["publish", join(folder, "store"), "--artifacts", built, "--keep", "1"],
        check: async (folder) => expectWholeStore(join(folder, "store")),
        async again(folder) {
          const { generation } = await publishInto(join(folder, "store"), built, 1);
          expectWholeStore(join(folder, "store"));
          expect(readdirSync(join(folder, "store", "generations"))).toEqual([`${generation}.json`]);
          expect(readdirSync(join(folder, "store", "files")).every((name) => /^[0-9a-f]{64}$/.test(name))).toBe(true);
        },
      });
    },
    LONGEST_MS,
  );

  it(
    "keeps existing keys, with or without the new one, after a key creation",
    async () => {
      const before = temporaryFolder();
      const { entry } = await createKey(join(before, "keys.json"), "pro", "first");
      await killEverywhere(before, {
        share: 0.06,
        args: (folder) => ["keys", "create", "--tier", "free", "--keys", join(folder, "keys.json")],
        async check(folder) {
          const keys = readKeyFile(join(folder, "keys.json"));
          expect(keys[0]).toEqual(entry);
          expect(keys.length).toBeLessThanOrEqual(2);
        },
        async again(folder) {
          await createKey(join(folder, "keys.json"), "pro");
          expect(readKeyFile(join(folder, "keys.json"))[0]).toEqual(entry);
          expect(readdirSync(folder).sort()).toEqual(["keys.json", "keys.json.lock"]);
        },
      });
    },
    LONGEST_MS,
  );
});

/** Checks that the generation in `CURRENT` exists and that files match their names. */
function expectWholeStore(store: string): void {
  const digest = (path: string): string =>
    createHash("sha256")
      .update(readFileSync(join(store, path)))
      .digest("hex");
  const generation = readFileSync(join(store, CURRENT_OBJECT), "utf8").trim();
  expect(digest(manifestObject(generation)).startsWith(generation)).toBe(true);
  const { files } = JSON.parse(readFileSync(join(store, manifestObject(generation)), "utf8"));
  for (const { sha256 } of files) expect(digest(fileObject(sha256))).toBe(sha256);
}
