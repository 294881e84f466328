import { chmodSync, mkdirSync, renameSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { freePort, icons, serve } from "../support/cli.js";
import { temporaryFolder } from "../support/folder.js";
import { buildGenerations } from "../support/generations.js";
import { keepAsking } from "../support/keep-asking.js";
import { PATIENTLY } from "../support/patiently.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

const own = (folder: string): string[] => [
  "--keys",
  join(folder, "k/keys.json"),
  "--usage",
  join(folder, "usage.bin"),
  "--anonymous",
  "pro",
];

/** Two generations; the live one loses the end of the file that contains list items. */
async function twoGenerations(folder: string): Promise<{ out: string; truncate: () => void }> {
  const { out, generations } = await buildGenerations(folder, ["old", "new"]);
  const file = join(out, generations[1]!, "cards-0000.json");
  return {
    out,
    truncate() {
      chmodSync(file, 0o644);
      truncateSync(file, 0);
    },
  };
}

const firstName = async (port: number): Promise<string> => {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/icons?limit=1`, { signal: AbortSignal.timeout(2000) });
  return ((await response.json()) as { data: { name: string }[] }).data[0]!.name;
};

describe("live file truncated in place", () => {
  it("ends a single process without a hang when a live file is truncated", async () => {
    const folder = temporaryFolder();
    const { out, truncate } = await twoGenerations(folder);
    const server = await serve(["serve", out, ...own(folder)]);
    expect(await firstName(server.port)).toBe("new 0");
    truncate();
    await expect(firstName(server.port)).rejects.toThrow();
    await vi.waitFor(() => expect(server.process.signalCode).toBe("SIGBUS"), PATIENTLY);
  });

  it("restarts workers on the last good generation when a live file is truncated", async () => {
    const folder = temporaryFolder();
    const { out, truncate } = await twoGenerations(folder);
    // Uses a fixed port: with port 0, workers that all died would return on another one.
    const server = await serve(["serve", out, "--workers", "2", "--port", String(await freePort()), ...own(folder)]);
    truncate();
    await vi.waitFor(async () => expect(await firstName(server.port)).toBe("old 0"), PATIENTLY);
    expect(await server.stop()).toBe(0);
  });
});

describe("unreadable key file", () => {
  it("keeps the server running with the last keys", async () => {
    const folder = temporaryFolder();
    const server = await serve(["serve", shippedArtifacts, ...own(folder)]);
    mkdirSync(join(folder, "k"));
    renameSync(join(folder, "k"), join(folder, "gone"));
    writeFileSync(join(folder, "k"), "no folder");
    await sleep(1300);
    expect(await firstName(server.port)).toBeTruthy();
    await server.stop();
  });
});

describe("shutdown under load", () => {
  it.each([["1"], ["2"]])("loses no request of keep-alive clients (%s processes)", async (workers) => {
    const folder = temporaryFolder();
    const server = await serve(["serve", shippedArtifacts, "--workers", workers, ...own(folder)]);
    const load = await keepAsking(server.port, 60, false);
    expect(await server.stop()).toBe(0);
    expect(await load.ended).toEqual(["200"]);
  });
});

describe("server that can't listen", () => {
  it.each([["1"], ["2"]])("exits with 1 and reports the reason (%s processes)", async (workers) => {
    const folder = temporaryFolder();
    const first = await serve(["serve", shippedArtifacts, ...own(folder)]);
    const second = await icons([
      "serve",
      shippedArtifacts,
      "--port",
      String(first.port),
      "--workers",
      workers,
      ...own(folder),
    ]);
    expect(second.code).toBe(1);
    expect(second.stdout + second.stderr).toMatch(`port ${first.port} on 127.0.0.1 is in use by process`);
    await first.stop();
  });
});
