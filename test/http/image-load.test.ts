import { writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
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

describe("many image requests at once", () => {
  it("renders an image once for concurrent requests", async () => {
    // 17 separate renderings would exceed the queue.
    const answers = await Promise.all(Array.from({ length: 60 }, () => service.ask("/images/slow.png?size=100")));
    expect(answers.map(({ status }) => status)).toEqual(Array(60).fill(200));
    for (const { bytes } of answers) expect(bytes.equals(answers[0]!.bytes)).toBe(true);
  });

  it("answers 503 with Retry-After if the queue of a client is full, and serves other clients and other requests meanwhile", async () => {
    const done: string[] = [];
    const note = <Result>(name: string, answer: Promise<Result>): Promise<Result> =>
      answer.finally(() => done.push(name));
    const greedy = Array.from({ length: 40 }, (_, at) =>
      note("greedy", service.ask(`/images/slow.png?size=${101 + at}`, { "X-Forwarded-For": "192.0.2.1" })),
    );
    const other = note("other", service.ask("/images/disc.png?size=99", { "X-Forwarded-For": "192.0.2.2" }));
    const undrawn = ["/api/v1/icons", "/images/disc.svg", "/healthz"].map((path) => note("undrawn", service.ask(path)));
    const answers = await Promise.all(greedy);
    for (const { status } of await Promise.all([other, ...undrawn])) expect(status).toBe(200);
    const refused = answers.filter(({ status }) => status === 503);
    expect(refused).toHaveLength(40 - 17);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(17);
    for (const { headers, body } of refused) {
      expect(headers["retry-after"]).toBe("1");
      expect(headers.etag).toBeUndefined();
      expect(headers["cache-control"] ?? "").not.toContain("public");
      expect(body.error.code).toBe("unavailable");
    }
    // All but one or two of the waiting images come after the requests that need no rendering and after the other
    // client's.
    expect(done.slice(-12)).toEqual(Array(12).fill("greedy"));
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
  it("answers 422 for a drawing that takes too long at a large size, and continues to serve", async () => {
    const { status, body, headers } = await service.ask("/images/slow.png?size=1024");
    expect([status, body.error.code]).toEqual([422, "image_too_expensive"]);
    expect(body.error.message).toBe('the image of "slow" can\'t be rendered: rendering takes too long');
    expect(headers.etag).toBeUndefined();
    expect(headers["content-type"]).toMatch(/^application\/json/);
    expect((await service.ask("/images/slow.png?size=64")).status).toBe(200);
  });

  it("answers 422 again without rendering a drawing that took too long", async () => {
    const path = "/images/slow.png?size=1023";
    const first = await service.ask(path);
    expect((await service.ask("/images/disc.png?size=93")).status).toBe(200);
    const before = renderers().map((pid) => [pid, processorSecondsOf(pid)] as const);
    const again = await service.ask(path);
    expect([again.status, again.body.error.message]).toEqual([422, first.body.error.message]);
    for (const [pid, seconds] of before) expect(processorSecondsOf(pid) - seconds).toBeLessThan(0.5);
    expect(renderers()).toEqual(before.map(([pid]) => pid));
  });

  it("renders an image in another process if the first one is killed", async () => {
    expect((await service.ask("/images/disc.png?size=94")).status).toBe(200);
    const [killed] = renderers();
    const before = processorSecondsOf(killed!);
    const image = service.ask("/images/slow.png?size=320");
    while (processorSecondsOf(killed!) < before + 0.05) await sleep(5);
    process.kill(killed!, "SIGKILL");
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
