import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { DEFAULT_LIMITS, type RequestLimits } from "#src/http/transport/limits.js";
import { serve } from "../support/cli.js";
import { temporaryFolder } from "../support/folder.js";
import { PATIENTLY } from "../support/patiently.js";
import { exchange, parseRaw } from "../support/raw-http.js";
import { type Service, startService } from "../support/service.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

async function limited(limits: Partial<RequestLimits>): Promise<Service> {
  const service = await startService(shippedArtifacts, { anonymous: "pro", limits });
  onTestFinished(() => service.close());
  return service;
}

const get = (path: string, headers = ""): string =>
  `GET ${path} HTTP/1.1\r\nHost: icons.test\r\nConnection: close\r\n${headers}\r\n`;

async function openConnection(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => {
    socket.destroy();
  });
  await once(socket, "connect");
  return socket;
}

describe("request limits", () => {
  it.each<[Partial<RequestLimits>, taken: string, refused: string, number, string]>([
    [
      { maxUrlBytes: 200 },
      get(`/api/v1/icons?${"x".repeat(186)}`),
      get(`/api/v1/icons?${"x".repeat(187)}`),
      414,
      "uri_too_long",
    ],
    [
      { maxHeaderBytes: 600 },
      get("/api/v1/icons", `X: ${"a".repeat(500)}\r\n`),
      get("/api/v1/icons", `X: ${"a".repeat(600)}\r\n`),
      431,
      "headers_too_large",
    ],
    [
      { maxHeaders: 10 },
      get("/api/v1/icons", "X: 1\r\n".repeat(8)),
      get("/api/v1/icons", "X: 1\r\n".repeat(9)),
      431,
      "headers_too_large",
    ],
    [
      { maxParameters: 12 },
      get(`/api/v1/icons?${"a=1&".repeat(11)}a=1`),
      get(`/api/v1/icons?${"a=1&".repeat(12)}a=1`),
      400,
      "invalid_parameter",
    ],
    [{ requestTimeout: 300 }, get("/api/v1/icons"), "GET /api/v1/icons HTTP/1.1\r\nHost: a", 408, "request_timeout"],
    [{ headersTimeout: 300 }, get("/api/v1/icons"), "GET /api/v1/icons HTTP/1.1\r\nHost: a", 408, "request_timeout"],
  ])("enforces the limit %o", async (limits, taken, refused, status, code) => {
    const { port } = await limited(limits);
    expect(await exchange(port, taken)).toMatch(/^HTTP\/1\.1 200 /);
    const response = parseRaw(await exchange(port, refused));
    expect([response.status, response.body.error.code]).toEqual([status, code]);
  });

  it("sets the documented default limits", () => {
    expect(DEFAULT_LIMITS).toEqual({
      maxUrlBytes: 8192,
      maxHeaderBytes: 16_384,
      maxHeaders: 100,
      maxParameters: 32,
      requestTimeout: 10_000,
      headersTimeout: 5000,
      keepAliveTimeout: 72_000,
      maxConnections: 10_000,
      maxWaitingTotal: 67_108_864,
      responseTimeout: 30_000,
    });
  });
});

describe("connection limits", () => {
  it("closes connections that are idle for longer than the configured time", async () => {
    const { port } = await limited({ keepAliveTimeout: 200 });
    const response = await exchange(port, get("/healthz").replace("Connection: close\r\n", ""));
    expect(response).toMatch(/^HTTP\/1\.1 200 /);
    expect(response.toLowerCase()).toContain("connection: keep-alive");
  });

  it("responds with 503 to connections beyond the limit, keeps serving the others, and accepts later ones", async () => {
    const { port } = await limited({ maxConnections: 2 });
    const held = [await openConnection(port), await openConnection(port)];
    for (let n = 0; n < 5; n++) {
      const { status, head, body } = parseRaw(await exchange(port, get("/api/v1/icons")));
      expect([status, body.error.code]).toEqual([503, "unavailable"]);
      expect(head).toMatch(/retry-after: \d+/);
    }
    for (const socket of held) {
      socket.write(get("/healthz"));
      const [chunk] = await once(socket, "data");
      expect(String(chunk)).toMatch(/^HTTP\/1\.1 200 /);
      socket.destroy();
    }
    await vi.waitFor(
      async () => expect(await exchange(port, get("/api/v1/icons"))).toMatch(/^HTTP\/1\.1 200 /),
      PATIENTLY,
    );
  });
});

describe("limits of icons serve", () => {
  it.each(["1", "2"])("reads the limits from flags and from the environment (%s processes)", async (workers) => {
    const folder = temporaryFolder();
    const files = ["--keys", join(folder, "keys.json"), "--usage", join(folder, "usage.bin"), "--anonymous", "pro"];
    const server = await serve(
      [
        "serve",
        shippedArtifacts,
        "--workers",
        workers,
        "--max-connections",
        "1",
        "--headers-timeout",
        "60000",
        ...files,
      ],
      { ICONS_MAX_URL_BYTES: "200" },
    );
    const { status } = parseRaw(await exchange(server.port, get(`/api/v1/icons?${"x".repeat(200)}`)));
    expect(status).toBe(414);
    const held = await Promise.all(Array.from({ length: Number(workers) }, () => openConnection(server.port)));
    await vi.waitFor(
      async () => expect(parseRaw(await exchange(server.port, get("/healthz"))).status).toBe(503),
      PATIENTLY,
    );
    for (const socket of held) socket.destroy();
    expect(await server.stop()).toBe(0);
  });
});
