import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createKey, rotateKey } from "#src/access/key-file.js";
import { REFUSED_PER_MINUTE } from "#src/access/refused-keys.js";
import type { ApiResponse } from "../support/ask.js";
import { PATIENTLY } from "../support/patiently.js";
import { type Service, startService } from "../support/service.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

const PATH = "/api/v1/categories";
let service: Service;

/**
 * Starts a server for each test, since new keys are known only after the next poll, and an address may send only a few
 * invalid keys.
 */
function serveEachTest(): void {
  beforeEach(async () => {
    service = await startService(shippedArtifacts);
  });
  afterEach(() => service.close());
}

/** Advances the clock of the server, which runs in this process, until the test ends. */
function skipTime(ms: number): void {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });
  onTestFinished(() => void vi.useRealTimers());
}

const codeOf = ({ status, body }: ApiResponse): string => `${status} ${body.error?.code ?? "ok"}`;
/** Repeats a request until the server has read the changed key file. */
const known = (key: string, headers = {}): Promise<void> =>
  vi.waitFor(async () => {
    expect((await service.ask(PATH, { "X-API-Key": key, ...headers })).status).toBe(200);
  }, PATIENTLY);

describe("key restricted to origins", () => {
  const HOME = "https://a.example";
  let web = "";
  beforeAll(async () => {
    service = await startService(shippedArtifacts);
    const limits = { origins: [HOME, "https://*.b.example"] };
    ({ key: web } = await createKey(service.keyFile, "free", "web", limits));
    await known(web, { Origin: HOME });
  });
  afterAll(() => service.close());

  it.each<[string, Record<string, string>, string]>([
    ["of a page at an allowed origin", { Origin: HOME }, "200 ok"],
    ["of a host below a wildcard", { Origin: "https://x.b.example" }, "200 ok"],
    ["for an image on such a page", { Referer: `${HOME}/page?x=1` }, "200 ok"],
    ["of another page", { Origin: "https://evil.example" }, "403 origin_not_allowed"],
    [
      "of another page with an allowed referrer",
      { Origin: "https://evil.example", Referer: `${HOME}/` },
      "403 origin_not_allowed",
    ],
    ["for an image on another page", { Referer: "https://evil.example/" }, "403 origin_not_allowed"],
    ["of a sandboxed page", { Origin: "null" }, "403 origin_not_allowed"],
    ["without an origin", {}, "403 origin_not_allowed"],
    ["with an invalid referrer", { Referer: HOME.slice(8) }, "403 origin_not_allowed"],
  ])("responds to a request %s: %j → %s", async (_name, headers, expected) => {
    expect(codeOf(await service.ask(`${PATH}?api_key=${web}`, headers))).toBe(expected);
    expect(codeOf(await service.ask(PATH, { "X-API-Key": service.free, ...headers }))).toBe("200 ok");
  });

  it("rejects the request after the key look-up and before it counts against the allowance", async () => {
    const { key } = await createKey(service.keyFile, "free", "web", { origins: [HOME] });
    await known(key, { Origin: HOME });
    const refused = await service.ask(`${PATH}?limit=0`, { "X-API-Key": key, Origin: "https://evil.example" });
    expect(codeOf(refused)).toBe("403 origin_not_allowed");
    expect(refused.body._meta).toEqual({ api_version: "v1" });
    expect(codeOf(await service.ask(PATH, { "X-API-Key": `${key}x`, Origin: HOME }))).toBe("401 invalid_api_key");
    const { body } = await service.ask(PATH, { "X-API-Key": key, Origin: HOME });
    expect(body._meta.rate_remaining).toBe(98);
  });
});

describe("expiring key", () => {
  serveEachTest();

  it("rejects a key from its expiry time on", async () => {
    const expires = new Date(Date.now() + 60_000);
    const { key } = await createKey(service.keyFile, "free", "trial", { expires });
    await known(key);
    skipTime(60_000);
    expect(codeOf(await service.ask(PATH, { "X-API-Key": key }))).toBe("401 invalid_api_key");
  });
});

