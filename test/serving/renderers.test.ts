import { existsSync } from "node:fs";
import { afterEach, expect, it, vi } from "vitest";
import { serve } from "../support/cli.js";
import { PATIENTLY } from "../support/patiently.js";
import { renderersOf } from "../support/renderers.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";
import { workersOf } from "../support/workers.js";

const started: number[] = [];
const isAlive = (pid: number): boolean => existsSync(`/proc/${pid}/exe`);
afterEach(() => {
  for (const pid of started.splice(0)) if (isAlive(pid)) process.kill(pid, "SIGKILL");
});

async function draw(port: number, sizes: readonly number[]): Promise<void> {
  const asked = sizes.map((size) => fetch(`http://127.0.0.1:${port}/images/spotify.png?size=${size}`));
  for (const { status } of await Promise.all(asked)) expect(status).toBe(200);
}

it.each(["SIGTERM", "SIGKILL"] as const)("leaves no renderer behind after %s", async (signal) => {
  const server = await serve(["serve", shippedArtifacts]);
  expect(renderersOf(server.process.pid)).toEqual([]);
  await draw(server.port, [64, 65]);
  started.push(...renderersOf(server.process.pid));
  expect(started.length).toBeGreaterThan(0);
  server.process.kill(signal);
  await vi.waitFor(() => expect(started.filter(isAlive)).toEqual([]), PATIENTLY);
  await server.stop();
});

it("leaves no renderer behind when its worker is killed, and continues to render", async () => {
  const server = await serve(["serve", shippedArtifacts, "--workers", "2"]);
  await draw(server.port, [64, 65, 66, 67, 68, 69, 70, 71]);
  const [worker] = workersOf(server).filter((pid) => renderersOf(pid).length > 0);
  started.push(...renderersOf(worker));
  process.kill(worker!, "SIGKILL");
  await vi.waitFor(() => expect(started.filter(isAlive)).toEqual([]), PATIENTLY);
  await vi.waitFor(() => draw(server.port, [72, 73]), PATIENTLY);
  expect(await server.stop()).toBe(0);
});
