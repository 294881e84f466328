import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PollStatus } from "#src/platform/poller.js";
import { type Service, startService } from "../support/service.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

let service: Service;
beforeAll(async () => {
  service = await startService(shippedArtifacts, { publicUrl: "https://icons.example.com/" });
});
afterAll(() => service.close());

const PATHS = ["/api/v1/icons?q=goo", "/api/v1/icons/spotify", "/api/v1/categories", "/api/v1/similar?id=spotify"];
const pro = (more: Record<string, string> = {}): Record<string, string> => ({ "X-API-Key": service.pro, ...more });
const without = (headers: Record<string, string>, ...names: string[]): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !["date", "x-request-id", ...names].includes(name)));

describe.each([...PATHS, "/api/v1/icons?limit=0", "/images/spotify", "/healthz", "/readyz"])("HEAD %s", (path) => {
  it.each(["identity", "gzip", "br"])("sends the headers of GET and no body (%s)", async (encoding) => {
    const get = await service.ask(path, pro({ "Accept-Encoding": encoding }));
    const head = await service.ask(path, pro({ "Accept-Encoding": encoding }), "HEAD");
    expect(head.status).toBe(get.status);
    expect(head.bytes).toHaveLength(0);
    expect(without(head.headers)).toEqual(without(get.headers));
  });
});

describe.each(PATHS)("conditional requests for %s", (path) => {
  it("responds with 304, the headers of a cache entry and no body", async () => {
    const { headers } = await service.ask(path, pro());
    for (const condition of [headers.etag!, `"other", ${headers.etag}`, headers.etag!.slice(2), "*"]) {
      const again = await service.ask(path, pro({ "If-None-Match": condition }));
      expect(again.status).toBe(304);
      expect(again.bytes).toHaveLength(0);
      expect(again.headers.etag).toBe(headers.etag);
    }
    expect((await service.ask(path, pro({ "If-None-Match": 'W/"other"' }))).status).toBe(200);
  });

  it("sends another ETag for another plan or request, and the same for any remaining quota", async () => {
    const tag = async (key: string, target = path): Promise<string | undefined> =>
      (await service.ask(target, { "X-API-Key": key })).headers.etag;
    expect(await tag(service.free)).toBe(await tag(service.free));
    expect(await tag(service.free)).not.toBe(await tag(service.pro));
    const tags = await Promise.all(PATHS.map((target) => tag(service.pro, target)));
    expect(new Set(tags).size).toBe(PATHS.length);
  });
});

describe("ETags of equivalent requests", () => {
  it("sends the same ETag for equivalent requests", async () => {
    const tag = async (path: string): Promise<string | undefined> => (await service.ask(path, pro())).headers.etag;
    expect(await tag("/api/v1/icons?q=goo&limit=100")).toBe(await tag("/api/v1/icons?limit=5000&q=goo&page="));
    expect(await tag("/api/v1/icons?q=goo&unknown=1")).toBe(await tag("/api/v1/icons?unknown=2&q=goo"));
    expect(await tag("/api/v1/icons?q=goo")).not.toBe(await tag("/api/v1/icons?q=goo&page=2"));
    const filtered = await tag("/api/v1/icons?q=goo&category=music,games&color=red");
    for (const same of ["q=GOO&category=games&category=Music", "q=+goo+&category=music,games,music"]) {
      expect(await tag(`/api/v1/icons?color=%23ff0000&${same}`)).toBe(filtered);
    }
    expect(await tag("/api/v1/icons?q=goo&category=music&color=red")).not.toBe(filtered);
  });
});

describe("compression", () => {
  it.each(["gzip", "br"])(
    "compresses responses from 1 KiB on with %s, without changing the decoded body",
    async (encoding) => {
      const plain = await service.ask("/api/v1/icons?limit=100", pro());
      const packed = await service.ask("/api/v1/icons?limit=100", pro({ "Accept-Encoding": encoding }));
      expect(packed.headers["content-encoding"]).toBe(encoding);
      expect(packed.body).toEqual(plain.body);
      expect(packed.wireBytes).toBeLessThan(plain.bytes.length / 3);
    },
  );

  it("leaves small responses and images uncompressed", async () => {
    for (const path of ["/api/v1/icons?q=spotify", "/images/spotify"]) {
      expect(
        (await service.ask(path, pro({ "Accept-Encoding": "br, gzip" }))).headers["content-encoding"],
      ).toBeUndefined();
    }
  });
});

