import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { readCurrent, readManifest } from "#src/catalog/generation/generation.js";
import { encodeManifest, generationName, type Manifest } from "#src/format/manifest.js";
import { parseStoreAddress } from "#src/store/address.js";
import { type Fetched, fetchGeneration, readStoreCurrent } from "#src/store/fetch-generation.js";
import { isWhole } from "#src/store/go-live.js";
import { openRemoteStore } from "#src/store/remote-store.js";
import { temporaryFolder } from "../support/folder.js";
import { PATIENTLY } from "../support/patiently.js";
import { buildNamed, copyFolder, publishInto } from "../support/published.js";
import { randomRuns } from "../support/random-runs.js";
import { FAULTS, type Fault, type StoreServer, startStoreServer } from "../support/store-server.js";

const work = mkdtempSync(join(tmpdir(), "icons-fetch-"));
const older = join(work, "older");
const newer = join(work, "newer");
const store = join(work, "store");
let oldName = "";
let newName = "";

beforeAll(async () => {
  oldName = await buildNamed(work, older, "old");
  newName = await buildNamed(work, newer, "new");
  await publishInto(store, older);
  await publishInto(store, newer);
});
afterAll(() => rmSync(work, { recursive: true, force: true }));

/** Fetches the current generation of the store. */
async function fetchFrom(server: StoreServer, artifacts: string): Promise<Fetched> {
  const remote = openRemoteStore(parseStoreAddress(server.url, {}));
  const { generation } = (await readStoreCurrent(remote))!;
  return fetchGeneration(remote, generation, artifacts, 3);
}

const objectsOf = (artifacts: string, generation: string): Map<string, string> =>
  new Map(readManifest(artifacts, generation)!.files.map(({ name, sha256 }) => [name, `files/${sha256}`]));

const withSizes =
  (size: number) =>
  (manifest: Manifest): object => ({ ...manifest, files: manifest.files.map((file) => ({ ...file, size })) });

/** Several petabytes. */
const withManyFiles = (manifest: Manifest): object => {
  const more = Array.from({ length: 5000 }, (_, n) => ({ name: `x${n}.bin`, size: 2 ** 30, sha256: "0".repeat(64) }));
  return { ...manifest, files: [...manifest.files, ...more] };
};

const filesAsked = (server: StoreServer): string[] =>
  server.requests.filter((line) => line.startsWith("GET files/")).map((line) => line.split(" ")[1]!);