describe("rotated key", () => {
  serveEachTest();

  it("shares one allowance with the keys it replaces, for any number of rotations", async () => {
    const { entry, key: first } = await createKey(service.keyFile, "free");
    await known(first);
    const { key: second } = await rotateKey(service.keyFile, entry.id, 60_000);
    await known(second);
    const { key: third } = await rotateKey(service.keyFile, entry.id, 60_000);
    await known(third);
    const left: number[] = [];
    for (const key of [first, second, third, first, second, third]) {
      const { body } = await service.ask(PATH, { "X-API-Key": key });
      left.push(body._meta.rate_remaining);
    }
    expect(left).toEqual([96, 95, 94, 93, 92, 91]);
    for (let used = 9; used < 100; used++) await service.ask(PATH, { "X-API-Key": third });
    const { key: fourth } = await rotateKey(service.keyFile, entry.id, 60_000);
    await vi.waitFor(async () => {
      expect(codeOf(await service.ask(PATH, { "X-API-Key": fourth }))).toBe("429 rate_limit_exceeded");
    }, PATIENTLY);
  });

  it("accepts the old key until its grace period ends, and the new one after that", async () => {
    const { entry, key: first } = await createKey(service.keyFile, "pro");
    await known(first);
    const { key: second } = await rotateKey(service.keyFile, entry.id, 60_000);
    await known(second);
    expect((await service.ask(PATH, { "X-API-Key": first })).body._meta.tier).toBe("pro");
    skipTime(60_000);
    expect(codeOf(await service.ask(PATH, { "X-API-Key": first }))).toBe("401 invalid_api_key");
    expect((await service.ask(PATH, { "X-API-Key": second })).status).toBe(200);
  });
});

describe("invalid keys from one address", () => {
  afterEach(() => service.close());

  const ask = (key: string, address: string): Promise<ApiResponse> =>
    service.ask(PATH, { "X-API-Key": key, "X-Forwarded-For": address });

  it("throttles invalid keys, and neither valid keys of that address nor other addresses", async () => {
    service = await startService(shippedArtifacts, { trustProxy: "127.0.0.1", anonymous: "pro" });
    // Repeats if a minute ends meanwhile, since the count then restarts.
    await vi.waitFor(async () => {
      const codes = new Set<string>();
      for (let at = 0; at < REFUSED_PER_MINUTE + 10; at++) codes.add(codeOf(await ask(`icn_${at}`, "192.0.2.1")));
      expect(codes).toEqual(new Set(["401 invalid_api_key", "429 too_many_invalid_keys"]));
    }, PATIENTLY);
    expect((await ask(service.free, "192.0.2.1")).body._meta).toMatchObject({ tier: "free", rate_remaining: 99 });
    expect((await service.ask(PATH, { "X-Forwarded-For": "192.0.2.1" })).status).toBe(200);
    expect(codeOf(await ask("icn_wrong", "192.0.2.2"))).toBe("401 invalid_api_key");
    await vi.waitFor(async () => {
      for (let at = 0; at < REFUSED_PER_MINUTE; at++) await ask(`icn_${at}`, "192.0.2.3");
      const refused = await ask("icn_wrong", "192.0.2.3");
      expect(codeOf(refused)).toBe("429 too_many_invalid_keys");
      expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
      expect(Number(refused.headers["retry-after"])).toBeLessThanOrEqual(60);
      expect(refused.headers.connection).toBe("close");
    }, PATIENTLY);
  });

  it("counts the invalid keys of an address once for all operations and images", async () => {
    service = await startService(shippedArtifacts, { trustProxy: "127.0.0.1", render: "keys" });
    const paths = [PATH, "/images/spotify.png?size=64", "/feed.json"];
    // Repeats if a minute ends meanwhile, since the count then restarts.
    await vi.waitFor(async () => {
      const codes: string[] = [];
      for (let at = 0; at < REFUSED_PER_MINUTE + 8; at++) {
        const headers = { "X-API-Key": `icn_${at}`, "X-Forwarded-For": "192.0.2.4" };
        codes.push(codeOf(await service.ask(paths[at % paths.length]!, headers)));
      }
      expect(codes).toEqual([
        ...Array(REFUSED_PER_MINUTE).fill("401 invalid_api_key"),
        ...Array(8).fill("429 too_many_invalid_keys"),
      ]);
    }, PATIENTLY);
  });
});
