import { writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { compile } from "#build/compile/compile.js";
import { createTemporaryFolder, type TemporaryFolder } from "../support/hostile-icons.js";
import { listNewRenderers, processorSecondsOf } from "../support/renderers.js";
import { type Service, startService } from "../support/service.js";

/** Takes about 100 ms at 128 pixels, and more than the limit of two seconds at 1,024. */
const SLOW = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><filter id="a"><feTurbulence baseFrequency="0.9" numOctaves="9"/></filter>${'<path filter="url(#a)" d="M0 0h24v24H0z"/>'.repeat(10)}</svg>`;
const DISC = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><circle cx="12" cy="12" r="9"/></svg>';

const renderers = listNewRenderers();
let folder: TemporaryFolder;
let artifacts: string;
let service: Service;
beforeAll(async () => {
  folder = createTemporaryFolder();
  const records = ["slow", "disc"].map((id) => ({ id, name: id, developer: "D", category: "c", image: `${id}.svg` }));
  const data = folder.write("a.json", records);
  writeFileSync(join(data, "../slow.svg"), SLOW);
  writeFileSync(join(data, "../disc.svg"), DISC);
  artifacts = join(data, "../out");
  await compile({ data, out: artifacts, jobs: 1 });
  service = await startService(artifacts, { renderers: 1, trustProxy: "127.0.0.1", anonymous: "pro" });
});
afterAll(async () => {
  await service?.close();
  folder.remove();
});

/** Advances the monotonic clock of this process until the end of the test. */
function passMinutes(minutes: number): void {
  const now = performance.now.bind(performance);
  const spy = vi.spyOn(performance, "now").mockImplementation(() => now() + minutes * 60_000);
  onTestFinished(() => spy.mockRestore());
}

let sizes = 32;
/** The id of the only renderer, which is idle. */
async function idleRenderer(): Promise<number> {
  // The request starts a process if the last one has used too much memory.
  do expect((await service.ask(`/images/disc.png?size=${sizes++}`)).status).toBe(200);
  while (renderers().length !== 1);
  return renderers()[0]!;
}

/** Stops the only renderer, so that images wait. @returns a function that lets it continue */
async function stopRenderer(): Promise<() => void> {
  const pid = await idleRenderer();
  process.kill(pid, "SIGSTOP");
  const proceed = (): void => void process.kill(pid, "SIGCONT");
  onTestFinished(() => {
    if (renderers().includes(pid)) proceed();
  });
  return proceed;
}

/** Sends requests from different addresses of a network. */
function send(paths: readonly string[], network = "2001:db8::"): { readonly statuses: number[]; close(): void } {
  const statuses: number[] = [];
  const sent = paths.map((path, at) => {
    const headers = { "X-Forwarded-For": `${network}${at}` };
    const one = request({ host: "127.0.0.1", port: service.port, path, headers, agent: false });
    one.on("response", (response) => statuses.push(response.resume().statusCode!)).on("error", () => undefined);
    return one.end();
  });
  return {
    statuses,
    close() {
      for (const one of sent) one.destroy();
    },
  };
}

function countConnections(): Promise<number> {
  return new Promise((resolve, reject) => {
    service.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
}

/** AVIF images, of which the queue accepts 20. @param most their size in pixels, which is decreasing */
function expensive(count: number, most: number): string[] {
  return Array.from({ length: count }, (_, at) => `/images/disc.avif?size=${most - at}`);
}

describe("many image requests at once", () => {
  it("renders an image once for concurrent requests", async () => {
    // 60 separate renderings would exceed the queue.
    const responses = await Promise.all(Array.from({ length: 60 }, () => service.ask("/images/disc.avif?size=1024")));
    expect(responses.map(({ status }) => status)).toEqual(Array(60).fill(200));
    for (const { bytes } of responses) expect(bytes.equals(responses[0]!.bytes)).toBe(true);
  });

  it("responds with 503 and Retry-After beyond the queue, first to the /64 with most images, and serves other clients and other requests meanwhile", async () => {
    const proceed = await stopRenderer();
    const greedy = send(expensive(40, 1000));
    onTestFinished(greedy.close);
    await expect.poll(() => greedy.statuses).toEqual(Array(20).fill(503));
    const { status, headers, body } = await service.ask("/images/disc.avif?size=1001", {
      "X-Forwarded-For": "2001:db8::ffff",
    });
    expect([status, headers["retry-after"], body.error.code]).toEqual([503, "1", "unavailable"]);
    expect(headers.etag).toBeUndefined();
    expect(headers["cache-control"] ?? "").not.toContain("public");
    const others = ["/images/disc.png?size=99", "/images/disc.avif?size=1010"].map((path) =>
      service.ask(path, { "X-Forwarded-For": "2001:db8:0:1::1" }),
    );
    // They take the place of one of the network that has most.
    await expect.poll(() => greedy.statuses.length).toBeGreaterThan(20);
    for (const path of ["/api/v1/icons", "/images/disc.svg", "/healthz"])
      expect((await service.ask(path)).status).toBe(200);
    proceed();
    for (const { status } of await Promise.all(others)) expect(status).toBe(200);
    // The first was being rendered before, and one more may be done while the responses arrive.
    expect(greedy.statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(2);
  });

  it("never renders waiting images whose clients have left", async () => {
    const proceed = await stopRenderer();
    const pid = renderers()[0]!;
    const before = processorSecondsOf(pid);
    await expect.poll(countConnections).toBe(0);
    const { close } = send(expensive(16, 940), "192.0.2.");
    await expect.poll(countConnections).toBe(16);
    close();
    await expect.poll(countConnections).toBe(0);
    const last = service.ask("/images/disc.avif?size=941", { "X-Forwarded-For": "192.0.2.1" });
    proceed();
    expect((await last).status).toBe(200);
    const taken = processorSecondsOf(pid);
    expect((await service.ask("/images/disc.avif?size=942")).status).toBe(200);
    // Of the abandoned images, only the first had already begun.
    expect(taken - before).toBeLessThan(6 * (processorSecondsOf(pid) - taken));
  });

  it("serves other requests while hundreds of connections wait for images", async () => {
    const proceed = await stopRenderer();
    await expect.poll(countConnections).toBe(0);
    const { statuses, close } = send(Array(300).fill("/images/disc.png?size=100"));
    onTestFinished(close);
    await expect.poll(countConnections).toBe(300);
    expect((await service.ask("/api/v1/icons")).status).toBe(200);
    proceed();
    await expect.poll(() => statuses).toEqual(Array(300).fill(200));
  });

  it("renders nothing for clients that already have the image, and ends its processes with the server", async () => {
    const path = "/images/disc.png?size=98";
    const { headers } = await service.ask(path);
    const before = renderers();
    const fresh = await startService(artifacts);
    try {
      expect((await fresh.ask(path, { "If-None-Match": headers.etag! })).status).toBe(304);
      expect(renderers()).toEqual(before);
      expect((await fresh.ask(path)).status).toBe(200);
      expect(renderers()).toHaveLength(before.length + 1);
    } finally {
      await fresh.close();
    }
    expect(renderers()).toEqual(before);
  });
});

describe("images that can't be rendered", () => {
  /** Kills a renderer as soon as it is rendering. @param before seconds of CPU time that it has used for other images */
  const killBusy = async (pid: number, before = 0): Promise<void> => {
    await expect.poll(() => processorSecondsOf(pid), { interval: 5 }).toBeGreaterThan(before + 0.05);
    process.kill(pid, "SIGKILL");
  };
  /** Kills the next renderer to start. It is given an image at once. */
  const killNext = async (known: number[]): Promise<void> => {
    await expect.poll(() => renderers().some((pid) => !known.includes(pid)), { interval: 5 }).toBe(true);
    const pid = renderers().find((pid) => !known.includes(pid))!;
    known.push(pid);
    await killBusy(pid);
  };

  it("responds with 503 if an image's renderers are killed, and 422 only if two of them rendered nothing else, for ten minutes", async () => {
    const path = "/images/slow.png?size=200";
    const killed = [await idleRenderer()];
    const before = processorSecondsOf(killed[0]!);
    const first = service.ask(path);
    await killBusy(killed[0]!, before);
    await killNext(killed);
    expect([(await first).status, (await first).body.error.code]).toEqual([503, "unavailable"]);
    expect((await first).headers["retry-after"]).toBe("1");
    const second = service.ask(path);
    await killNext(killed);
    const message = 'the image of "slow" can\'t be rendered: rendering it repeatedly ends the renderer';
    expect([(await second).status, (await second).body.error.message]).toEqual([422, message]);
    expect((await service.ask(path)).body.error.message).toBe(message);
    expect(renderers()).toEqual([]);
    expect((await service.ask("/images/disc.png?size=91")).status).toBe(200);
    passMinutes(10);
    expect((await service.ask(path)).status).toBe(200);
  });

  it("responds with 422 for a drawing that takes too long at a large size, and continues to serve", async () => {
    const { status, body, headers } = await service.ask("/images/slow.png?size=1024");
    expect([status, body.error.code]).toEqual([422, "image_too_expensive"]);
    expect(body.error.message).toBe('the image of "slow" can\'t be rendered: rendering takes too long');
    expect(headers.etag).toBeUndefined();
    expect(headers["content-type"]).toMatch(/^application\/json/);
    expect((await service.ask("/images/slow.png?size=64")).status).toBe(200);
  });

  it("responds with 422 again without rendering a drawing that took too long, for ten minutes", async () => {
    const path = "/images/slow.png?size=1023";
    const first = await service.ask(path);
    expect((await service.ask("/images/disc.png?size=93")).status).toBe(200);
    const before = renderers().map((pid) => [pid, processorSecondsOf(pid)] as const);
    const again = await service.ask(path);
    expect([again.status, again.body.error.message]).toEqual([422, first.body.error.message]);
    for (const [pid, seconds] of before) expect(processorSecondsOf(pid) - seconds).toBeLessThan(0.5);
    expect(renderers()).toEqual(before.map(([pid]) => pid));
    passMinutes(10);
    const { close } = send([path]);
    const [[pid, seconds]] = before as [(typeof before)[0]];
    await expect.poll(() => processorSecondsOf(pid) - seconds).toBeGreaterThan(0.5);
    close();
    process.kill(pid, "SIGKILL");
    await expect.poll(renderers).toEqual([]);
  });

  it("renders an image in another process if the first one is killed", async () => {
    expect((await service.ask("/images/disc.png?size=94")).status).toBe(200);
    const [killed] = renderers();
    const before = processorSecondsOf(killed!);
    const image = service.ask("/images/slow.png?size=210");
    await killBusy(killed!, before);
    expect((await image).status).toBe(200);
    expect(renderers()).not.toContain(killed);
  });

  it("continues to render after an idle process is killed, and after signals to the whole process group", async () => {
    expect((await service.ask("/images/disc.png?size=97")).status).toBe(200);
    const [idle] = renderers();
    process.kill(idle!, "SIGTERM");
    process.kill(idle!, "SIGINT");
    expect((await service.ask("/images/disc.png?size=96")).status).toBe(200);
    expect(renderers()).toEqual([idle]);
    process.kill(idle!, "SIGKILL");
    expect((await service.ask("/images/disc.png?size=95")).status).toBe(200);
    expect(renderers()).not.toContain(idle);
  });
});
