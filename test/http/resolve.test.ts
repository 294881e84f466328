import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClient } from "#src/client/index.js";
import { type Service, startService } from "../support/service.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

let service: Service;
beforeAll(async () => {
  service = await startService(shippedArtifacts);
});
afterAll(() => service.close());

const ask = (query: string, key = service.pro) => service.ask(`/api/v1/resolve?${query}`, { "X-API-Key": key });
const many = (count: number): string => Array.from({ length: count }, (_, n) => `name=n${n}`).join("&");

describe("GET /api/v1/resolve", () => {
  it("returns every identity in the order of the query, with the list item and the reason, or null", async () => {
    const identities = [
      ["name", "a, b"],
      ["domain", "open.spotify.com"],
      ["container", "docker.io/library/postgres:16-alpine"],
      ["domain", "spotify.com."],
      ["name", "SPÓTIFY"],
      ["bundle", "com.example"],
      ["package", "npm:nothing"],
    ] as const;
    const { status, body } = await ask(new URLSearchParams(identities.map(([...pair]) => pair)).toString());
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, total: 7, page: 1, limit: 100, totalPages: 1 });
    const told = (
      body.data as { kind: string; value: string; icon: { id: string } | null; reason: string | null }[]
    ).map(({ kind, value, icon, reason }) => [kind, value, icon?.id, reason]);
    const results = [
      [undefined, null],
      ["spotify", "parent domain"],
      ["postgresql", "alias"],
      ["spotify", "exact domain"],
      ["spotify", "name"],
      [undefined, null],
      [undefined, null],
    ];
    expect(told).toEqual(identities.map((pair, at) => [...pair, ...results[at]!]));
    const list = await service.ask("/api/v1/icons?q=spotify&limit=1", { "X-API-Key": service.pro });
    expect(body.data[1].icon).toEqual(list.body.data[0]);
  });

  it("searches for names that no icon has only with fuzzy", async () => {
    expect((await ask("name=spotfy")).body.data[0]).toMatchObject({ icon: null, reason: null });
    expect((await ask("name=spotfy&fuzzy=1")).body.data[0]).toMatchObject({
      icon: { id: "spotify" },
      reason: "similar name",
    });
  });

  it("allows as many identities as the plan's items per page, in one request of the quota", async () => {
    const { status, headers } = await ask(many(20), service.free);
    expect(status).toBe(200);
    const { body } = await ask(many(21), service.free);
    expect(body.error).toMatchObject({
      code: "invalid_parameter",
      message: expect.stringContaining("21 identities; 20"),
    });
    expect((await ask(many(100))).body.total).toBe(100);
    expect((await ask(many(101))).status).toBe(400);
    const { headers: after } = await ask("name=a", service.free);
    const remaining = (response: typeof headers): number => Number(/;r=(\d+)/.exec(String(response.ratelimit))![1]);
    expect(remaining(headers) - remaining(after)).toBe(2);
  });

  it("counts other parameters as everywhere", async () => {
    const others = (count: number): string => Array.from({ length: count }, (_, n) => `x${n}=1`).join("&");
    expect((await ask(`${many(60)}&${others(32)}`)).status).toBe(200);
    expect((await ask(`${many(1)}&${others(33)}`)).body.error.code).toBe("invalid_parameter");
  });

  it.each([
    ["", "missing_parameter", undefined],
    ["name=&domain=", "missing_parameter", undefined],
    ["domain=https://spotify.com", "invalid_parameter", "domain"],
    ["domain=127.0.0.1", "invalid_parameter", "domain"],
    [`domain=${"a".repeat(300)}.com`, "invalid_parameter", "domain"],
    ["container=Plex", "invalid_parameter", "container"],
    ["package=react", "invalid_parameter", "package"],
    ["name=a%00", "invalid_parameter", "name"],
    ["name=%FF", "invalid_parameter", "name"],
    ["name=a&fuzzy=maybe", "invalid_parameter", "fuzzy"],
    ["name=a&fuzzy=1&fuzzy=1", "invalid_parameter", "fuzzy"],
  ])("refuses %s", async (query, code, param) => {
    const { body } = await ask(query);
    expect(body.error).toMatchObject({ code, ...(param === undefined ? {} : { param }) });
  });

  it("responds with 304 for the same identities in the same order only", async () => {
    const first = await ask("name=spotify&name=steam");
    const again = (query: string) =>
      service.ask(`/api/v1/resolve?${query}`, {
        "X-API-Key": service.pro,
        "If-None-Match": String(first.headers.etag),
      });
    expect((await again("name=spotify&name=steam")).status).toBe(304);
    expect((await again("name=steam&name=spotify")).status).toBe(200);
    expect((await again("name=spotify&name=steam&fuzzy=1")).status).toBe(200);
  });

  it("is a method of the client", async () => {
    const client = createClient({ baseUrl: `http://127.0.0.1:${service.port}`, apiKey: service.pro });
    const { data } = await client.resolve([{ domain: "spotify.com" }, { name: "q&%zzzz" }, { name: "spotfy" }], {
      fuzzy: true,
    });
    expect(data.map(({ value, icon }) => [value, icon?.id])).toEqual([
      ["spotify.com", "spotify"],
      ["q&%zzzz", undefined],
      ["spotfy", "spotify"],
    ]);
    expect((await client.resolve({ domain: "steampowered.com" })).total).toBe(1);
  });
});
