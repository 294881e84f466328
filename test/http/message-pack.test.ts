import { unpack } from "msgpackr";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Service, startService } from "../support/service.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

let service: Service;
beforeAll(async () => {
  service = await startService(shippedArtifacts);
});
afterAll(() => service.close());

const JSON_TYPE = "application/json; charset=utf-8";
const PATHS = [
  "/api/v1/icons?limit=100&facets=category,color",
  "/api/v1/icons?q=spotfy",
  `/api/v1/icons?q=${encodeURIComponent("微信")}`,
  "/api/v1/icons/spotify",
  "/api/v1/categories",
  "/api/v1/similar?id=spotify",
  `/api/v1/similar?shape=${"0f".repeat(64)}&palette=1db954:0.82,191414:0.18`,
  "/api/v1/icons?limit=0",
  "/api/v1/icons/nothing",
  "/api/v1/nothing",
];
const ask = (path: string, headers: Record<string, string> = {}) =>
  service.ask(path, { "X-API-Key": service.pro, ...headers });

describe("MessagePack responses", () => {
  it.each(PATHS)("encodes the same content as JSON: %s", async (path) => {
    const json = await ask(path);
    for (const type of ["application/vnd.msgpack", "application/msgpack"]) {
      for (const encoding of ["identity", "gzip", "br"]) {
        const packed = await ask(path, { Accept: type, "Accept-Encoding": encoding });
        expect(packed.status).toBe(json.status);
        expect(packed.headers["content-type"]).toBe(type);
        expect(unpack(packed.bytes)).toEqual(json.body);
        if (encoding === "identity") expect(packed.headers["content-length"]).toBe(String(packed.wireBytes));
        expect(packed.headers.etag).toBe(json.headers.etag);
        const large = packed.bytes.length >= 1024 && encoding !== "identity";
        expect(packed.headers["content-encoding"]).toBe(large ? encoding : undefined);
      }
    }
  });

  it.each([
    [undefined, JSON_TYPE],
    ["*/*", JSON_TYPE],
    ["application/*", JSON_TYPE],
    ["text/html", JSON_TYPE],
    ["", JSON_TYPE],
    ["msgpack", JSON_TYPE],
    ["text/msgpack;q=x", JSON_TYPE],
    ["application/msgpack;q=0", JSON_TYPE],
    ["application/json, application/msgpack;q=0.9", JSON_TYPE],
    ["application/msgpack;q=0.9, application/json", JSON_TYPE],
    ["application/json;q=0.5, application/vnd.msgpack", "application/vnd.msgpack"],
    ["application/msgpack, */*;q=0.1", "application/msgpack"],
    ["APPLICATION/MSGPACK", "application/msgpack"],
    ["application/vnd.msgpack;q=0.2, application/msgpack;q=0.3", "application/msgpack"],
  ])("selects MessagePack or JSON by the client's preference: Accept: %s", async (accept, type) => {
    const { headers } = await ask("/api/v1/categories", accept === undefined ? {} : { Accept: accept });
    expect(headers["content-type"]).toBe(type);
  });

  it("sends the same MessagePack headers for HEAD, and responds with 304 to its ETag", async () => {
    const accept = { Accept: "application/msgpack" };
    const get = await ask("/api/v1/categories", accept);
    const head = await service.ask("/api/v1/categories", { "X-API-Key": service.pro, ...accept }, "HEAD");
    expect({ ...head.headers, date: "" }).toEqual({
      ...get.headers,
      date: "",
      "x-request-id": head.headers["x-request-id"],
    });
    const known = await ask("/api/v1/categories", { ...accept, "If-None-Match": get.headers.etag! });
    expect(known.status).toBe(304);
  });
});
