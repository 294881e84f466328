import { expect, it, vi } from "vitest";
import { serve } from "../support/cli.js";
import { privateMemory } from "../support/private-memory.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

const REQUESTS = 3000;
const AT_ONCE = 50;
/** Of the most memory since the start or the load: without collections, it remains the same. */
const LESS = 0.8;
/** Two rests of ten seconds, and as much for a slow machine. */
const SOON = { timeout: 60_000, interval: 500 };

it.runIf(process.platform === "linux")(
  "returns memory to the system when idle, after its start and after load",
  async () => {
    const server = await serve(["serve", shippedArtifacts, "--anonymous", "pro"]);
    const pid = server.process.pid!;
    await expectLess(pid);

    for (let sent = 0; sent < REQUESTS; sent += AT_ONCE)
      await Promise.all(Array.from({ length: AT_ONCE }, () => get(server.port, "/api/v1/icons?q=s&limit=100")));
    await expectLess(pid);
    expect(await server.stop()).toBe(0);
  },
);

/** Waits until a process has clearly less memory than it had meanwhile. */
async function expectLess(pid: number): Promise<void> {
  let most = 0;
  await vi.waitFor(() => {
    const memory = privateMemory(pid);
    most = Math.max(most, memory);
    expect(memory).toBeLessThan(most * LESS);
  }, SOON);
}

async function get(port: number, path: string): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`);
  await response.arrayBuffer();
  expect(response.status).toBe(200);
}
