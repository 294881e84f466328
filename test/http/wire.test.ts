import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Ajv } from "ajv";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ErrorResponse } from "#src/http/contract/response-schemas.js";
import { exchange, parseRaw } from "../support/raw-http.js";
import { type Service, startService } from "../support/service.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

const checkError = new Ajv().compile(ErrorResponse);
const HEAD = "Host: icons.test\r\nConnection: close\r\n";
let service: Service;
beforeAll(async () => {
  service = await startService(shippedArtifacts, { limits: { requestTimeout: 700 } });
});
afterAll(() => service.close());

describe("malformed requests", () => {
  it.each([
    ["text that is no HTTP", "hello\r\n\r\n", 400, "bad_request"],
    ["a header without a colon", "GET /api/v1/icons HTTP/1.1\r\nbroken header\r\n\r\n", 400, "bad_request"],
    ["bytes beyond ASCII in the target", "GET /api/v1/icons?q=ó HTTP/1.1\r\n\r\n", 400, "bad_request"],
    ["a URL over 8 KB", `GET /api/v1/icons?q=${"a".repeat(8300)} HTTP/1.1\r\n${HEAD}\r\n`, 414, "uri_too_long"],
    ["a URL over 60 KB", `GET /api/v1/icons?q=${"a".repeat(60_000)} HTTP/1.1\r\n${HEAD}\r\n`, 414, "uri_too_long"],
    [
      "headers over 16 KB",
      `GET /api/v1/icons HTTP/1.1\r\n${HEAD}X-Big: ${"a".repeat(17_000)}\r\n\r\n`,
      431,
      "headers_too_large",
    ],
    [
      "headers over 60 KB",
      `GET /api/v1/icons HTTP/1.1\r\n${HEAD}X-Big: ${"a".repeat(60_000)}\r\n\r\n`,
      431,
      "headers_too_large",
    ],
    ["101 headers", `GET /api/v1/icons HTTP/1.1\r\n${HEAD}${"X-Many: 1\r\n".repeat(99)}\r\n`, 431, "headers_too_large"],
    ["3,000 headers", `GET /api/v1/icons HTTP/1.1\r\n${HEAD}${"X: 1\r\n".repeat(3000)}\r\n`, 431, "headers_too_large"],
    [
      "a request that is never finished",
      "GET /api/v1/icons HTTP/1.1\r\nHost: icons.test\r\nX-Slow: ",
      408,
      "request_timeout",
    ],
  ] as const)("rejects %s with a documented error before routing", async (_name, request, status, code) => {
    const response = parseRaw(await exchange(service.port, request));
    expect(response.status).toBe(status);
    expect(response.body.error.code).toBe(code);
    expect(checkError(response.body)).toBe(true);
    expect(response.head.toLowerCase()).toContain("connection: close");
    expect(response.head.toLowerCase()).toMatch(/x-request-id: \S+/);
    expect(response.head.toLowerCase()).toContain("access-control-allow-origin: *");
    expect(response.head.toLowerCase()).toContain(
      "access-control-expose-headers: ratelimit, ratelimit-policy, retry-after, etag, x-request-id",
    );
  });

  it("distinguishes headers that are too large from a long URL, even in several packets", async () => {
    const piece = "a".repeat(20_000);
    const response = parseRaw(
      await exchange(service.port, `GET /api/v1/icons HTTP/1.1\r\n${HEAD}X: `, piece, piece, piece, "\r\n\r\n"),
    );
    expect(response.body.error.code).toBe("headers_too_large");
  });

  it("responds to earlier requests of the connection before it rejects one", async () => {
    const request = `GET /api/v1/icons?limit=1 HTTP/1.1\r\nHost: icons.test\r\nX-API-Key: ${service.pro}\r\n\r\n`;
    const responses = await exchange(service.port, `${request}${request}no HTTP\r\n\r\n`);
    expect(responses.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 200", "HTTP/1.1 400"]);
  });

  it.each([
    ["wonders", 2],
    // It is unknown whether a body follows, so the connection is closed.
    ["100-continue", 1],
  ])("ignores the expectation of %s", async (expectation, count) => {
    const request = `GET /none HTTP/1.1\r\nHost: icons.test\r\nExpect: ${expectation}\r\n`;
    const responses = await exchange(service.port, `${request}\r\n${request}Connection: close\r\n\r\n`);
    expect(responses.match(/HTTP\/1\.1 \d+/g)).toEqual(Array(count).fill("HTTP/1.1 404"));
  });

  it("accepts a request with 100 headers and a URL of 8 KB", async () => {
    const path = `/api/v1/icons?${"x".repeat(8192 - 14)}`;
    expect(path).toHaveLength(8192);
    const response = await exchange(
      service.port,
      `GET ${path} HTTP/1.1\r\n${HEAD}X-API-Key: ${service.pro}\r\n${"X-Many: 1\r\n".repeat(97)}\r\n`,
    );
    expect(response).toMatch(/^HTTP\/1\.1 200 /);
  });

  it("rejects a key header that is sent twice", async () => {
    const response = await exchange(
      service.port,
      `GET /api/v1/icons HTTP/1.1\r\n${HEAD}X-API-Key: ${service.pro}\r\nX-API-Key: ${service.pro}\r\n\r\n`,
    );
    expect(parseRaw(response).body.error.code).toBe("invalid_api_key");
  });
});

describe("draining server", () => {
  it("responds to a request that arrives on an open connection, with Connection: close", async () => {
    const own = await startService(shippedArtifacts);
    const socket = connect(own.port, "127.0.0.1");
    const received: string[] = [];
    socket.on("data", (chunk) => received.push(chunk.toString()));
    const closed = new Promise((resolve) => socket.on("close", resolve));
    // Half a request keeps the connection from being idle while the server closes.
    socket.write(`GET /api/v1/icons?q=spotify HTTP/1.1\r\nHost: a.test\r\nX-API-Key: ${own.pro}\r\n`);
    await sleep(500);
    const closing = own.close();
    await sleep(500);
    socket.write("\r\n");
    await closed;
    await closing;
    expect(received.join("")).toMatch(/^HTTP\/1\.1 200 /);
    expect(received.join("").toLowerCase()).toContain("connection: close");
  });
});
