import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { readCurrent } from "#src/catalog/generation/generation.js";
import { icons, serve } from "../support/cli.js";
import { temporaryFolder } from "../support/folder.js";
import { PATIENTLY } from "../support/patiently.js";
import { buildNamed } from "../support/published.js";
import { startStoreServer } from "../support/store-server.js";

const NAMES = ["old", "new"] as const;

/** A folder with two artifacts folders and an empty store. */
async function workshop() {
  const folder = temporaryFolder();
  const store = join(folder, "store");
  const publish = async (name: (typeof NAMES)[number]): Promise<string> => {
    const ran = await icons(["publish", store, "--artifacts", join(folder, name), "--json"]);
    expect(ran.stderr).toBe("");
    return JSON.parse(ran.stdout).generation;
  };
  for (const name of NAMES) await buildNamed(folder, join(folder, name), name);
  const own = ["--keys", join(folder, "keys.json"), "--usage", join(folder, "usage.bin"), "--anonymous", "pro"];
  return { folder, store, publish, artifacts: join(folder, "artifacts"), own };
}

const ready = async (port: number): Promise<number> => (await fetch(`http://127.0.0.1:${port}/readyz`)).status;

const firstName = async (port: number): Promise<string> => {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/icons?limit=1`);
  return ((await response.json()) as { data: { name: string }[] }).data[0]!.name;
};

describe("server with generations from a store", () => {
  it.each([["1"], ["2"]])(
    "waits for the first generation, follows publications, and restarts without the store (%s processes)",
    async (workers) => {
      const { store, publish, artifacts, own } = await workshop();
      await publish("old");
      const server = await startStoreServer(store);
      server.faults.set("CURRENT", "failing");
      const from = ["serve", artifacts, "--from", server.url, "--poll", "1", "--workers", workers, ...own];
      const first = await serve(from);
      await vi.waitFor(() => expect(first.stdout()).toContain("CURRENT: responded with 500"), PATIENTLY);
      expect(await ready(first.port)).toBe(503);
      server.faults.clear();
      await vi.waitFor(async () => expect(await ready(first.port)).toBe(200), PATIENTLY);
      // The other process may take a moment longer.
      await vi.waitFor(async () => expect(await firstName(first.port)).toBe("old 0"), PATIENTLY);

      await publish("new");
      await vi.waitFor(async () => expect(await firstName(first.port)).toBe("new 0"), PATIENTLY);
      const files = server.requests.filter((line) => line.includes(" files/"));
      expect(files.length, "one process fetches, each content once").toBe(new Set(files).size);
      await vi.waitFor(() => expect(server.requests).toContain("GET CURRENT 304"), PATIENTLY);
      expect(await first.stop()).toBe(0);

      await server.close();
      const second = await serve(from);
      await vi.waitFor(async () => expect(await firstName(second.port)).toBe("new 0"), PATIENTLY);
      await vi.waitFor(() => expect(second.stdout()).toContain("fetch failed"), PATIENTLY);
      expect(await second.stop()).toBe(0);
    },
  );

  it("keeps serving if the store offers garbage, and respects a local rollback", async () => {
    const { store, publish, artifacts, own } = await workshop();
    const old = await publish("old");
    const server = await startStoreServer(store);
    const running = await serve(["serve", artifacts, "--from", server.url, "--poll", "1", ...own]);
    await vi.waitFor(async () => expect(await ready(running.port)).toBe(200), PATIENTLY);
    server.faults.set("CURRENT", "failing"); // So that the generation is not fetched before it is damaged.
    const published = await publish("new");
    server.faults.set(`generations/${published}.json`, "flipped");
    server.faults.delete("CURRENT");
    await vi.waitFor(() => expect(running.stdout()).toContain("does not match the name of its generation"), PATIENTLY);
    expect(await firstName(running.port)).toBe("old 0");
    server.faults.clear();
    await vi.waitFor(async () => expect(await firstName(running.port)).toBe("new 0"), PATIENTLY);

    expect((await icons(["rollback", "--artifacts", artifacts, "--to", old])).code).toBe(0);
    await vi.waitFor(async () => expect(await firstName(running.port)).toBe("old 0"), PATIENTLY);
    server.requests.length = 0;
    await vi.waitFor(() => expect(server.requests.length).toBeGreaterThan(1), PATIENTLY);
    expect(readCurrent(artifacts)).toBe(old);
  });
});

describe("icons fetch", () => {
  it("fetches the current generation once and reports the result", async () => {
    const { store, publish, artifacts } = await workshop();
    const generation = await publish("old");
    const { url } = await startStoreServer(store);
    const first = await icons(["fetch", url, "--out", artifacts]);
    expect(first.stdout).toMatch(new RegExp(`^fetched generation ${generation} into .* over the network\\)\\n$`));
    const second = await icons(["fetch", url, "--out", artifacts, "--json"]);
    expect(JSON.parse(second.stdout)).toEqual({ generation, unchanged: true, files: 0, bytes: 0 });
    expect((await icons(["verify", "--artifacts", artifacts])).code).toBe(0);
  });
});
