import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { Agent } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { makeLive } from "#src/store/go-live.js";
import { serve } from "../support/cli.js";
import { temporaryFolder } from "../support/folder.js";
import { buildGenerations } from "../support/generations.js";
import { PATIENTLY } from "../support/patiently.js";
import { getOver } from "../support/raw-http.js";
import { workersOf } from "../support/workers.js";

const CLIENTS = 50;
const PATHS = ["icons?limit=50", "icons?q=1&limit=30&facets=category", "icons/icon-7", "categories"];
const NAMES = ["first", "second", "damaged"];

/** Clients that check every response. */
function startClients(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const nameByTag = new Map<string, string>();
  const seen = new Set<string>();
  const faults: string[] = [];
  let going = true;
  const client = async (at: number): Promise<void> => {
    for (let n = at; going; n++) {
      const path = `/api/v1/${PATHS[n % PATHS.length]}`;
      try {
        const { status, headers, body } = await getOver(port, path, agent);
        const found = NAMES.filter((name) => body.includes(name));
        const tag = `${path} ${headers.etag}`;
        const known = nameByTag.get(tag) ?? found[0];
        if (status !== 200 || found.length !== 1 || found[0] !== known)
          faults.push(`${status} ${path}: ${found}, ${known}`);
        nameByTag.set(tag, found[0]!);
        seen.add(found[0]!);
      } catch (error) {
        faults.push(`${path}: ${(error as Error).message}`);
      }
      await sleep(5);
    }
  };
  const all = Array.from({ length: CLIENTS }, (_, at) => client(at));
  return {
    seen,
    async stop(): Promise<string[]> {
      going = false;
      await Promise.all(all);
      agent.destroy();
      return faults;
    },
  };
}

describe("reloads under load", () => {
  it("loses and mixes no responses during reloads, ignores a damaged generation, and unmaps replaced files", async () => {
    const folder = temporaryFolder();
    const { out, generations } = await buildGenerations(folder, NAMES);
    const [first, second, damaged] = generations as [string, string, string];
    const file = join(out, damaged, "cards-0000.json");
    const bytes = readFileSync(file);
    bytes[bytes.length >> 1]! ^= 1;
    chmodSync(file, 0o644);
    writeFileSync(file, bytes);
    await makeLive(out, first);
    const files = ["--keys", join(folder, "keys.json"), "--usage", join(folder, "usage.bin")];
    const server = await serve(["serve", out, "--workers", "2", "--anonymous", "pro", ...files]);
    const tellsOf = (text: string): number => server.stdout().split(text).length - 1;

    await vi.waitFor(() => expect(tellsOf("is live"), "workers that serve").toBe(2), PATIENTLY);
    const clients = startClients(server.port);
    for (const [turn, generation] of [second, first, damaged, second, first, second].entries()) {
      const live = tellsOf("is live");
      const refused = tellsOf("rejected");
      await makeLive(out, generation);
      const expected = generation === damaged ? refused + 2 : live + 2;
      await vi.waitFor(
        () => expect(tellsOf(generation === damaged ? "rejected" : "is live"), `turn ${turn}`).toBe(expected),
        PATIENTLY,
      );
    }
    expect(await clients.stop()).toEqual([]);
    expect([...clients.seen].sort()).toEqual(["first", "second"]);
    const later = startClients(server.port);
    await vi.waitFor(() => expect(later.seen.size).toBeGreaterThan(0), PATIENTLY);
    expect(await later.stop()).toEqual([]);
    expect([...later.seen]).toEqual(["second"]);

    for (const worker of workersOf(server)) {
      const mapped = (generation: string): boolean => readFileSync(`/proc/${worker}/maps`, "utf8").includes(generation);
      await vi.waitFor(() => expect([first, second, damaged].map(mapped)).toEqual([false, true, false]), PATIENTLY);
    }
    expect(await server.stop()).toBe(0);
  });
});
