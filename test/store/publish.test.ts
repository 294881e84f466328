import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBucketWriter } from "#build/publish/bucket-writer.js";
import { publishGeneration } from "#build/publish/publish.js";
import { readCurrent, readManifest } from "#src/catalog/generation/generation.js";
import { parseStoreAddress } from "#src/store/address.js";
import { fetchGeneration, readStoreCurrent } from "#src/store/fetch-generation.js";
import { isWhole } from "#src/store/go-live.js";
import { openRemoteStore } from "#src/store/remote-store.js";
import { temporaryFolder } from "../support/folder.js";
import { buildNamed, copyFolder, publishInto } from "../support/published.js";
import { CREDENTIALS, type StoreServer, startStoreServer } from "../support/store-server.js";

const work = mkdtempSync(join(tmpdir(), "icons-publish-"));
const NAMES = ["one", "two", "three"];
const generations: string[] = [];
const artifactsOf = (name: string): string => join(work, name);

beforeAll(async () => {
  for (const name of NAMES) generations.push(await buildNamed(work, artifactsOf(name), name));
});
afterAll(() => rmSync(work, { recursive: true, force: true }));

const contents = (artifacts: string): Set<string> =>
  new Set(readManifest(artifacts, readCurrent(artifacts)!)!.files.map(({ sha256 }) => sha256));

const without = (all: ReadonlySet<string>, others: ReadonlySet<string>): string[] =>
  [...all].filter((item) => !others.has(item));

describe("publishing into a folder", () => {
  it("writes each content once under its checksum, and CURRENT last", async () => {
    const store = join(temporaryFolder(), "store");
    const first = await publishInto(store, artifactsOf("one"));
    expect(first).toMatchObject({ generation: generations[0], files: contents(artifactsOf("one")).size, removed: [] });
    expect(new Set(readdirSync(join(store, "files")))).toEqual(contents(artifactsOf("one")));
    expect(readdirSync(join(store, "generations"))).toEqual([`${generations[0]}.json`]);
    expect(readFileSync(join(store, "CURRENT"), "utf8")).toBe(`${generations[0]}\n`);
    expect(await publishInto(store, artifactsOf("one"))).toMatchObject({ files: 0, bytes: 0 });
    const more = without(contents(artifactsOf("two")), contents(artifactsOf("one")));
    expect(await publishInto(store, artifactsOf("two"))).toMatchObject({ files: more.length });
  });

  it("keeps the files that kept generations need and deletes the others", async () => {
    const store = temporaryFolder();
    for (const name of NAMES) await publishInto(store, artifactsOf(name), 2);
    expect(new Set(readdirSync(join(store, "generations")))).toEqual(
      new Set(generations.slice(1).map((name) => `${name}.json`)),
    );
    expect(new Set(readdirSync(join(store, "files")))).toEqual(
      new Set([...contents(artifactsOf("two")), ...contents(artifactsOf("three"))]),
    );
    // Leftovers of killed publishers.
    for (const part of ["generations", "files"]) writeFileSync(join(store, part, `${"0".repeat(32)}.tmp`), "half");
    const back = await publishInto(store, artifactsOf("one"), 1);
    expect(back.removed.toSorted()).toEqual(generations.slice(1).toSorted());
    expect(new Set(readdirSync(join(store, "files")))).toEqual(contents(artifactsOf("one")));
  });

  it("deletes nothing if it can't determine the needed files", async () => {
    const store = temporaryFolder();
    for (const name of NAMES) await publishInto(store, artifactsOf(name));
    writeFileSync(join(store, "generations", `${generations[1]}.json`), "{");
    const before = readdirSync(join(store, "files")).length;
    await expect(publishInto(store, artifactsOf("three"), 2)).rejects.toThrow("nothing was removed");
    expect(readdirSync(join(store, "files")).length).toBe(before);
  });

  it("lets several publishers work concurrently while CURRENT stays readable", async () => {
    const store = temporaryFolder();
    await Promise.all([...NAMES, ...NAMES].map((name) => publishInto(store, artifactsOf(name), 1)));
    const server = await startStoreServer(store);
    const remote = openRemoteStore(parseStoreAddress(server.url, {}));
    const { generation } = (await readStoreCurrent(remote))!;
    const artifacts = temporaryFolder();
    await fetchGeneration(remote, generation, artifacts, 1);
    expect(await isWhole(artifacts, generation)).toBe(true);
  });

  it("rejects a damaged generation and leaves the store unchanged", async () => {
    const artifacts = temporaryFolder();
    copyFolder(artifactsOf("two"), artifacts);
    const file = join(artifacts, generations[1]!, "cards-0000.json");
    const bytes = readFileSync(file);
    rmSync(file);
    writeFileSync(file, bytes.fill(32, 9, 12));
    const store = temporaryFolder();
    await publishInto(store, artifactsOf("one"));
    await expect(publishInto(store, artifacts)).rejects.toThrow("damaged");
    expect(readFileSync(join(store, "CURRENT"), "utf8")).toBe(`${generations[0]}\n`);
  });

  it("writes a truncated object again", async () => {
    const store = temporaryFolder();
    await publishInto(store, artifactsOf("one"));
    const [object] = contents(artifactsOf("one"));
    truncateSync(join(store, "files", object!), 3);
    expect(await publishInto(store, artifactsOf("one"))).toMatchObject({ files: 1 });
  });
});

