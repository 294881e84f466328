import { createServer, type RequestListener, type Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { headEnding, headerBlock, headerLines } from "#src/http/transport/header-block.js";
import { PacedResponse, sendWhole, type WholeResponse } from "#src/http/transport/paced-response.js";
import { exchange } from "../support/raw-http.js";

const COMMON = headerBlock({ "x-content-type-options": "nosniff", vary: "Accept-Encoding" });
const BODY = "caf\u00e9 ".repeat(10);
const RESPONSES: Readonly<Record<string, Omit<WholeResponse, "common">>> = {
  "/text": { status: 200, headers: ["etag", 'W/"1"', "content-length", String(BODY.length)], body: BODY },
  "/bytes": { status: 200, headers: ["content-length", "3"], body: Buffer.from([0, 255, 128]) },
  "/empty": { status: 200, headers: ["content-length", "0"], body: "" },
  "/known": { status: 304, headers: ["etag", 'W/"1"'], body: "" },
  "/refused": { status: 404, headers: ["content-length", "9"], body: "Not found" },
  "/latin": { status: 200, headers: ["x-name", "caf\u00e9", "content-length", "1"], body: "x" },
};
const GET = (path: string, more = "", version = "1.1", method = "GET"): string =>
  `${method} ${path} HTTP/${version}\r\nHost: icons.test\r\n${more}\r\n`;
const KEEP_ALIVE_MS = 7000;
const CLOSE = "Connection: close\r\n";

let ours: Server;
let nodes: Server;
beforeAll(async () => {
  [ours, nodes] = await Promise.all([listen(PacedResponse), listen(ServerResponse)]);
});
afterAll(() => {
  for (const server of [ours, nodes]) server.close();
});

describe("whole responses", () => {
  it.each([
    ...Object.keys(RESPONSES).flatMap((path) => [
      [`GET ${path}`, GET(path) + GET("/text", CLOSE)],
      [`HEAD ${path}`, GET(path, "", "1.1", "HEAD") + GET("/text", CLOSE)],
    ]),
    ["a connection that ends", GET("/text", CLOSE)],
    ["HTTP/1.0", GET("/text", "", "1.0")],
    [
      "HTTP/1.0 on a connection that stays open",
      GET("/text", "Connection: keep-alive\r\n", "1.0") + GET("/text", CLOSE),
    ],
    ["304 in HTTP/1.0", GET("/known", "Connection: keep-alive\r\n", "1.0") + GET("/text", CLOSE)],
    ["pipelined requests", GET("/text") + GET("/known") + GET("/refused") + GET("/bytes") + GET("/empty", CLOSE)],
    ["a header that was set before", GET("/text?set") + GET("/text", CLOSE)],
  ])("sends the same bytes as writeHead and end: %s", async (_name, requests) => {
    const own = await bytesOf(ours, requests);
    expect(own).toBe(await bytesOf(nodes, requests));
    expect(own).toMatch(/^HTTP\/1\.1 /);
  });

  it("refuses a header value with a line break, like Node", async () => {
    expect(headerLines(["x-name", "a\r\nset-cookie: b"])).toBeUndefined();
    for (const server of [ours, nodes]) {
      expect(await bytesOf(server, GET("/broken", CLOSE))).toContain("ERR_INVALID_CHAR");
    }
    expect(() => headerBlock({ "x-name": "a\nb" })).toThrow("Invalid character");
    expect(() => headerBlock({ "x name": "a" })).toThrow("valid HTTP token");
  });

  it("ends a head with the date and how long the connection stays open, if that is limited", () => {
    const [, date] = /^Date: (.*)\r\nConnection: keep-alive\r\nKeep-Alive: timeout=72\r\n\r\n$/.exec(
      headEnding(72_500),
    )!;
    expect(Math.abs(Date.parse(date!) - Date.now())).toBeLessThan(2000);
    expect(date).toBe(new Date(date!).toUTCString());
    expect(headEnding(0)).toMatch(/^Date: .* GMT\r\nConnection: keep-alive\r\n\r\n$/);
  });
});

async function listen(Response: typeof ServerResponse): Promise<Server> {
  const listener: RequestListener = (request, response) => {
    // As each connection of the service does.
    if (response instanceof PacedResponse) response.keepAliveMs = KEEP_ALIVE_MS;
    const [path, query] = request.url!.split("?");
    if (query === "set") response.setHeader("x-set", "1");
    if (path === "/broken") {
      try {
        sendWhole(response, { status: 200, common: COMMON, headers: ["x-name", "a\r\nb"], body: "" });
      } catch (error) {
        response.end((error as NodeJS.ErrnoException).code);
      }
    } else sendWhole(response, { ...RESPONSES[path!]!, common: COMMON });
  };
  const server = createServer({ ServerResponse: Response, keepAliveTimeout: KEEP_ALIVE_MS }, listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

/** All that a connection receives, without dates. */
async function bytesOf(server: Server, requests: string): Promise<string> {
  const bytes = await exchange((server.address() as AddressInfo).port, requests);
  return bytes.replaceAll(/^Date: .*\r\n/gm, "Date\r\n");
}
