import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openCatalog } from "#src/catalog/catalog.js";
import { queryOf } from "#src/client/client.js";
import { type Client, createClient } from "#src/client/index.js";
import type { IconRecord } from "#src/format/record.js";
import { parseQueryString } from "#src/http/requests/query-string.js";
import { listByBruteForce } from "../support/oracle.js";
import { randomRuns } from "../support/random-runs.js";
import { type Service, startService } from "../support/service.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

let service: Service;
let client: Client;
let records: IconRecord[];
beforeAll(async () => {
  service = await startService(shippedArtifacts);
  client = clientWith(service.pro);
  const catalog = openCatalog(shippedArtifacts);
  records = Array.from({ length: catalog.size }, (_, ordinal) => catalog.record(ordinal));
});
afterAll(() => service.close());

const clientWith = (apiKey: string): Client =>
  createClient({ baseUrl: `http://127.0.0.1:${service.port}`, apiKey, retry: false });

const idsOf = async (icons: AsyncIterable<{ id: string }>): Promise<string[]> => {
  const ids: string[] = [];
  for await (const { id } of icons) ids.push(id);
  return ids;
};

describe("client operations", () => {
  it.each([
    ["/api/v1/icons", () => client.icons()],
    ["/api/v1/icons?q=spotify&highlight=true", () => client.icons({ q: "spotify", highlight: true })],
    [
      "/api/v1/icons?category=music,games&page=2&limit=7",
      () => client.icons({ category: ["music", "games"], page: 2, limit: 7 }),
    ],
    [
      "/api/v1/icons?color=%231db954&facets=style",
      () => client.icons({ color: "#1db954", facets: "style", mood: undefined }),
    ],
    ["/api/v1/icons/spotify", () => client.icon("spotify")],
    ["/api/v1/categories", () => client.categories()],
    ["/api/v1/changes?since=2026-05-11&limit=3", () => client.changes({ since: "2026-05-11", limit: 3 })],
    [
      "/api/v1/similar?id=spotify&include=mirrored,inverted",
      () => client.similar({ id: "spotify", include: ["mirrored", "inverted"] }),
    ],
    ["/api/v1/resolve?domain=spotify.com&name=a", () => client.resolve([{ domain: "spotify.com" }, { name: "a" }])],
    [
      `/api/v1/similar?shape=${"0f".repeat(64)}&palette=1db954:0.82,191414:0.18`,
      () => client.similar({ shape: "0f".repeat(64), palette: ["1db954:0.82", "191414:0.18"] }),
    ],
    [
      "/api/v1/similar?phash=be86c13ec93cc1c3&max_distance=20",
      () => client.similar({ phash: "be86c13ec93cc1c3", max_distance: 20 }),
    ],
  ])("returns the response of %s", async (path, call) => {
    expect(await call()).toEqual((await service.ask(path, { "X-API-Key": service.pro })).body);
  });

  it("calls the API below a base path, with and without a trailing slash", async () => {
    const asked: string[] = [];
    for (const baseUrl of [
      "https://icons.test/a/b",
      "https://icons.test/a/b/",
      new URL("https://icons.test/a/b?x#y"),
    ]) {
      const away = createClient({
        baseUrl,
        fetch: async (url) => {
          asked.push(String(url));
          return new Response('{"success":true}');
        },
      });
      await away.icon("a/b c?");
    }
    expect(asked).toEqual(Array(3).fill("https://icons.test/a/b/api/v1/icons/a%2Fb%20c%3F"));
  });

  it("sends the key in a header only", async () => {
    const sent: { url: string; headers: Headers }[] = [];
    const watched = createClient({
      baseUrl: `http://127.0.0.1:${service.port}`,
      apiKey: service.pro,
      headers: { "X-Trace": "7" },
      fetch: (url, init) => {
        sent.push({ url: String(url), headers: new Headers(init?.headers) });
        return fetch(url, init);
      },
    });
    await watched.similar({ id: "spotify" });
    expect(sent.map(({ url }) => url)).toEqual([`http://127.0.0.1:${service.port}/api/v1/similar?id=spotify`]);
    expect(Object.fromEntries(sent[0]!.headers)).toEqual({ "x-api-key": service.pro, "x-trace": "7" });
  });

  it("rejects a key that can't be sent in a header, without revealing it", () => {
    const secret = "icn_\u0000secret";
    const create = (): Client => createClient({ baseUrl: "https://icons.test", apiKey: secret });
    expect(create).toThrow(TypeError);
    expect(create).not.toThrow("secret");
    expect(() => createClient({ baseUrl: "/relative" })).toThrow(TypeError);
  });

  it("sends every parameter unchanged", () => {
    const texts = fc.string({ unit: "grapheme", minLength: 1 });
    const given = fc.record({
      q: texts,
      category: fc.array(texts, { minLength: 1 }),
      limit: fc.nat(),
      highlight: fc.boolean(),
    });
    fc.assert(
      fc.property(given, (parameters) => {
        const { q, category, limit, highlight } = parameters;
        expect(parseQueryString(queryOf(parameters).slice(1))).toEqual([
          "q",
          q,
          "category",
          category.join(),
          "limit",
          String(limit),
          "highlight",
          String(highlight),
        ]);
      }),
    );
  });
});

describe("iteration over all icons", () => {
  it("yields all icons in dataset order with as few requests as the plan allows", async () => {
    expect(await idsOf(client.allIcons())).toEqual(records.map(({ id }) => id));
    const free = clientWith(service.free);
    const games = records.filter(({ category }) => category === "games");
    expect(await idsOf(free.allIcons({ category: ["games"] }))).toEqual(games.map(({ id }) => id));
    expect(free.rateLimit?.remaining).toBe(100 - Math.ceil(games.length / 20));
  });

  it("yields the icons that a scan of all records finds, for any page size", async () => {
    const labels = [...new Set(records.map(({ category }) => category))];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("a", "go", "google", "s p", undefined),
        fc.subarray(labels, { maxLength: 6 }),
        fc.integer({ min: 15, max: 120 }),
        async (q, category, limit) => {
          const found = await idsOf(client.allIcons({ q, category, limit }));
          expect(found).toEqual(listByBruteForce(records, { ...(q === undefined ? {} : { q }), category }));
        },
      ),
      randomRuns(20),
    );
  });

  it("yields page by page from the requested page on, at least one", async () => {
    const numbers: number[][] = [];
    for await (const { page, limit, data } of client.pages({ q: "a", limit: 10, page: 2 }))
      numbers.push([page, limit, data.length]);
    const { total } = await client.icons({ q: "a" });
    const expected = Array.from({ length: Math.ceil(total / 10) - 1 }, (_, at) => [
      at + 2,
      10,
      Math.min(10, total - 10 * (at + 1)),
    ]);
    expect(numbers).toEqual(expected);
    for await (const page of client.pages({ category: "none" }))
      expect(page).toMatchObject({ data: [], total: 0, page: 1 });
    expect.assertions(2);
  });

  it("requests pages of icons lazily", async () => {
    let sent = 0;
    const counting = createClient({
      baseUrl: `http://127.0.0.1:${service.port}`,
      apiKey: service.pro,
      fetch: (url, init) => {
        sent++;
        return fetch(url, init);
      },
    });
    for await (const { id } of counting.allIcons({ limit: 2 })) if (id === records[2]!.id) break;
    expect(sent).toBe(2);
  });
});
