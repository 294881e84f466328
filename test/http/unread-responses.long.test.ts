import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { RequestLimits } from "#src/http/transport/limits.js";
import { serve } from "../support/cli.js";
import { temporaryFolder } from "../support/folder.js";
import { PATIENTLY } from "../support/patiently.js";
import { privateMemory } from "../support/private-memory.js";
import { type Service, startService } from "../support/service.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

const MEGABYTE = 1e6;
const get = (path: string, headers = ""): string => `GET ${path} HTTP/1.1\r\nHost: icons.test\r\n${headers}\r\n`;
const PICTURE = get("/images/spotify?size=512");

async function limited(limits: Partial<RequestLimits>): Promise<Service> {
  const service = await startService(shippedArtifacts, { anonymous: "pro", limits });
  onTestFinished(() => service.close());
  return service;
}

/** Sends bytes without reading responses. */
async function sendUnread(port: number, bytes: string): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1" });
  onTestFinished(() => {
    socket.destroy();
  });
  socket.on("error", () => undefined);
  socket.pause();
  await once(socket, "connect");
  socket.write(bytes);
  return socket;
}

function openConnections({ app }: Service): Promise<number> {
  return new Promise((resolve, reject) => {
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
}

async function isHealthy(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  socket.end(get("/healthz", "Connection: close\r\n"));
  const [chunk] = await once(socket, "data");
  socket.destroy();
  return String(chunk).startsWith("HTTP/1.1 200 ");
}

/**
 * Starts a server in a separate process that has already responded to `request` some hundred times. @returns its port, and
 * a function that returns its growth since then in megabytes
 */
async function startWarm(request: string): Promise<{ port: number; grownMegabytes: () => number }> {
  const folder = temporaryFolder();
  const files = ["--keys", join(folder, "keys.json"), "--usage", join(folder, "usage.bin")];
  const server = await serve(["serve", shippedArtifacts, "--anonymous", "pro", "--log-level", "info", ...files]);
  const pid = server.process.pid!;
  // Everything that the first requests load and compile is already in memory.
  const warm = await sendUnread(server.port, request.repeat(200));
  warm.resume();
  await once(warm, "data");
  await sleep(500);
  warm.destroy();
  const before = privateMemory(pid);
  return { port: server.port, grownMegabytes: () => (privateMemory(pid) - before) / MEGABYTE };
}

/** Watches a server for a second. @returns its maximum growth in megabytes */
async function watchForASecond({ port, grownMegabytes }: Awaited<ReturnType<typeof startWarm>>): Promise<number> {
  let highest = 0;
  for (let look = 0; look < 10; look++) {
    await sleep(100);
    highest = Math.max(highest, grownMegabytes());
    expect(await isHealthy(port)).toBe(true);
  }
  return highest;
}

describe.runIf(process.platform === "linux")("clients that send much and read nothing", () => {
  it.each([
    ["the largest page of the documentation", get("/docs/dataset")],
    ["the same compressed", get("/docs/dataset", "Accept-Encoding: br\r\n")],
    ["a picture", PICTURE],
    ["a long list", get("/api/v1/icons?limit=100")],
    ["a long list, compressed", get("/api/v1/icons?limit=100", "Accept-Encoding: gzip\r\n")],
    ["what is refused", get("/nowhere")],
    ["a short request", "HEAD /x HTTP/1.1\r\nHost:a\r\n\r\n"],
  ])(
    "grows by less than 60 MB and responds to health checks during 1,000 requests each for %s",
    async (_name, request) => {
      const server = await startWarm(request);
      await Promise.all(Array.from({ length: 40 }, () => sendUnread(server.port, request.repeat(1000))));
      expect(await watchForASecond(server)).toBeLessThan(60);
    },
  );

  it("grows by less than 60 MB and responds to health checks during endless bodies of tiny chunks", async () => {
    const server = await startWarm(get("/nowhere"));
    const chunks = "1\r\na\r\n".repeat(10_000);
    const request = `PUT /nowhere HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Type: text/plain\r\n\r\n${chunks}`;
    await Promise.all(Array.from({ length: 100 }, () => sendUnread(server.port, request)));
    expect(await watchForASecond(server)).toBeLessThan(60);
  });
});

describe("slow client connections", () => {
  it("closes a connection whose client reads nothing within the configured time", async () => {
    const service = await limited({ responseTimeout: 300, headersTimeout: 60_000, requestTimeout: 60_000 });
    await sendUnread(service.port, PICTURE.repeat(3000));
    await vi.waitFor(async () => expect(await openConnections(service)).toBe(1), PATIENTLY);
    await vi.waitFor(async () => expect(await openConnections(service)).toBe(0), PATIENTLY);
  });

  it("serves a client that reads slowly but steadily", async () => {
    const { port } = await limited({ responseTimeout: 1000 });
    const asked = 400;
    const socket = await sendUnread(
      port,
      PICTURE.repeat(asked - 1) + PICTURE.replace("Host", "Connection: close\r\nHost"),
    );
    let text = "";
    while (!socket.readableEnded && !socket.destroyed) {
      text += socket.read()?.toString("latin1") ?? "";
      await sleep(5);
    }
    expect(text.match(/HTTP\/1\.1 200 /g)).toHaveLength(asked);
  });

  it("keeps a connection open between requests", async () => {
    const { port } = await limited({ responseTimeout: 100 });
    const socket = connect(port, "127.0.0.1");
    for (let request = 0; request < 2; request++) {
      socket.write(get("/healthz"));
      const [chunk] = await once(socket, "data");
      expect(String(chunk)).toMatch(/^HTTP\/1\.1 200 /);
      await sleep(1500);
    }
    expect(socket.destroyed).toBe(false);
    socket.destroy();
  });
});

describe("connections with too much unread data", () => {
  it("closes connections, those that read least first, when their unread data exceeds the limit", async () => {
    const service = await limited({ maxWaitingTotal: 1 << 20, responseTimeout: 60_000 });
    for (let client = 0; client < 60; client++) await sendUnread(service.port, PICTURE.repeat(1000));
    await vi.waitFor(async () => expect(await openConnections(service)).toBeLessThan(60), PATIENTLY);
    expect(await isHealthy(service.port)).toBe(true);
    // No more connections are closed than necessary.
    expect(await openConnections(service)).toBeGreaterThan(0);
  });
});
