import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApiResponse } from "../support/ask.js";
import { type Service, startService } from "../support/service.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

let service: Service;
beforeAll(async () => {
  service = await startService(shippedArtifacts, { publicUrl: "https://icons.example.com" });
});
afterAll(() => service.close());

const OPERATIONS = [
  "/api/v1/icons",
  "/api/v1/icons/spotify",
  "/api/v1/categories",
  "/api/v1/changes?since=2026-05-11",
  "/api/v1/resolve?name=spotify",
  "/api/v1/similar?id=spotify",
];
const COMPRESS_FROM = 1024;

/** Headers of every response of the API. */
const STANDING = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "RateLimit, RateLimit-Policy, Retry-After, ETag, X-Request-Id",
  "cache-control": "private, max-age=0, must-revalidate",
  connection: "close",
  date: expect.stringMatching(/GMT$/),
  "referrer-policy": "no-referrer",
  vary: "X-API-Key, Accept, Accept-Encoding",
  "x-content-type-options": "nosniff",
  "x-request-id": expect.stringMatching(/^[\w-]+$/),
};
const LIMITED = {
  "ratelimit-policy": '"day";q=100;w=86400',
  ratelimit: expect.stringMatching(/^"day";r=\d+;t=\d+$/),
};
const JSON_TYPE = { "content-type": "application/json; charset=utf-8" };

/** Without the remaining quota, which every request changes. */
const lasting = ({ bytes }: ApiResponse): string => bytes.toString().replace(/"rate_remaining":-?\d+/, "");

describe.each(["free", "pro"] as const)("contract headers on the %s plan", (tier) => {
  const ask = (path: string, method: string, more: Record<string, string> = {}): Promise<ApiResponse> =>
    service.ask(path, { "X-API-Key": service[tier], ...more }, method);
  const standing = tier === "free" ? { ...STANDING, ...LIMITED } : STANDING;

  describe.each(OPERATIONS)("%s", (path) => {
    it("sends exactly the headers of the contract, with the length and ETag of the body", async () => {
      const get = await ask(path, "GET");
      expect(get.status).toBe(200);
      const headers = { ...standing, ...JSON_TYPE, etag: get.headers.etag, "content-length": String(get.wireBytes) };
      expect(get.headers).toEqual(headers);
      const head = await ask(path, "HEAD");
      expect(head.status).toBe(200);
      expect(head.bytes).toHaveLength(0);
      // The length may only differ by digits of the remaining quota.
      const length = Number(head.headers["content-length"]);
      expect(Math.abs(length - get.wireBytes)).toBeLessThanOrEqual(1);
      expect(head.headers).toEqual({ ...headers, "content-length": String(length) });
    });

    it.each(["gzip", "br"])(
      "sends the same body compressed with %s if it is large enough, with Content-Encoding",
      async (encoding) => {
        const plain = await ask(path, "GET");
        const packed = await ask(path, "GET", { "Accept-Encoding": encoding });
        const large = plain.bytes.length >= COMPRESS_FROM;
        expect(packed.status).toBe(200);
        expect(packed.headers).toEqual({
          ...standing,
          ...JSON_TYPE,
          etag: plain.headers.etag,
          "content-length": String(packed.wireBytes),
          ...(large ? { "content-encoding": encoding } : {}),
        });
        expect(lasting(packed)).toBe(lasting(plain));
        const head = await ask(path, "HEAD", { "Accept-Encoding": encoding });
        expect(head.headers["content-encoding"]).toBe(packed.headers["content-encoding"]);
        expect(Object.keys(head.headers).sort()).toEqual(Object.keys(packed.headers).sort());
      },
    );

    it.each(["GET", "HEAD"])(
      "responds to a conditional %s with the headers of a cache entry and no body",
      async (method) => {
        const { etag } = (await ask(path, "HEAD")).headers;
        for (const encoding of ["identity", "gzip", "br"]) {
          const known = await ask(path, method, { "If-None-Match": etag!, "Accept-Encoding": encoding });
          expect(known.status).toBe(304);
          expect(known.headers).toEqual({ ...standing, etag });
          expect(known.wireBytes).toBe(0);
        }
      },
    );
  });

  it("sends the common headers with an error, and compresses large errors", async () => {
    const long = await ask(`/api/v1/icons/${"n".repeat(2000)}`, "GET", { "Accept-Encoding": "gzip" });
    expect(long.status).toBe(404);
    expect(long.headers).toEqual({
      ...standing,
      ...JSON_TYPE,
      "content-length": String(long.wireBytes),
      "content-encoding": "gzip",
    });
    const short = await ask("/api/v1/icons?limit=0", "GET", { "Accept-Encoding": "gzip" });
    expect(short.status).toBe(400);
    expect(short.headers).toEqual({ ...standing, ...JSON_TYPE, "content-length": String(short.wireBytes) });
  });
});

describe("compressible responses", () => {
  it.each(["free", "pro"] as const)("has responses above the compression threshold on the %s plan", async (tier) => {
    const { bytes } = await service.ask("/api/v1/icons", { "X-API-Key": service[tier] });
    expect(bytes.length).toBeGreaterThan(COMPRESS_FROM);
  });
});