describe("fetched generation", () => {
  it("fills an empty folder with the built bytes and times", async () => {
    const server = await startStoreServer(store);
    const artifacts = join(temporaryFolder(), "new");
    expect(await fetchFrom(server, artifacts)).toMatchObject({ generation: newName, unchanged: false });
    for (const file of readdirSync(join(newer, newName))) {
      const fetched = join(artifacts, newName, file);
      expect(readFileSync(fetched).equals(readFileSync(join(newer, newName, file))), file).toBe(true);
      expect(statSync(fetched).mode & 0o777, file).toBe(0o444);
    }
    const builtAt = (folder: string): number =>
      Math.floor(statSync(join(folder, newName, "manifest.json")).mtimeMs / 1000);
    expect(builtAt(artifacts)).toBe(builtAt(newer));
    expect(readCurrent(artifacts)).toBe(newName);
    expect(await fetchFrom(server, artifacts)).toMatchObject({ unchanged: true, files: 0, bytes: 0 });
  });

  it("downloads only missing files, and replaces damaged ones", async () => {
    const server = await startStoreServer(store);
    const artifacts = temporaryFolder();
    copyFolder(older, artifacts);
    const had = objectsOf(older, oldName);
    const wanted = objectsOf(newer, newName);
    const shared = [...wanted].filter(([, object]) => [...had.values()].includes(object));
    expect(shared.length).toBeGreaterThan(3);
    const [name, damaged] = shared.find(([, object]) => shared.filter((other) => other[1] === object).length === 1)!;
    const path = join(artifacts, oldName, name);
    const bytes = readFileSync(path);
    bytes[0]! ^= 1;
    rmSync(path);
    writeFileSync(path, bytes);
    const { files } = await fetchFrom(server, artifacts);
    const lacking = new Set(
      [...wanted.values()].filter((object) => ![...had.values()].includes(object) || object === damaged),
    );
    expect(new Set(filesAsked(server))).toEqual(lacking);
    expect(files).toBe(lacking.size);
    expect(await isWhole(artifacts, newName)).toBe(true);
  });

  it("resumes a download after a dropped connection", async () => {
    const server = await startStoreServer(store);
    const artifacts = temporaryFolder();
    const cards = objectsOf(newer, newName).get("cards-0000.json")!;
    const { size } = statSync(join(newer, newName, "cards-0000.json"));
    server.faults.set(cards, "cut");
    await expect(fetchFrom(server, artifacts)).rejects.toThrow(cards);
    const part = join(artifacts, ".fetching", newName, "cards-0000.json.part");
    expect(statSync(part).size).toBe(Math.ceil(size / 2));
    server.faults.clear();
    server.requests.length = 0;
    await fetchFrom(server, artifacts);
    expect(server.requests).toContain(`GET ${cards} 206`);
    expect(filesAsked(server)).toContain(cards);
    expect(await isWhole(artifacts, newName)).toBe(true);
    expect(readdirSync(join(artifacts, ".fetching"))).toEqual([]);
  });

  it("resumes after a killed process left read-only files", async () => {
    const server = await startStoreServer(store);
    const artifacts = temporaryFolder();
    const cards = objectsOf(newer, newName).get("cards-0000.json")!;
    server.faults.set(cards, "cut");
    await expect(fetchFrom(server, artifacts)).rejects.toThrow(cards);
    chmodSync(join(artifacts, ".fetching", newName, "cards-0000.json.part"), 0o444);
    server.faults.clear();
    const command = [process.execPath, "cli/icons.mjs", "fetch", server.url, "--out", artifacts];
    // Root may write anywhere unless this capability is removed.
    const [program, ...args] =
      process.getuid?.() === 0 ? ["setpriv", "--bounding-set=-dac_override", ...command] : command;
    expect(await once(spawn(program!, args, { stdio: "ignore" }), "close")).toEqual([0, null]);
    expect(await isWhole(artifacts, newName)).toBe(true);
  });

  it("makes a local generation live without downloading it", async () => {
    const server = await startStoreServer(store);
    const artifacts = temporaryFolder();
    copyFolder(newer, artifacts);
    copyFolder(older, artifacts);
    expect(readCurrent(artifacts)).toBe(oldName);
    expect(await fetchFrom(server, artifacts)).toMatchObject({ unchanged: false, files: 0 });
    expect(readCurrent(artifacts)).toBe(newName);
    expect(server.requests).toEqual(["GET CURRENT 200"]);
  });

  it("repairs the live generation", async () => {
    const server = await startStoreServer(store);
    const artifacts = temporaryFolder();
    copyFolder(newer, artifacts);
    rmSync(join(artifacts, newName, "ids.bin"));
    writeFileSync(join(artifacts, newName, "ids.bin"), "nothing");
    expect(await fetchFrom(server, artifacts)).toMatchObject({ unchanged: false, files: 1 });
    expect(await isWhole(artifacts, newName)).toBe(true);
  });

  it.each<[string, string | Buffer, RegExp]>([
    ["nothing", "", /must hold the name of a generation/],
    ["a page", "<!doctype html><title>Welcome</title>", /must hold the name of a generation/],
    ["a path", "../../etc/passwd\n", /must hold the name of a generation/],
    ["a book", Buffer.alloc(10_000, "a"), /more than 100 bytes/],
    ["a generation that is not there", `${"0".repeat(32)}\n`, /responded with 404/],
  ])("rejects %s in CURRENT and keeps the old generation", async (_, current, message) => {
    const folder = temporaryFolder();
    copyFolder(store, folder);
    writeFileSync(join(folder, "CURRENT"), current);
    const server = await startStoreServer(folder);
    const artifacts = temporaryFolder();
    copyFolder(older, artifacts);
    await expect(fetchFrom(server, artifacts)).rejects.toThrow(message);
    expect(readCurrent(artifacts)).toBe(oldName);
  });

  it("rejects a manifest that does not match its name before it downloads a file", async () => {
    const folder = temporaryFolder();
    copyFolder(store, folder);
    const path = join(folder, "generations", `${newName}.json`);
    writeFileSync(path, readFileSync(path, "utf8").replace(/"size": (?=\d)/, "$&1"));
    utimesSync(path, 1, 1);
    const server = await startStoreServer(folder);
    await expect(fetchFrom(server, temporaryFolder())).rejects.toThrow(/does not match the name of its generation/);
    expect(filesAsked(server)).toEqual([]);
  });

  it.each<[string, (manifest: Manifest) => object, RegExp, boolean]>([
    ["that needs more room than there is", withManyFiles, /bytes are needed, \d+ are free/, false],
    ["with a file that can't be mapped", withSizes(2 ** 50), /invalid size 1125899906842624/, false],
    ["whose files are shorter than it says", withSizes(10 ** 7), /the manifest says 10000000/, true],
    ["whose files are longer than it says", withSizes(1), /more than the 1 bytes of the manifest/, true],
    ["of another version of the format", (manifest) => ({ ...manifest, format: 99 }), /format version 99/, false],
    ["of other rules of folding", (manifest) => ({ ...manifest, fold: 99 }), /fold version 99/, false],
    ["that lacks a file", (manifest) => ({ ...manifest, files: manifest.files.slice(1) }), /not listed/, true],
    ["that counts other icons", (manifest) => ({ ...manifest, icons: 61 }), /has 60 items, not 61/, true],
  ])("rejects a generation %s although its name matches", async (_, change, message, asks) => {
    const folder = temporaryFolder();
    copyFolder(store, folder);
    const forged = encodeManifest(change(readManifest(newer, newName)!) as Manifest);
    writeFileSync(join(folder, "generations", `${generationName(forged)}.json`), forged);
    writeFileSync(join(folder, "CURRENT"), generationName(forged));
    const server = await startStoreServer(folder);
    const artifacts = temporaryFolder();
    await expect(fetchFrom(server, artifacts)).rejects.toThrow(message);
    // The server notes a request when its connection ends, which may be later than the client's error.
    if (asks) await vi.waitFor(() => expect(filesAsked(server).length).toBeGreaterThan(0), PATIENTLY);
    else expect(filesAsked(server)).toEqual([]);
    expect(readCurrent(artifacts)).toBeUndefined();
  });

  it("lets one process at a time fetch into a folder", async () => {
    const server = await startStoreServer(store);
    const artifacts = temporaryFolder();
    const fetches = await Promise.allSettled([
      fetchFrom(server, artifacts),
      fetchFrom(server, artifacts),
      fetchFrom(server, artifacts),
    ]);
    expect(fetches.map((fetch) => (fetch.status === "rejected" ? fetch.reason.message : "fetched"))).toContain(
      "fetched",
    );
    expect(await isWhole(artifacts, newName)).toBe(true);
    expect(filesAsked(server).length).toBe(new Set(filesAsked(server)).size);
  });
});

