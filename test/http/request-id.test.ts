import { expect, it, onTestFinished } from "vitest";
import type { ServerOptions } from "#src/http/server/server.js";
import { exchange } from "../support/raw-http.js";
import { startService } from "../support/service.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

const OWN = /^[\w-]{8}-[0-9a-z]+$/;

/** The id in the response to a request with the given id. */
async function idOf(given: string | undefined, options: Partial<ServerOptions>, ...further: string[]): Promise<string> {
  const service = await startService(shippedArtifacts, options);
  onTestFinished(() => service.close());
  const headers = [given, ...further].filter((id) => id !== undefined).map((id) => `X-Request-Id: ${id}\r\n`);
  const path = `/api/v1/categories?api_key=${service.pro}`;
  const response = await exchange(
    service.port,
    `GET ${path} HTTP/1.1\r\nHost: icons.test\r\nConnection: close\r\n${headers.join("")}\r\n`,
  );
  return /x-request-id: (.*)\r\n/i.exec(response)![1]!;
}

it.each([
  "4bf92f3577b34da6a3ce929d0e0e4736",
  "f47ac10b-58cc-4372-a567-0e02b2c3d479",
  "Root=1-67891233-abcdef01",
  "a/b+c==",
])("takes the request id %s from a trusted proxy", async (id) => {
  expect(await idOf(id, { trustProxy: "10.0.0.0/8, 127.0.0.1" })).toBe(id);
  expect(await idOf(id, { trustProxy: "loopback" })).toBe(id);
});

it("takes no request id from an untrusted client", async () => {
  expect(await idOf("4bf92f35", {})).toMatch(OWN);
  expect(await idOf("4bf92f35", { trustProxy: "10.0.0.0/8" })).toMatch(OWN);
});

it.each(["", "a b", 'a"b', "é", "a".repeat(129), "icn_0123456789abcdefghijABCDEFGHIJ0123", "a,b"])(
  "replaces the invalid request id %j of a trusted proxy",
  async (id) => {
    expect(await idOf(id, { trustProxy: "127.0.0.1" })).toMatch(OWN);
  },
);

it("replaces two request ids of one request", async () => {
  expect(await idOf("one", { trustProxy: "127.0.0.1" }, "two")).toMatch(OWN);
});
