import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { readCurrent } from "#src/catalog/generation.js";
import { parseStoreAddress } from "#src/store/address.js";
import { followStore } from "#src/store/follow-store.js";
import { temporaryFolder } from "../support/folder.js";
import { PATIENTLY } from "../support/patiently.js";
import { buildNamed, publishInto } from "../support/published.js";
import { startStoreServer } from "../support/store-server.js";

it("asks a store that fails less and less often, until it doesn't, and no more once closed", async () => {
  const folder = temporaryFolder();
  const generation = await buildNamed(folder, join(folder, "built"), "one");
  const store = join(folder, "store");
  await publishInto(store, join(folder, "built"));
  const server = await startStoreServer(store);
  server.faults.set("CURRENT", "failing");
  const artifacts = join(folder, "artifacts");
  const retries: number[] = [];
  const fetched: string[] = [];
  const follower = followStore({
    address: parseStoreAddress(server.url, {}),
    artifacts,
    pollMs: 50,
    keep: 3,
    onFailed: (_, retryMs) => retries.push(retryMs),
    onFetched: ({ generation: name }) => fetched.push(name),
  });
  onTestFinished(() => follower.close());
  await vi.waitFor(() => expect(retries.slice(0, 2)).toEqual([1000, 2000]), PATIENTLY);
  server.faults.clear();
  await vi.waitFor(
    () => expect(server.requests.filter((line) => line === "GET CURRENT 304").length).toBeGreaterThan(3),
    PATIENTLY,
  );
  expect(fetched).toEqual([generation]);
  expect(readCurrent(artifacts)).toBe(generation);

  const before = retries.length;
  server.faults.set("CURRENT", "failing");
  await vi.waitFor(() => expect(retries.length).toBeGreaterThan(before), PATIENTLY);
  expect(retries[before]).toBe(1000);
  follower.close();
  // What was under way is counted when it ends.
  await new Promise((done) => setTimeout(done, 100));
  const asked = server.requests.length;
  await new Promise((done) => setTimeout(done, 1500));
  expect(server.requests.length).toBe(asked);
});