describe("publishing into a bucket", () => {
  const writerTo = (server: StoreServer, credentials: Record<string, string> = CREDENTIALS) =>
    openBucketWriter(
      parseStoreAddress("s3://icons/live", { ...credentials, AWS_ENDPOINT_URL_S3: server.url }),
      "s3://icons/live",
    );

  it("signs every request, uploads missing objects, and leaves a store to fetch from", async () => {
    const folder = temporaryFolder();
    const server = await startStoreServer(folder, "icons");
    const publish = (name: string) =>
      publishGeneration({ artifacts: artifactsOf(name), store: writerTo(server), keep: 1 });
    expect(await publish("one")).toMatchObject({ files: contents(artifactsOf("one")).size, removed: [] });
    expect(server.requests.filter((line) => !/^(HEAD .* (404|200)|PUT .* 200)$/.test(line))).toEqual([]);
    expect(server.requests.at(-1)).toBe("PUT icons/live/CURRENT 200");
    server.requests.length = 0;
    expect(await publish("one")).toMatchObject({ files: 0 });
    expect(server.requests.filter((line) => line.startsWith("PUT"))).toEqual(["PUT icons/live/CURRENT 200"]);
    await publish("two");

    const environment = { ...CREDENTIALS, AWS_ENDPOINT_URL_S3: server.url };
    const remote = openRemoteStore(parseStoreAddress("s3://icons/live", environment));
    const { generation } = (await readStoreCurrent(remote))!;
    expect(generation).toBe(generations[1]);
    const artifacts = temporaryFolder();
    await fetchGeneration(remote, generation, artifacts, 1);
    expect(await isWhole(artifacts, generation)).toBe(true);
  });

  it("reports the service's reason for an error", async () => {
    const server = await startStoreServer(temporaryFolder(), "icons");
    const store = writerTo(server, { ...CREDENTIALS, AWS_SECRET_ACCESS_KEY: "guessed" });
    await expect(publishGeneration({ artifacts: artifactsOf("one"), store, keep: 1 })).rejects.toThrow(
      /responded with 403, SignatureDoesNotMatch: Signed by another/,
    );
  });

  it("keeps the old generation current if an upload fails, and continues with the next publication", async () => {
    const folder = temporaryFolder();
    const server = await startStoreServer(folder, "icons");
    const store = writerTo(server);
    await publishGeneration({ artifacts: artifactsOf("one"), store, keep: 1 });
    const [last] = without(contents(artifactsOf("two")), contents(artifactsOf("one"))).slice(-1);
    server.faults.set(`live/files/${last}`, "failing");
    await expect(publishGeneration({ artifacts: artifactsOf("two"), store, keep: 1 })).rejects.toThrow();
    expect(readFileSync(join(folder, "live/CURRENT"), "utf8")).toBe(`${generations[0]}\n`);
    expect(existsSync(join(folder, `live/generations/${generations[1]}.json`))).toBe(false);
    server.faults.clear();
    expect(await publishGeneration({ artifacts: artifactsOf("two"), store, keep: 1 })).toMatchObject({ files: 1 });
    expect(readFileSync(join(folder, "live/CURRENT"), "utf8")).toBe(`${generations[1]}\n`);
  });
});
