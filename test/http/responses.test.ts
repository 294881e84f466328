import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openCatalog } from "#src/catalog/catalog.js";
import { type Service, startService } from "../support/service.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

let service: Service;
let size: number;
beforeAll(async () => {
  size = openCatalog(shippedArtifacts).size;
  service = await startService(shippedArtifacts);
});
afterAll(() => service.close());

const pro = (): Record<string, string> => ({ "X-API-Key": service.pro });
const origin = (): string => `http://127.0.0.1:${service.port}`;

describe("GET /api/v1/icons", () => {
  it("responds to a list request with data and _meta", async () => {
    const { status, body } = await service.ask("/api/v1/icons?q=spotify", pro());
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      data: [
        {
          id: "spotify",
          name: "Spotify",
          category: "music",
          iconUrl: `${origin()}/images/spotify`,
          developer: "Spotify",
        },
      ],
      total: 1,
      page: 1,
      limit: 20,
      totalPages: 1,
      _meta: { api_version: "v1", tier: "pro", rate_limit: -1, rate_remaining: -1 },
    });
  });

  it.each([
    ["", { page: 1, limit: 20 }],
    ["page=2&limit=7", { page: 2, limit: 7 }],
    ["limit=100", { page: 1, limit: 100 }],
    ["limit=101", { page: 1, limit: 100 }],
    ["limit=2147483647", { page: 1, limit: 100 }],
    ["limit=&page=&q=&category=", { page: 1, limit: 20 }],
    ["limit=007", { page: 1, limit: 7 }],
    ["unknown=1&_=2&__proto__=3", { page: 1, limit: 20 }],
  ])("applies the default page and limit to ?%s", async (query, expected) => {
    const { body } = await service.ask(`/api/v1/icons?${query}`, pro());
    expect(body).toMatchObject({ ...expected, total: size, totalPages: Math.ceil(size / expected.limit) });
    expect(body.data).toHaveLength(expected.limit);
  });

  it("says how to show each image if asked to, together with highlights", async () => {
    const { body } = await service.ask("/api/v1/icons?q=spotify&images=true&highlight=true", pro());
    expect(body.data[0]).toMatchObject({ _image: { drawing: true }, _highlight: { name: [[0, 7]] } });
    const similar = (await service.ask("/api/v1/similar?id=spotify&images=true", pro())).body.data;
    expect(similar.every(({ _image }: { _image?: { drawing: boolean } }) => _image?.drawing)).toBe(true);
    expect((await service.ask("/api/v1/icons/spotify?images=true", pro())).body.data._image).toEqual({ drawing: true });
    for (const path of ["icons?q=spotify", "icons?q=spotify&images=false", "similar?id=spotify", "icons/spotify"]) {
      expect((await service.ask(`/api/v1/${path}`, pro())).bytes.toString()).not.toContain("_image");
    }
  });

  it("lists given icons with their credits in one request, and warns of unknown ids", async () => {
    const { body } = await service.ask("/api/v1/icons?ids=firefox,no-such-icon&ids=spotify&credits=true", pro());
    const credits = new Map(
      body.data.map(({ id, _credits }: { id: string; _credits: { license: string } }) => [id, _credits]),
    );
    expect([...credits.keys()].sort()).toEqual(["firefox", "spotify"]);
    const { license, licenseUrl, source, attribution, website } = (await service.ask("/api/v1/icons/firefox", pro()))
      .body.data;
    expect(credits.get("firefox")).toEqual({ license, licenseUrl, source, attribution, website });
    expect(body._meta.warnings).toEqual([{ param: "ids", message: 'no icon has the id "no-such-icon"' }]);
  });

  it("reduces the limit to the free plan's maximum of 20", async () => {
    const { body } = await service.ask("/api/v1/icons?limit=50", { "X-API-Key": service.free });
    expect(body).toMatchObject({ limit: 20, _meta: { tier: "free", rate_limit: 100 } });
    expect(body.data).toHaveLength(20);
  });

  it("returns an empty page past the last one", async () => {
    const { status, body } = await service.ask("/api/v1/icons?page=2147483647&limit=100", pro());
    expect(status).toBe(200);
    expect(body).toMatchObject({ data: [], total: size, page: 2147483647 });
  });

  it("returns an empty list for a label that no icon has", async () => {
    const { body } = await service.ask("/api/v1/icons?category=__proto__", pro());
    expect(body).toMatchObject({ data: [], total: 0, totalPages: 0 });
  });

  it("warns about parameters and labels without effect, and names the nearest valid ones", async () => {
    const warningsOf = async (query: string): Promise<unknown> =>
      (await service.ask(`/api/v1/icons?${query}`, pro())).body._meta.warnings;
    expect(await warningsOf("category=musik,games&color=grren")).toEqual([
      { param: "category", message: 'no icon has the category "musik"', did_you_mean: "music" },
      { param: "color", message: 'no icon has the color "grren"', did_you_mean: "green" },
    ]);
    const message = "is not a parameter of this operation";
    expect(await warningsOf("qq=spotify&limt=5&zzzzzzzzzz=")).toEqual([
      { param: "qq", message, did_you_mean: "q" },
      { param: "limt", message, did_you_mean: "limit" },
      { param: "zzzzzzzzzz", message },
    ]);
    expect(await warningsOf("api_key=not-shown")).toEqual([{ param: "api_key", message }]);
    expect(await warningsOf("q=spotify&category=Music&color=%231db954")).toBeUndefined();
    const tags = ["a=1", "b=1", ""].map(async (query) => {
      const { headers } = await service.ask(`/api/v1/icons?${query}`, pro());
      return headers.etag;
    });
    expect(new Set(await Promise.all(tags)).size).toBe(3);
  });

  it("suggests the nearest id for an unknown one", async () => {
    const messageOf = async (id: string): Promise<string> =>
      (await service.ask(`/api/v1/icons/${id}`, pro())).body.error.message;
    expect(await messageOf("spotifi")).toBe('no icon has the id "spotifi"; did you mean "spotify"?');
    expect(await messageOf("qqqqqqqqqq")).toBe('no icon has the id "qqqqqqqqqq"');
  });

  it("names the corrected query that it searched", async () => {
    const asked = await service.ask("/api/v1/icons?q=Spotfy", pro());
    const named = await service.ask("/api/v1/icons?q=spotify", pro());
    expect(named.body._meta).not.toHaveProperty("did_you_mean");
    expect(asked.body._meta).toEqual({ ...named.body._meta, did_you_mean: "spotify", matched: "spelling" });
    expect(asked.body.data).toEqual(named.body.data);
    expect(asked.body.total).toBe(named.body.total);
    const { body } = await service.ask("/api/v1/icons?q=Spotfy&highlight=true", pro());
    expect(body.data[0]._highlight).toEqual({ name: [[0, 7]], developer: [[0, 7]] });
  });

  it("counts the labels of the requested facets within the result", async () => {
    const { body } = await service.ask(
      "/api/v1/icons?category=music&limit=1&facets=style,category&facets=color",
      pro(),
    );
    const { body: all } = await service.ask("/api/v1/icons?category=music&limit=100", pro());
    expect(Object.keys(body._meta.facets)).toEqual(["category", "color", "style"]);
    expect(body._meta.facets.category).toEqual([{ label: "music", count: all.total }]);
    for (const { label, count } of body._meta.facets.color) {
      const { body: filtered } = await service.ask(`/api/v1/icons?category=music&color=${label}`, pro());
      expect(filtered.total).toBe(count);
    }
    expect(all._meta).not.toHaveProperty("facets");
  });

  it("counts alternatives to the labels of a filter, and caches them apart", async () => {
    const path = "/api/v1/icons?category=music&color=green&limit=1&facets=category,color";
    const { body: within } = await service.ask(path, pro());
    const { body: wider } = await service.ask(`${path}&alternatives=true`, pro());
    const { body: green } = await service.ask("/api/v1/icons?color=green&limit=1&facets=category", pro());
    const { body: music } = await service.ask("/api/v1/icons?category=music&limit=1&facets=color", pro());
    expect(wider.total).toBe(within.total);
    expect(within._meta.facets.category).toEqual([{ label: "music", count: within.total }]);
    expect(wider._meta.facets).toEqual({ ...green._meta.facets, ...music._meta.facets });
  });

  it("warns about an order by color without a color", async () => {
    const { body } = await service.ask("/api/v1/icons?sort=color&limit=1", pro());
    expect(body._meta.warnings).toEqual([
      { param: "sort", message: "sort=color needs a color, such as color=%231e88e5" },
    ]);
  });

  it.each([
    ["category=games,music", "category=music&category=games"],
    ["category=GAMES", "category=games"],
    ["category= games , music ", "category=games,music"],
    ["color=%231db954", "color=green"],
    ["color=%23FF0000", "color=red"],
    ["q=%20spotify%20", "q=spotify"],
    ["q=SPOTIFY", "q=sp%C3%B3tify"],
    ["q=visual+studio", "q=visual%20studio"],
  ])("treats ?%s and ?%s alike", async (one, other) => {
    const [a, b] = await Promise.all([
      service.ask(`/api/v1/icons?limit=100&${one.replaceAll(" ", "%20")}`, pro()),
      service.ask(`/api/v1/icons?limit=100&${other}`, pro()),
    ]);
    expect(a.body.total).toBeGreaterThan(0);
    expect(a.body).toEqual(b.body);
  });

  it.each([
    [
      "q=goo+ma",
      "google-maps",
      {
        name: [
          [0, 3],
          [7, 9],
        ],
        developer: [[0, 3]],
      },
    ],
    ["q=FB", "facebook", { alias: { text: "fb", ranges: [[0, 2]] } }],
    ["q=RAMIREZ", "fastapi", { developer: [[10, 17]] }],
    ["q=%2B%2B", "c-plus-plus", { name: [[1, 3]] }],
    ["category=travel", "google-maps", {}],
  ])("highlights the matched letters for ?%s in the fields of %s", async (query, id, highlight) => {
    const plain = await service.ask(`/api/v1/icons?${query}`, pro());
    const { body } = await service.ask(`/api/v1/icons?${query}&highlight=true`, pro());
    expect(body.data.find((item: { id: string }) => item.id === id)._highlight).toEqual(highlight);
    const bare = body.data.map(({ _highlight, ...item }: { _highlight: object }) => item);
    expect({ ...body, data: bare }).toEqual(plain.body);
  });

  it("returns no highlights by default", async () => {
    const plain = await service.ask("/api/v1/icons?q=goo", pro());
    expect(plain.bytes.toString()).not.toContain("_highlight");
    for (const unasked of ["highlight=false", "highlight="]) {
      const same = await service.ask(`/api/v1/icons?q=goo&${unasked}`, pro());
      expect(same.bytes).toEqual(plain.bytes);
      expect(same.headers.etag).toBe(plain.headers.etag);
    }
    const { headers } = await service.ask("/api/v1/icons?q=goo&highlight=true", pro());
    expect(headers.etag).not.toBe(plain.headers.etag);
  });

  it("combines different filters with AND and the values of one filter with OR", async () => {
    const total = async (query: string): Promise<number> =>
      (await service.ask(`/api/v1/icons?${query}`, pro())).body.total;
    expect(await total("category=games&color=blue")).toBeLessThan(await total("category=games"));
    expect(await total("category=games,music")).toBe((await total("category=games")) + (await total("category=music")));
  });
});

