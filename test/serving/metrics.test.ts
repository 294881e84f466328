import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { openCatalog } from "#src/catalog/catalog.js";
import { type Running, serve } from "../support/cli.js";
import { temporaryFolder } from "../support/folder.js";
import { readMetrics, sumOf } from "../support/metrics.js";
import { PATIENTLY } from "../support/patiently.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

/** Starts a server with metrics on a free port. */
async function serveCounting(...args: string[]) {
  const folder = temporaryFolder();
  const files = ["--keys", join(folder, "keys.json"), "--usage", join(folder, "usage.bin")];
  const metrics = ["--metrics", "127.0.0.1:0", "--anonymous", "pro"];
  const server = await serve(["serve", shippedArtifacts, ...files, ...metrics, ...args]);
  const port = Number(/Metrics at http:\/\/127\.0\.0\.1:(\d+)\/metrics/.exec(server.stdout())?.[1]);
  const ask = async (times: number): Promise<void> => {
    for (let asked = 0; asked < times; asked++) {
      const headers = { Connection: "close" };
      await (await fetch(`http://127.0.0.1:${server.port}/api/v1/categories`, { headers })).text();
    }
  };
  const read = async () => (await readMetrics(port)).samples;
  const counted = async () => sumOf(await read(), "icons_http_requests_total", { route: "/api/v1/categories" });
  return { server, port, ask, read, counted };
}

function workersOf({ process: { pid } }: Running): number[] {
  return execFileSync("ps", ["-o", "pid=", "--ppid", String(pid)], { encoding: "utf8" })
    .trim()
    .split(/\s+/)
    .map(Number);
}

describe("server metrics", () => {
  it("serves metrics at their own address and not on the public port", async () => {
    const { server, port, ask, counted } = await serveCounting();
    await ask(3);
    expect(await counted()).toBe(3);
    expect((await fetch(`http://127.0.0.1:${server.port}/metrics`)).status).toBe(404);
    const at = `http://127.0.0.1:${port}`;
    expect((await fetch(`${at}/`)).status).toBe(404);
    expect((await fetch(`${at}/metrics`, { method: "POST" })).status).toBe(405);
    expect((await fetch(`${at}/metrics`)).headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    expect(await server.stop()).toBe(0);
  });

  it("merges the metrics of all workers: adds up counters, shows shared gauges once", async () => {
    const { server, ask, read, counted } = await serveCounting("--workers", "2");
    await vi.waitFor(async () => expect(sumOf(await read(), "icons_workers")).toBe(2), PATIENTLY);
    await ask(40);
    expect(await counted()).toBe(40);
    const samples = await read();
    expect(sumOf(samples, "icons_http_request_duration_seconds_count", { route: "/api/v1/categories" })).toBe(40);
    expect(sumOf(samples, "icons_generation_info")).toBe(1);
    expect(sumOf(samples, "icons_generation_icons")).toBe(openCatalog(shippedArtifacts).size);
    expect(sumOf(samples, "icons_server_info")).toBe(1);
    expect(sumOf(samples, "icons_reloads_total", { result: "live" })).toBe(2);
    expect(await server.stop()).toBe(0);
  });

  it("never decreases counters when workers are killed or stopped", async () => {
    const { server, ask, read, counted } = await serveCounting("--workers", "2");
    const serving = (exits: number): Promise<void> =>
      vi.waitFor(async () => {
        const samples = await read();
        expect(sumOf(samples, "icons_worker_exits_total")).toBe(exits);
        expect(sumOf(samples, "icons_workers")).toBe(2);
      }, PATIENTLY);
    await serving(0);
    const [killed, stopped] = workersOf(server);
    await ask(20);
    expect(await counted()).toBe(20);
    process.kill(killed!, "SIGKILL");
    await serving(1);
    expect(await counted()).toBe(20);
    await ask(10);
    // It drains, and reports its counts since the last request.
    process.kill(stopped!, "SIGTERM");
    await serving(2);
    expect(await counted()).toBe(30);
    await ask(10);
    const samples = await read();
    expect(sumOf(samples, "icons_http_request_duration_seconds_count", { route: "/api/v1/categories" })).toBe(40);
    expect(sumOf(samples, "icons_generation_info")).toBe(1);
    expect(await server.stop()).toBe(0);
  });
});