describe("store with faults", () => {
  const objects = ["CURRENT", "manifest", "cards-0000.json", "ids.bin", "terms.bin", "names.bin"];
  const fault = fc.tuple(fc.constantFrom(...objects), fc.constantFrom<Fault | "stale">(...FAULTS, "stale"));

  it("leaves the old or the new generation intact after any fault, and succeeds at the next attempt", async () => {
    const server = await startStoreServer(store);
    const stale = await startStoreServer(older);
    const named = objectsOf(newer, newName);
    const pathOf = (object: string): string =>
      object === "CURRENT" ? object : (named.get(object) ?? `generations/${newName}.json`);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(fault, { maxLength: 3 }), { maxLength: 5 }), async (attempts) => {
        const artifacts = mkdtempSync(join(work, "local-"));
        copyFolder(older, artifacts);
        for (const faults of attempts) {
          server.faults.clear();
          for (const [object, what] of faults) if (what !== "stale") server.faults.set(pathOf(object), what);
          const asked = faults.some(([, what]) => what === "stale") ? stale : server;
          const failed = await fetchFrom(asked, artifacts).then(
            () => undefined,
            (error: Error) => error,
          );
          const live = readCurrent(artifacts)!;
          expect([oldName, newName]).toContain(live);
          expect(await isWhole(artifacts, live), `${live} after ${failed?.message}`).toBe(true);
        }
        server.faults.clear();
        await fetchFrom(server, artifacts);
        expect(readCurrent(artifacts)).toBe(newName);
        expect(await isWhole(artifacts, newName)).toBe(true);
        rmSync(artifacts, { recursive: true });
      }),
      randomRuns(25),
    );
  });

  it.each(FAULTS.filter((what) => what !== "whole despite range" && what !== "other range"))(
    "rejects the generation while a file is %s",
    async (what) => {
      const server = await startStoreServer(store);
      const artifacts = temporaryFolder();
      copyFolder(older, artifacts);
      server.faults.set(objectsOf(newer, newName).get("cards-0000.json")!, what);
      await expect(fetchFrom(server, artifacts)).rejects.toThrow(/files\//);
      expect(readCurrent(artifacts)).toBe(oldName);
    },
  );

  it("accepts the whole file as the response to a range request, but not another range", async () => {
    const server = await startStoreServer(store);
    const artifacts = temporaryFolder();
    const cards = objectsOf(newer, newName).get("cards-0000.json")!;
    server.faults.set(cards, "cut");
    await expect(fetchFrom(server, artifacts)).rejects.toThrow();
    server.faults.set(cards, "other range");
    await expect(fetchFrom(server, artifacts)).rejects.toThrow("responded with a range other");
    server.faults.set(cards, "whole despite range");
    await fetchFrom(server, artifacts);
    expect(await isWhole(artifacts, newName)).toBe(true);
  });
});