describe("GET /api/v1/icons/:id", () => {
  it("returns all fields to a pro caller and no trace of pro fields to a free caller", async () => {
    const full = await service.ask("/api/v1/icons/spotify", pro());
    expect(Object.keys(full.body.data)).toEqual(
      expect.arrayContaining([
        "id",
        "name",
        "category",
        "iconUrl",
        "developer",
        "colors",
        "phash",
        "versionHistory",
        "aiTags",
        "colorPalette",
      ]),
    );
    const basic = await service.ask("/api/v1/icons/spotify", { "X-API-Key": service.free });
    const { versionHistory: _history, aiTags: _tags, colorPalette: _palette, ...rest } = full.body.data;
    expect(basic.body.data).toEqual(rest);
    expect(basic.bytes.toString()).not.toMatch(/versionHistory|aiTags|colorPalette/);
  });
});

describe("GET /api/v1/categories", () => {
  it("lists every category by count, then label", async () => {
    const { body } = await service.ask("/api/v1/categories", pro());
    const sorted = [...body.data].sort((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1));
    expect(body.data).toEqual(sorted);
    expect(body.data.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(size);
    expect(body).toMatchObject({ total: body.data.length, page: 1, limit: body.data.length, totalPages: 1 });
    const [{ label, count }] = body.data;
    expect((await service.ask(`/api/v1/icons?category=${label}`, pro())).body.total).toBe(count);
  });
});

describe("GET /api/v1/similar", () => {
  it("excludes the icon itself, returns its hash, and finds it at distance 0 by that hash", async () => {
    const byId = await service.ask("/api/v1/similar?id=spotify", pro());
    expect(byId.body.data).toHaveLength(10);
    expect(byId.body).toMatchObject({ total: 10, page: 1, limit: 10, totalPages: 1 });
    expect(byId.body.data.some(({ id }: { id: string }) => id === "spotify")).toBe(false);
    const { phash } = byId.body.query;
    expect(byId.body.query).toEqual({ id: "spotify", phash, by: "auto" });
    const byHash = await service.ask(`/api/v1/similar?phash=${phash.toUpperCase()}&limit=50`, pro());
    expect(byHash.body).toMatchObject({ limit: 20, total: 20, query: { phash } });
    expect(byHash.body.data[0]).toMatchObject({ id: "spotify", distance: 0, similarity: 1 });
  });

  it("returns an empty list if no icon is similar enough", async () => {
    const { body } = await service.ask("/api/v1/similar?phash=0000000000000001&max_distance=0", pro());
    expect(body).toMatchObject({ data: [], total: 0, totalPages: 0 });
  });
});
