import { execFileSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { readCurrent } from "#src/catalog/generation/generation.js";
import { parseStoreAddress } from "#src/store/address.js";
import { STORE_DEADLINES, type StoreDeadlines } from "#src/store/deadlines.js";
import { followStore, type StoreFollower } from "#src/store/follow-store.js";
import { isWhole, liveName } from "#src/store/go-live.js";
import { temporaryFolder } from "../support/folder.js";
import { PATIENTLY } from "../support/patiently.js";
import { buildNamed, publishInto } from "../support/published.js";
import { type StoreServer, startStoreServer } from "../support/store-server.js";

/** A store with one generation, shared by tests that only read it. */
const work = mkdtempSync(join(tmpdir(), "icons-follow-store-"));
const store = join(work, "store");
let generation = "";
beforeAll(async () => {
  generation = await buildNamed(work, join(work, "built"), "one");
  await publishInto(store, join(work, "built"));
});
afterAll(() => rmSync(work, { recursive: true, force: true }));

/** A server for the store, and a folder that follows it. */
async function startFollowing() {
  const server = await startStoreServer(store);
  const artifacts = join(temporaryFolder(), "artifacts");
  const failures: { message: string; retryMs: number }[] = [];
  const fetched: string[] = [];
  let recovered = 0;
  const follow = (deadlines: Partial<StoreDeadlines> = {}): StoreFollower => {
    const follower = followStore({
      address: parseStoreAddress(server.url, {}),
      artifacts,
      pollMs: 50,
      keep: 3,
      deadlines: { ...STORE_DEADLINES, ...deadlines },
      onFailed: ({ message }, retryMs) => failures.push({ message, retryMs }),
      onFetched: ({ generation: name }) => fetched.push(name),
      onRecovered: () => recovered++,
    });
    onTestFinished(() => follower.close());
    return follower;
  };
  return { server, artifacts, failures, fetched, follow, recovered: () => recovered };
}

const unchanged = (server: StoreServer): number => server.requests.filter((line) => line === "GET CURRENT 304").length;

describe("followed store", () => {
  it("polls at growing intervals while the store fails, returns to the normal one, and stops once closed", async () => {
    const { server, artifacts, failures, fetched, follow, recovered } = await startFollowing();
    server.faults.set("CURRENT", "failing");
    const follower = follow();
    await vi.waitFor(() => expect(follower.status().fault?.failures).toBe(2), PATIENTLY);
    expect(failures, "one report of one fault").toHaveLength(1);
    const [{ message, retryMs }] = failures as [(typeof failures)[0]];
    expect(message).toContain("CURRENT: responded with 500");
    // Servers that were started at the same time poll at different times.
    expect(Math.abs(retryMs - 1000)).toBeLessThanOrEqual(100);
    server.faults.clear();
    await vi.waitFor(() => expect(unchanged(server)).toBeGreaterThan(3), PATIENTLY);
    expect(fetched).toEqual([generation]);
    expect(readCurrent(artifacts)).toBe(generation);
    expect([recovered(), follower.status()]).toEqual([1, { name: "store", totalFailures: expect.any(Number) }]);

    server.faults.set("CURRENT", "failing");
    await vi.waitFor(() => expect(failures).toHaveLength(2), PATIENTLY);
    expect(Math.abs(failures[1]!.retryMs - 1000), "as after a first failure").toBeLessThanOrEqual(100);
    follower.close();
    // Requests in progress are counted when they end.
    await new Promise((done) => setTimeout(done, 100));
    const asked = server.requests.length;
    await new Promise((done) => setTimeout(done, 1500));
    expect(server.requests.length).toBe(asked);
  });

  it.each<[string, (artifacts: string, generation: string) => void]>([
    ["is emptied", empty],
    ["is removed", (artifacts) => remove(artifacts)],
    ["loses CURRENT", (artifacts) => remove(join(artifacts, "CURRENT"))],
    ["has a pipe for CURRENT", (artifacts) => replaceByPipe(join(artifacts, "CURRENT"))],
    ["has garbage in CURRENT", (artifacts) => writeFileSync(join(artifacts, "CURRENT"), "../../etc")],
    ["loses a file of the generation", (artifacts, name) => remove(join(artifacts, name, "ids.bin"))],
    ["loses the manifest", (artifacts, name) => remove(join(artifacts, name, "manifest.json"))],
    ["has a pipe for a file", (artifacts, name) => replaceByPipe(join(artifacts, name, "ids.bin"))],
    ["has a link that leads to itself for the generation", (artifacts, name) => replaceByLoop(join(artifacts, name))],
    [
      "has a file that was cut",
      (artifacts, name) => alter(join(artifacts, name, "cards-0000.json"), (b) => b.subarray(9)),
    ],
    ["has a file with a flipped bit", (artifacts, name) => alter(join(artifacts, name, "cards-0000.json"), flipped)],
    ["has an old half-fetched file that is a pipe", (artifacts, name) => halfFetched(artifacts, name)],
  ])("fetches the generation again if the folder %s, although the store has not changed", async (_, spoil) => {
    const { server, artifacts, fetched, follow } = await startFollowing();
    follow();
    await vi.waitFor(() => expect(unchanged(server)).toBeGreaterThan(0), PATIENTLY);
    spoil(artifacts, generation);
    await vi.waitFor(() => expect(fetched.length).toBeGreaterThan(1), PATIENTLY);
    expect(readCurrent(artifacts)).toBe(generation);
    expect(await isWhole(artifacts, generation)).toBe(true);
    const asked = unchanged(server);
    await vi.waitFor(() => expect(unchanged(server)).toBeGreaterThan(asked + 1), PATIENTLY);
  });

  it("aborts a trickling fetch, reports it, retries, and follows the store once it is fast again", async () => {
    const { server, artifacts, failures, follow } = await startFollowing();
    server.faults.set("CURRENT", "dripping");
    const follower = follow({ responseMs: 200, minBytesPerSecond: 10_000, progressMs: 200 });
    await vi.waitFor(() => expect(follower.status().fault?.failures).toBe(1), PATIENTLY);
    expect(failures[0]!.message).toMatch(/CURRENT: is too slow: no complete response within 0\.2 s$/);
    server.faults.clear();
    const [file] = readdirSync(join(store, "files")).filter((name) => statSync(join(store, "files", name)).size > 1000);
    server.faults.set(`files/${file}`, "dripping");
    await vi.waitFor(
      () => expect(failures.at(-1)!.message).toMatch(/files\/.*is too slow: \d+ bytes in 0\.2 s/),
      PATIENTLY,
    );
    server.faults.clear();
    await vi.waitFor(() => expect(liveName(artifacts)).toBe(generation), PATIENTLY);
  });
});

function empty(folder: string): void {
  for (const name of readdirSync(folder)) remove(join(folder, name));
}

function remove(path: string): void {
  rmSync(path, { recursive: true });
}

function replaceByPipe(path: string): void {
  remove(path);
  execFileSync("mkfifo", [path]);
}

function replaceByLoop(path: string): void {
  remove(path);
  symlinkSync(path, path);
}

function alter(path: string, change: (bytes: Buffer) => Buffer): void {
  const bytes = readFileSync(path);
  chmodSync(path, 0o644);
  writeFileSync(path, change(bytes));
}

function flipped(bytes: Buffer): Buffer {
  bytes[bytes.length - 4]! ^= 1;
  return bytes;
}

function halfFetched(artifacts: string, generation: string): void {
  remove(join(artifacts, generation));
  const folder = join(artifacts, ".fetching", generation);
  mkdirSync(folder, { recursive: true });
  for (const name of ["ids.bin", "cards-0000.json.part"]) execFileSync("mkfifo", [join(folder, name)]);
}
