import { pino } from "pino";
import { describe, expect, it } from "vitest";
import type { ServerOptions } from "#src/http/server/server.js";
import { exchange } from "../support/raw-http.js";
import { startService } from "../support/service.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly reqId?: string;
  readonly status?: number;
  readonly code?: string;
  readonly ip?: string;
  readonly ms?: number;
  readonly key?: string;
  readonly url?: string;
}

/**
 * Sends requests that succeed, are served from a cache, or fail. @returns the lines of the log, and the responses'
 * request ids
 */
async function askLogged(level: string, options: Partial<ServerOptions> = {}) {
  const lines: string[] = [];
  const logger = pino({ level }, { write: (line: string) => void lines.push(line) });
  const service = await startService(shippedArtifacts, { logger, ...options });
  const key = { "X-API-Key": service.pro };
  const { etag } = (await service.ask("/api/v1/icons", key)).headers;
  const responses = [
    await service.ask("/api/v1/icons/spotify", key),
    await service.ask("/api/v1/icons?limit=100", { ...key, "Accept-Encoding": "br" }),
    await service.ask("/api/v1/icons", { ...key, "If-None-Match": etag ?? "*" }),
    await service.ask("/api/v1/icons/no-such-icon", key),
    await service.ask(`/api/v1/similar?api_key=${service.pro}`),
    await service.ask("/nowhere"),
    await service.ask("/healthz"),
  ];
  await service.close();
  for (const secret of [service.free, service.pro]) expect(lines.join("")).not.toContain(secret.slice(0, 16));
  const parsed = lines.map((line): Line => JSON.parse(line));
  return { responses, logged: parsed.filter(({ msg }) => msg === "responded"), parsed };
}

describe("request log", () => {
  it("logs every error response and no successful one at the default level", async () => {
    const { responses, logged } = await askLogged("info");
    const refused = responses.filter(({ status }) => status >= 400);
    expect(refused.map(({ status }) => status)).toEqual([404, 400, 404]);
    expect(logged.map(({ status, reqId }) => [status, reqId])).toEqual(
      refused.map(({ status, headers }) => [status, headers["x-request-id"]]),
    );
    expect(logged[0]).toMatchObject({ key: expect.stringMatching(/^k_/), url: "/api/v1/icons/no-such-icon" });
    for (const { ms } of logged) expect(ms).toBeLessThan(60_000);
  });

  it("logs every response at the level debug, including 304", async () => {
    const { responses, logged } = await askLogged("debug");
    expect(logged.slice(1).map(({ status, reqId }) => [status, reqId])).toEqual(
      responses.map(({ status, headers }) => [status, headers["x-request-id"]]),
    );
  });

  it("explains an internal error in the log under the request's id, and not in the response", async () => {
    const catalog = (): never => {
      throw new Error("the disk is on fire");
    };
    const { responses, parsed } = await askLogged("info", { catalog });
    const [failed] = responses;
    expect(failed).toMatchObject({ status: 500, body: { error: { code: "internal_error" } } });
    expect(failed!.bytes.toString()).not.toContain("fire");
    expect(parsed.find(({ msg }) => msg === "request failed")).toMatchObject({
      err: { message: "the disk is on fire" },
    });
    expect(parsed.some(({ reqId, level }) => reqId === failed!.headers["x-request-id"] && level === 50)).toBe(true);
  });

  it("logs requests that are rejected before parsing, without their content", async () => {
    const lines: string[] = [];
    const logger = pino({ level: "info" }, { write: (line: string) => void lines.push(line) });
    const service = await startService(shippedArtifacts, { logger, limits: { requestTimeout: 700 } });
    const responses = [
      await exchange(service.port, `hello ${service.pro}\r\n\r\n`),
      await exchange(service.port, `GET /api/v1/icons?api_key=${service.pro} HTTP/1.1\r\nHost: x\r\nX-Slow: `),
      await exchange(service.port, "CONNECT icons.test:443 HTTP/1.1\r\nHost: icons.test\r\n\r\n"),
    ];
    await service.close();
    const unread = lines.map((line): Line => JSON.parse(line)).filter(({ msg }) => msg === "rejected before parsing");
    expect(unread).toMatchObject([
      { status: 400, code: "bad_request", level: 30, ip: "127.0.0.1" },
      { status: 408, code: "request_timeout" },
      { status: 405, code: "method_not_allowed" },
    ]);
    for (const [index, { reqId }] of unread.entries()) expect(responses[index]).toContain(`x-request-id: ${reqId}`);
    expect(lines.join("")).not.toContain(service.pro.slice(0, 16));
  });

  it("logs the address that the server listens on", async () => {
    const { parsed } = await askLogged("info");
    expect(parsed[0]!.msg).toMatch(/^Server listening at http:\/\/127\.0\.0\.1:\d+$/);
  });
});
