import { join } from "node:path";
import { expect, it } from "vitest";
import { askOver } from "../support/ask.js";
import { icons, serve } from "../support/cli.js";
import { describeWith } from "../support/debian.js";
import { type Clock, startClock } from "../support/faketime.js";
import { temporaryFolder } from "../support/folder.js";
import { startRedis } from "../support/redis.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

/** The time of the clock, the number of requests then, how many are granted, and the wait that refusals name. */
const DAYS: readonly (readonly [time: string, asked: number, granted: number, waitSeconds?: number])[] = [
  ["2026-11-21 23:59:50", 60, 60],
  ["2026-11-21 23:59:59", 60, 40, 1],
  ["2026-11-21 00:00:00", 3, 0, 86_400],
  ["2026-11-20 23:00:00", 3, 0, 86_400 + 3600],
  ["2026-11-22 00:00:00", 70, 70],
  ["2026-11-21 23:59:59", 40, 30, 86_401],
  ["2026-11-21 12:00:00", 3, 0, 86_400 + 43_200],
  ["2026-11-22 23:59:59", 3, 0, 1],
  ["2026-11-23 00:00:00", 101, 100, 86_400],
  ["2026-11-25 06:00:00", 1, 1],
  ["2026-11-23 12:00:00", 101, 99, 2 * 86_400 + 43_200],
];

/** Sends the requests of `DAYS` to a server whose quota uses a simulated clock. */
async function goThrough(clock: Clock, port: number, key: string): Promise<void> {
  for (const [time, asked, granted, waitSeconds] of DAYS) {
    clock.set(time);
    const statuses: number[] = [];
    for (let at = 0; at < asked; at++) {
      const { status, headers } = await askOver(port, "/api/v1/categories", { "X-API-Key": key });
      statuses.push(status);
      if (status === 429) expect(headers["retry-after"], time).toBe(String(waitSeconds));
    }
    expect(statuses, time).toEqual([...Array(granted).fill(200), ...Array(asked - granted).fill(429)]);
  }
}

async function createKey(): Promise<{ key: string; flags: string[] }> {
  const folder = temporaryFolder();
  const keys = join(folder, "keys.json");
  const key = (await icons(["keys", "create", "--tier", "free", "--keys", keys])).stdout.trim();
  return { key, flags: ["serve", shippedArtifacts, "--keys", keys, "--usage", join(folder, "usage.bin")] };
}

describeWith(["faketime"], "clock of a server with a usage file across midnight and back", () => {
  it("grants each day's 100 requests once, and no more if the clock jumps back", async () => {
    const clock = startClock("2026-11-21 12:00:00");
    const { key, flags } = await createKey();
    const server = await serve(flags, clock.env);
    await goThrough(clock, server.port, key);
    await server.stop();
  });
});

describeWith(["faketime", "redis-server"], "clock of Redis across midnight and back", () => {
  it("grants each day's 100 requests once with Redis, for any clock of the server", async () => {
    const clock = startClock("2026-11-21 12:00:00");
    const redis = await startRedis([], clock.env);
    const { key, flags } = await createKey();
    const server = await serve([...flags, "--quota", redis.url, "--quota-timeout", "1000"]);
    await goThrough(clock, server.port, key);
    await server.stop();
  });
});