describe("CORS", () => {
  it("allows any origin the methods and the key header in a preflight without a key", async () => {
    const preflight = {
      Origin: "https://app.test",
      "Access-Control-Request-Method": "GET",
      "Access-Control-Request-Headers": "X-API-Key",
    };
    for (const path of PATHS) {
      const { status, headers } = await service.ask(path, preflight, "OPTIONS");
      expect(status).toBe(204);
      expect(headers["access-control-allow-methods"]).toBe("GET, HEAD");
      expect(headers["access-control-allow-headers"]).toContain("X-API-Key");
    }
  });

  it.each([["/api/v1/icons"], ["/api/v1/icons?limit=0"], ["/api/v1/nowhere"]])(
    "exposes the documented headers on %s",
    async (path) => {
      const { headers } = await service.ask(path, { Origin: "https://app.test" });
      const exposed = headers["access-control-expose-headers"]!.split(", ");
      expect(exposed).toEqual(
        expect.arrayContaining(["RateLimit", "RateLimit-Policy", "Retry-After", "ETag", "X-Request-Id"]),
      );
    },
  );
});

describe("API responses", () => {
  it.each(["/%61pi/v1/icons?limit=1", "http://elsewhere.test/api/v1/icons?limit=1"])(
    "marks a response as private for any spelling of its path: %s",
    async (path) => {
      const { status, headers } = await service.ask(path, pro());
      expect(status).toBe(200);
      expect(headers).toMatchObject({
        "cache-control": "private, max-age=0, must-revalidate",
        vary: "X-API-Key, Accept, Accept-Encoding",
      });
    },
  );

  it("sends the members of a response in a fixed order", async () => {
    for (const path of PATHS.filter((target) => target !== "/api/v1/icons/spotify")) {
      const members = Object.keys((await service.ask(path, pro())).body).filter((member) => member !== "query");
      expect(members).toEqual(["success", "data", "total", "page", "limit", "totalPages", "_meta"]);
    }
  });
});

describe("auxiliary routes", () => {
  it("serves the image at iconUrl, sandboxed", async () => {
    const { body } = await service.ask("/api/v1/icons/spotify", pro());
    expect(body.data.iconUrl).toBe("https://icons.example.com/images/spotify");
    const image = await service.ask(new URL(body.data.iconUrl).pathname);
    expect(image.status).toBe(200);
    expect(image.headers).toMatchObject({
      "content-type": "image/webp",
      "content-security-policy": "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox",
      "x-content-type-options": "nosniff",
    });
    expect(image.bytes.subarray(8, 12).toString()).toBe("WEBP");
    expect((await service.ask("/images/spotify", { "If-None-Match": image.headers.etag! })).status).toBe(304);
  });

  it("reports liveness and the loaded dataset to everyone, uncached", async () => {
    const health = await service.ask("/healthz");
    expect(health.body).toEqual({ status: "ok" });
    const ready = await service.ask("/readyz");
    expect(ready.body).toMatchObject({ status: "ready", generation: expect.stringMatching(/^[0-9a-f]{32}$/) });
    expect(Date.parse(ready.body.builtAt)).toBeLessThanOrEqual(Date.now());
    expect(ready.headers["cache-control"]).toBe("no-store");
  });

  it("reports the state of each poller by name, time and code, without paths and messages", async () => {
    const since = Date.UTC(2026, 10, 22, 10);
    const fault = (name: string, error: Error): PollStatus => ({
      name,
      totalFailures: 9,
      fault: { name, error, failures: 3, since },
    });
    const polls = [
      { name: "key file", totalFailures: 2 },
      fault("usage file", Object.assign(new Error("EACCES: /srv/secret"), { code: "EACCES" })),
      fault("store", Object.assign(new Error("https://user:secret@store"), { code: "secret of somebody" })),
      fault("generation", new Error("/srv/secret is damaged")),
    ];
    const troubled = await startService(shippedArtifacts, { polls: () => polls });
    const ready = await troubled.ask("/readyz");
    const failing = { status: "failing", since: "2026-11-22T10:00:00.000Z", failures: 3 };
    expect(ready.status).toBe(200);
    expect(ready.body.polls).toEqual([
      { name: "key file", status: "ok" },
      { name: "usage file", ...failing, code: "EACCES" },
      { name: "store", ...failing, code: "OTHER" },
      { name: "generation", ...failing, code: "OTHER" },
    ]);
    expect(ready.bytes.toString()).not.toContain("secret");
    await troubled.close();
  });
});

describe("server without a dataset", () => {
  it("responds with 503 and Retry-After, and is alive but not ready", async () => {
    const empty = await startService(shippedArtifacts, { catalog: () => undefined });
    for (const path of PATHS) {
      const { status, headers, body } = await empty.ask(path, { "X-API-Key": empty.pro });
      expect(status).toBe(503);
      expect(body.error.code).toBe("unavailable");
      expect(Number(headers["retry-after"])).toBeGreaterThan(0);
    }
    expect((await empty.ask("/readyz")).status).toBe(503);
    expect((await empty.ask("/healthz")).status).toBe(200);
    expect((await empty.ask("/api/v1/icons?limit=0", { "X-API-Key": empty.pro })).status).toBe(400);
    await empty.close();
  });
});
