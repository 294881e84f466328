import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createKey, readKeyFile, revokeKey } from "#src/access/key-file.js";
import { type Quota, QuotaAwayError } from "#src/access/quota.js";
import { countInMemory } from "#src/access/usage-tables.js";
import { PATIENTLY } from "../support/patiently.js";
import { type Service, startService } from "../support/service.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

type Taken = Parameters<Quota["take"]>;

const PATH = "/api/v1/categories";
const MIDNIGHT = Date.UTC(2030, 0, 2);
let service: Service;
afterEach(() => service.close());

describe("API keys", () => {
  it("reads the key from the header, then from the query", async () => {
    service = await startService(shippedArtifacts);
    const { free, pro } = service;
    const tier = async (path: string, headers = {}): Promise<string> =>
      (await service.ask(path, headers)).body._meta.tier;
    expect(await tier(PATH, { "X-API-Key": pro })).toBe("pro");
    expect(await tier(`${PATH}?api_key=${pro}`)).toBe("pro");
    expect(await tier(`${PATH}?api%5Fkey=${pro}`)).toBe("pro");
    expect(await tier(`${PATH}?api_key=${pro}`, { "X-API-Key": free })).toBe("free");
    expect(await tier(`${PATH}?api_key=${pro}`, { "X-API-Key": "" })).toBe("pro");
  });

  it.each([
    ["nothing", "", "missing_api_key"],
    ["an empty key", "?api_key=", "missing_api_key"],
    ["an unknown key", "?api_key=icn_0000000000000000000000000000000000", "invalid_api_key"],
    ["something else", "?api_key=secret", "invalid_api_key"],
    ["two keys", "?api_key=a&api_key=b", "invalid_api_key"],
    ["a key with NUL", "?api_key=%00", "invalid_api_key"],
  ])("rejects a request with %s without counting it", async (_name, query, code) => {
    service = await startService(shippedArtifacts);
    const { status, headers, body } = await service.ask(PATH + query);
    expect(status).toBe(401);
    expect(body.error.code).toBe(code);
    expect(body._meta).toEqual({ api_version: "v1" });
    expect(headers.etag).toBeUndefined();
  });

  it("rejects revoked keys and accepts new ones without a restart", async () => {
    service = await startService(shippedArtifacts);
    const { id } = readKeyFile(service.keyFile)[0]!;
    const { key } = await createKey(service.keyFile, "pro", "new");
    // Written last, so that whoever sees it has also seen the new key.
    await revokeKey(service.keyFile, id);
    await vi.waitFor(async () => {
      const { body } = await service.ask(PATH, { "X-API-Key": service.free });
      expect(body.error?.code).toBe("invalid_api_key");
    }, PATIENTLY);
    expect((await service.ask(PATH, { "X-API-Key": key })).status).toBe(200);
  });

  it("stores keys on disk as digests only", async () => {
    service = await startService(shippedArtifacts);
    const stored = readFileSync(service.keyFile, "utf8");
    for (const key of [service.free, service.pro]) {
      expect(stored).not.toContain(key);
      expect(stored).not.toContain(key.slice(4, 16));
    }
  });
});

describe("free plan's day", () => {
  it("grants 100 requests regardless of their responses, then responds with 429 until 00:00 UTC", async () => {
    let now = MIDNIGHT - 3_600_000;
    service = await startService(shippedArtifacts, { now: () => now });
    const free = { "X-API-Key": service.free };
    const etag = (await service.ask(PATH, free)).headers.etag!;
    const asked = [
      ["/api/v1/icons?limit=0", 400],
      ["/api/v1/icons/no-such-icon", 404],
      ["/api/v1/similar", 400],
      [PATH, 304],
    ] as const;
    let used = 1;
    for (const [path, status] of asked) {
      const response = await service.ask(path, { ...free, "If-None-Match": etag });
      expect(response.status).toBe(status);
      expect(response.headers.ratelimit).toBe(`"day";r=${100 - ++used};t=3600`);
    }
    // These don't count against the quota.
    await service.ask("/api/v1/nowhere", free);
    await service.ask(PATH, free, "POST");
    await service.ask(PATH, { ...free, "Access-Control-Request-Method": "GET" }, "OPTIONS");
    await service.ask("/images/spotify", free);
    await service.ask("/readyz", free);
    for (; used < 100; used++) expect((await service.ask(PATH, free, used % 2 ? "GET" : "HEAD")).status).toBe(200);

    for (let more = 0; more < 3; more++) {
      const refused = await service.ask(PATH, free);
      expect(refused.status).toBe(429);
      expect(refused.body.error.code).toBe("rate_limit_exceeded");
      expect(refused.body._meta).toMatchObject({ tier: "free", rate_limit: 100, rate_remaining: 0 });
      expect(refused.headers["retry-after"]).toBe("3600");
    }
    now = MIDNIGHT;
    expect((await service.ask(PATH, free)).body._meta.rate_remaining).toBe(99);
  });

  it("grants no additional requests if the clock is set back", async () => {
    let now = MIDNIGHT;
    service = await startService(shippedArtifacts, { now: () => now });
    const free = { "X-API-Key": service.free };
    for (let used = 0; used < 100; used++) await service.ask(PATH, free);
    now = MIDNIGHT - 60_000;
    const refused = await service.ask(PATH, free);
    expect(refused.status).toBe(429);
    expect(refused.headers["retry-after"]).toBe(String(86_400 + 60));
  });
});

describe("plans of an operator", () => {
  const plans = {
    free: { perDay: 3, maxLimit: 5, fullDetail: false },
    pro: { perDay: 7, maxLimit: 300, fullDetail: true },
  };

  it("limits requests per day and icons per page, and says so wherever plans are described", async () => {
    service = await startService(shippedArtifacts, { plans });
    for (const [key, tier] of [
      [service.free, "free"],
      [service.pro, "pro"],
    ] as const) {
      const { perDay, maxLimit } = plans[tier];
      const { body } = await service.ask("/api/v1/icons?limit=1000", { "X-API-Key": key });
      expect(body).toMatchObject({ limit: maxLimit, _meta: { tier, rate_limit: perDay, rate_remaining: perDay - 1 } });
      expect(body.data).toHaveLength(maxLimit);
      for (let used = 1; used < perDay; used++)
        expect((await service.ask(PATH, { "X-API-Key": key })).status).toBe(200);
      const refused = await service.ask(PATH, { "X-API-Key": key });
      expect(refused.status).toBe(429);
      expect(refused.body.error.message).toContain(`${perDay} requests`);
    }
    const llms = (await service.app.inject("/llms.txt")).body;
    const reference = (await service.app.inject("/openapi.json")).json().info.description;
    for (const text of [llms, reference]) {
      expect(text).toContain("- free: 3 requests per UTC day, up to 5 icons per page\n");
      expect(text).toContain("- pro: 7 requests per UTC day, up to 300 icons per page, with version history");
    }
  });
});

describe("external quota", () => {
  it("gives the same responses as the quota in this process", async () => {
    const asked = [PATH, "/api/v1/icons?limit=0", "/api/v1/icons/no-such-icon", "/api/v1/icons?q=goo&limit=3"];
    const usage = countInMemory(() => MIDNIGHT);
    const responses: unknown[][] = [];
    for (const quota of [
      countInMemory(() => MIDNIGHT),
      { ...usage, take: async (...who: Taken) => usage.take(...who) },
    ]) {
      service = await startService(shippedArtifacts, { quota, publicUrl: "http://localhost:3000" });
      const seen: unknown[] = [];
      for (let round = 0; round < 26; round++) {
        for (const path of asked) {
          const { status, headers, body } = await service.ask(path, { "X-API-Key": service.free });
          seen.push([status, headers.ratelimit, headers["retry-after"], headers.etag, body]);
        }
      }
      responses.push(seen);
      await service.close();
    }
    expect(responses[1]).toEqual(responses[0]);
    expect(responses[1]!.filter((response) => (response as number[])[0] === 429)).toHaveLength(4);
  });

  it.each<[Error, number, string, string | undefined]>([
    [new QuotaAwayError(2), 503, "unavailable", "2"],
    [new Error("secret"), 500, "internal_error", undefined],
  ])("responds to the quota failure %s with %i %s", async (error, status, code, retryAfter) => {
    for (const take of [
      () => Promise.reject(error),
      () => {
        throw error;
      },
    ]) {
      service = await startService(shippedArtifacts, { quota: { take, close: () => undefined } });
      const refused = await service.ask(PATH, { "X-API-Key": service.free });
      expect(refused.status).toBe(status);
      expect(refused.body.error.code).toBe(code);
      expect(refused.body.error.message).not.toContain("secret");
      expect(refused.headers["retry-after"]).toBe(retryAfter);
      await service.close();
    }
  });
});

describe("callers without a key", () => {
  it("gives callers without a key the plan that the operator configured", async () => {
    service = await startService(shippedArtifacts, { anonymous: "pro" });
    expect((await service.ask(PATH)).body._meta).toEqual({
      api_version: "v1",
      tier: "pro",
      rate_limit: -1,
      rate_remaining: -1,
    });
    expect((await service.ask(PATH, { "X-API-Key": "wrong" })).status).toBe(401);
  });

  it("counts callers without a key by the address that a trusted proxy reports", async () => {
    service = await startService(shippedArtifacts, { anonymous: "free", trustProxy: "127.0.0.1" });
    const left = async (address: string): Promise<number> =>
      (await service.ask(PATH, { "X-Forwarded-For": address })).body._meta.rate_remaining;
    expect(await left("192.0.2.1")).toBe(99);
    expect(await left("192.0.2.1")).toBe(98);
    expect(await left("192.0.2.2")).toBe(99);
    expect(await left("2001:db8:1:2::1")).toBe(99);
    expect(await left("2001:db8:1:2:ffff::9")).toBe(98);
    expect(await left("2001:db8:1:3::1")).toBe(99);
    expect(await left("::ffff:192.0.2.1")).toBe(97);
    expect(await left("::ffff:c000:201")).toBe(96);
  });

  it("ignores forwarded addresses of callers if no proxy is trusted", async () => {
    service = await startService(shippedArtifacts, { anonymous: "free" });
    const left = async (address: string): Promise<number> =>
      (await service.ask(PATH, { "X-Forwarded-For": address })).body._meta.rate_remaining;
    expect(await left("192.0.2.1")).toBe(99);
    expect(await left("192.0.2.2")).toBe(98);
  });
});
