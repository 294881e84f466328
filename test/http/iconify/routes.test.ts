import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compile } from "#build/compile/compile.js";
import { type Service, startService } from "../../support/service.js";

const LINE = '<path fill="none" stroke="currentColor" d="M1 1h4"/>';
const AREA = '<path fill="currentColor" d="M1 1h4v4z"/>';
const INFO = { name: "Tiny", author: { name: "Ann" }, license: { title: "MIT" }, palette: false, category: "UI" };

const TINY = {
  prefix: "tiny",
  info: INFO,
  lastModified: 1700000000,
  width: 24,
  height: 24,
  icons: { "arrow-left": { body: LINE }, dot: { body: AREA, width: 12 }, gone: { body: AREA, hidden: true } },
  aliases: {
    back: { parent: "arrow-left" },
    backward: { parent: "back" },
    "arrow-right": { parent: "arrow-left", hFlip: true },
    turned: { parent: "dot", rotate: 1, hidden: true },
  },
  categories: { Arrows: ["arrow-left"] },
  chars: { f101: "dot" },
};
const OTHER = { prefix: "tiny-other", icons: { dot: { body: AREA } } };

const record = (id: string, more: object = {}) => ({ id, name: id, developer: "Ann", category: "music", ...more });
const RECORDS = [
  ...["arrow-left", "arrow-right", "dot"].map((name) =>
    record(`tiny:${name}`, {
      name: name.replace("-", " "),
      image: `iconify:tiny/${name}`,
      ...(name === "dot" ? { formerIds: ["tiny:point", "tiny-other:point", "point"] } : {}),
    }),
  ),
  record("tiny-other:dot", { name: "dot" }),
  record("spotify", {
    name: "Spotify",
    image: "images/spotify.svg",
    formerIds: ["spot", "tiny:spot", "tiny-other:~", "merged:spotify-icon"],
  }),
  record("Not A Name", { image: "images/spotify.svg" }),
  record("drawn-nowhere"),
];

let folder: string;
let artifacts: string;
let service: Service;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "icons-iconify-"));
  const files: Record<string, unknown> = {
    "data/dataset.json": { name: "Apps" },
    "data/icons/all.json": RECORDS,
    "data/iconify/tiny.json": TINY,
    "data/iconify/tiny-other.json": OTHER,
    "data/images/spotify.svg": `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 4">${AREA}</svg>`,
  };
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), typeof content === "string" ? content : JSON.stringify(content));
  }
  artifacts = `${folder}/out`;
  await compile({ data: `${folder}/data`, out: artifacts, jobs: 1, strict: true });
  service = await startService(artifacts, { anonymous: "pro", iconify: {} });
});

afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

const get = (path: string, init: RequestInit = {}, { port } = service) =>
  fetch(`http://127.0.0.1:${port}${path}`, init);
const json = async (path: string): Promise<unknown> => (await get(path)).json();

describe("icons as SVG", () => {
  const svg = (attributes: string, body: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${body}</svg>`;

  it.each([
    ["/tiny/dot.svg", svg('width="0.5em" height="1em" viewBox="0 0 12 24"', AREA)],
    ["/tiny:dot.svg", svg('width="0.5em" height="1em" viewBox="0 0 12 24"', AREA)],
    ["/tiny-dot.svg", svg('width="0.5em" height="1em" viewBox="0 0 12 24"', AREA)],
    ["/tiny-other:dot.svg", svg('width="1em" height="1em" viewBox="0 0 16 16"', AREA)],
    ["/tiny/f101.svg?width=unset&height=none", svg('viewBox="0 0 12 24"', AREA)],
    ["/tiny/gone.svg?height=48", svg('width="48" height="48" viewBox="0 0 24 24"', AREA)],
    ["/tiny/back.svg?height=auto", svg('width="24" height="24" viewBox="0 0 24 24"', LINE)],
    ["/apps/spotify.svg", svg('width="2em" height="1em" viewBox="0 0 8 4"', AREA)],
    [
      "/tiny/arrow-right.svg",
      svg('width="1em" height="1em" viewBox="0 0 24 24"', `<g transform="translate(24 0) scale(-1 1)">${LINE}</g>`),
    ],
    [
      "/tiny/dot.svg?color=%23f00%22%3E&rotate=90deg",
      svg(
        'width="2em" height="1em" viewBox="0 0 24 12"',
        `<g transform="rotate(90 12 12)">${AREA.replace("currentColor", "#f00")}</g>`,
      ),
    ],
    [
      "/tiny/dot.svg?box=1&color=$%26",
      svg(
        'width="0.5em" height="1em" viewBox="0 0 12 24"',
        `<rect x="0" y="0" width="12" height="24" fill="rgba(255, 255, 255, 0)" />${AREA.replace("currentColor", "$")}`,
      ),
    ],
  ])("serves %s", async (path, expected) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("image/svg+xml; charset=utf-8");
    expect(await response.text()).toBe(expected);
  });

  it("names the file to save", async () => {
    const response = await get("/tiny/dot.svg?download=1");
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="dot.svg"');
  });
});

describe("data", () => {
  it("returns icons with the aliases that lead to them, and those it does not have", async () => {
    const expected = {
      prefix: "tiny",
      lastModified: 1700000000,
      width: 24,
      height: 24,
      icons: { "arrow-left": { body: LINE }, dot: { body: AREA, width: 12 } },
      aliases: { "arrow-right": { parent: "arrow-left", hFlip: true }, f101: { parent: "dot" } },
      not_found: ["nope", "constructor", ""],
    };
    const names = "icons=arrow-right,f101,nope,constructor,,nope";
    for (const path of ["/tiny.json", "/tiny/icons.json"]) expect(await json(`${path}?${names}`)).toEqual(expected);
    const script = await get(`/tiny.js?callback=a.b&${names}`);
    expect(script.headers.get("content-type")).toBe("application/javascript; charset=utf-8");
    const [, body] = /^a\.b\((.*)\);$/.exec(await script.text())!;
    expect(JSON.parse(body!)).toEqual(expected);
    expect(await json("/tiny.json?icons=a,a")).toMatchObject({ icons: {}, aliases: {}, not_found: ["a", "a"] });
  });

  it("serves former ids like aliases: of the set, else with the drawing of the icon in another set", async () => {
    const dot = { body: AREA, width: 12 };
    expect(await json("/tiny.json?icons=point,dot")).toMatchObject({
      icons: { dot },
      aliases: { point: { parent: "dot" } },
    });
    expect(await json("/tiny.json?icons=spot")).toMatchObject({
      icons: { spot: { body: AREA, width: 8, height: 4 } },
      aliases: {},
    });
    expect(await json("/tiny-other.json?icons=point")).toEqual({
      prefix: "tiny-other",
      icons: { point: { body: AREA, width: 12, height: 24 } },
      aliases: {},
    });
    expect(await json("/apps.json?icons=spot,point")).toMatchObject({
      icons: { spotify: { body: AREA, width: 8, height: 4 }, point: { body: AREA, width: 12, height: 24 } },
      aliases: { spot: { parent: "spotify" } },
    });
    const merged = { prefix: "merged", icons: { "spotify-icon": { body: AREA, width: 8, height: 4 } }, aliases: {} };
    expect(await json("/merged.json?icons=spotify-icon,x")).toEqual({ ...merged, not_found: ["x"] });
    expect(Object.keys((await json("/collections")) as object)).not.toContain("merged");
    const drawing = async (path: string) => (await get(path)).text();
    for (const [former, current] of [
      ["/tiny/point.svg", "/tiny/dot.svg"],
      ["/apps/point.svg", "/tiny/dot.svg"],
      ["/apps/spot.svg", "/apps/spotify.svg"],
      ["/merged/spotify-icon.svg", "/apps/spotify.svg"],
    ] as const)
      expect(await drawing(former)).toBe(await drawing(current));
    const sheet = await drawing("/merged.css?icons=spotify-icon");
    expect(sheet).toMatch(/\.icon--merged--spotify-icon \{[^}]*url\("data:image\/svg\+xml,/);
    expect(await drawing("/tiny.css?icons=point")).toContain(".icon--tiny--point");
  });

  it("serves records without a prefix as a set", async () => {
    expect(await json("/apps.json?icons=spotify,drawn-nowhere,Not%20A%20Name")).toMatchObject({
      prefix: "apps",
      icons: { spotify: { body: AREA, width: 8, height: 4 } },
      not_found: ["drawn-nowhere", "Not A Name"],
    });
    expect(await json("/collection?prefix=apps")).toEqual({
      prefix: "apps",
      title: "Apps",
      total: 2,
      categories: { music: ["drawn-nowhere", "spotify"] },
    });
  });

  it("lists sets, names, characters and words", async () => {
    const info = { ...INFO, total: 3 };
    expect(await json("/collections?prefixes=tiny,tiny-")).toEqual({ tiny: info });
    expect(Object.keys((await json("/collections")) as object)).toEqual(["tiny", "apps"]);
    expect(await json("/collection?prefix=tiny&info=1&chars=1")).toEqual({
      prefix: "tiny",
      title: "Tiny",
      total: 3,
      info,
      categories: { Arrows: ["arrow-left", "arrow-right"] },
      uncategorized: ["dot"],
      hidden: ["gone", "turned"],
      aliases: { back: "arrow-left", backward: "arrow-left" },
      chars: { f101: "dot" },
    });
    expect(await json("/last-modified?prefix=tiny")).toEqual({ lastModified: { tiny: 1700000000 } });
    expect(await json("/keywords?prefix=arrow-le")).toEqual({ prefix: "arrow-le", exists: false, matches: ["left"] });
    expect(await json("/keywords?keyword=ify")).toMatchObject({ matches: ["spotify"] });
    expect(await json("/keywords?keyword=%C3%A9")).toMatchObject({ invalid: true, exists: false, matches: [] });
    expect(await (await get("/version")).text()).toMatch(/^Iconify API version /);
  });

  it("serves style sheets", async () => {
    const response = await get("/tiny.css?icons=dot&selector=.i-%7Bname%7D&format=compressed&download=1");
    expect(response.headers.get("content-type")).toBe("text/css; charset=utf-8");
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="tiny.css"');
    expect(await response.text()).toMatch(/\.i-dot\{.*url\("data:image\/svg\+xml,/);
  });

  it("searches with the syntax and shape of @iconify/api", async () => {
    const found = (await json("/search?query=dot&limit=999")) as { icons: string[]; collections: object };
    expect(found).toMatchObject({ total: 1, limit: 999, start: 0, request: { query: "dot", limit: "999" } });
    expect(found.icons).toEqual(["tiny:dot"]);
    expect(found.collections).toEqual({ tiny: { ...INFO, total: 3 } });
    const icons = async (query: string) =>
      ((await json(`/search?query=${encodeURIComponent(query)}`)) as { icons: string[] }).icons;
    expect(await icons("arrow style:stroke")).toEqual(["tiny:arrow-left", "tiny:arrow-right"]);
    expect(await icons("arrow style:fill")).toEqual([]);
    expect(await icons("spotify")).toEqual(["apps:spotify"]);
    expect(await icons("apps:spotify")).toEqual(["apps:spotify"]);
    expect(await icons("tiny:arrow-left")).toEqual(["tiny:arrow-left"]);
    expect(await icons("dot prefix:apps")).toEqual([]);
    expect(await icons("a:b:c")).toEqual([]);
  });

  it("responds to repeated searches as the first time, regardless of the searches in between", async () => {
    const searches = ["dot", "arrow", "arrow style:fill", "arow", "spotify"].flatMap((query) =>
      // Without conditions first, and so last in reverse order.
      ["", "&start=1", "&limit=32", "&limit=999", "&min=99", "&similar=0", "&prefix=tiny", "&prefix=apps"]
        .concat("&prefixes=tiny,apps", "&category=UI", "&category=No", "&collection=apps")
        .map((more) => `/search?query=${encodeURIComponent(query)}${more}`),
    );
    const other = await startService(artifacts, { anonymous: "pro", iconify: {} });
    const responses = async (paths: readonly string[], from: Service): Promise<string[]> => {
      const texts: string[] = [];
      for (const path of paths) texts.push(`${path} ${await (await get(path, {}, from)).text()}`);
      return texts;
    };
    const first = await responses(searches, service);
    expect(await responses(searches, service)).toEqual(first);
    expect((await responses([...searches].reverse(), other)).reverse()).toEqual(first);
    expect(new Set(first.map((text) => /"icons":\[[^\]]*\]/.exec(text)?.[0])).size).toBeGreaterThan(4);
    await other.close();
  });
});

it.each([
  ["/tiny/nope.svg", 404],
  ["/nope/dot.svg", 404],
  ["/tiny/constructor.svg", 404],
  ["/tiny/~.svg", 404],
  ["/tiny-other/~.svg", 404],
  ["/merged/nope.svg", 404],
  ["/nope.json?icons=a", 404],
  ["/tiny.json", 404],
  ["/tiny.json?icons=", 404],
  ["/tiny.css", 404],
  ["/collection", 404],
  ["/collection?prefix=tiny-", 404],
  ["/keywords", 400],
  ["/search", 400],
  ["/search?query=a&limit=x", 400],
  ["/search?query=a&start=64", 400],
  [`/search?query=${"a".repeat(201)}`, 400],
  ["/tiny.js?icons=dot&callback=alert(1)", 400],
  ["/collections?callback=a-b", 400],
  ["/collections?x=%00", 400],
  [`/collections?${"a=1&".repeat(33)}`, 400],
])("refuses %s with %i, uncached", async (path, status) => {
  const response = await get(path);
  expect(response.status).toBe(status);
  expect(response.headers.get("cache-control")).toBeNull();
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
  if (!path.includes("~")) expect(await response.text()).toBe(status === 404 ? "Not found" : "Bad request");
});

describe("style sheets with hostile parameters", () => {
  const IMPORT = "@import url(//evil.example/a.css);";
  const sheet = async (parameters: Readonly<Record<string, string>>): Promise<string> => {
    const response = await get(`/tiny.css?${new URLSearchParams({ icons: "dot", selector: ".a", ...parameters })}`);
    expect(response.status).toBe(200);
    return response.text();
  };
  const selectors = ["common", "commonSelector", "override", "overrideSelector", "iconSelector"];

  it.each([
    ...selectors.flatMap((name) =>
      [IMPORT, `${IMPORT}.a`, "@font-face", ".a{}b", ".a;b", ".a/*", ".a\\"].map((value) => [name, value] as const),
    ),
    ...["var", "varName"].map((name) => [name, "a:red;b"] as const),
    ...["mode", "format", "square", "pseudo"].map((name) => [name, IMPORT] as const),
    ...["red;}@import 'a'", "url(//evil.example/a.svg)", "URL(//evil.example)", "rgb(0,0,0)/*", "a\\", "x{}"].map(
      (value) => ["color", value] as const,
    ),
  ])("ignores %s=%s", async (name, value) => {
    const kept = name.startsWith("override") ? { common: ".c" } : name === "iconSelector" ? { selector: "" } : {};
    expect(await sheet({ [name]: value, ...kept })).toBe(await sheet(kept));
  });

  it.each([
    ["common", ".md\\:icons:is(.a, [data-b=c]) + *", /^\.md\\:icons:is\(\.a, \[data-b=c\]\) \+ \* \{/],
    ["selector", ".ünï-{prefix}_{name}::before", /^\.ünï-tiny_dot::before \{/],
    ["selector", ".\\@a\\;b", /^\.\\@a\\;b \{/],
    ["color", "rgba(9,9,9,50%)", /fill='rgba\(9,9,9,50%25\)'/],
    ["var", "my-icon", /--my-icon: url\(/],
  ])("keeps %s=%s", async (name, value, expected) => {
    expect(await sheet({ [name]: value })).toMatch(expected);
  });

  it("keeps the names of unknown icons inside of comments", async () => {
    const text = await sheet({ icons: `*/${IMPORT}/*,**/b{color:red}/*` });
    expect(text).toContain("/* Could not find icon: * /");
    expect(text.replaceAll(/\/\*.*?\*\//gs, "").trim()).toBe("");
  });

  it("keeps what colors of drawings could load out of them", async () => {
    const drawn = (color: string) => get(`/tiny/dot.svg?${new URLSearchParams({ color })}`).then((one) => one.text());
    for (const color of ["url(//evil.example/a.svg#b)", "red;fill:url(//evil.example)", "red}@import 'a'"])
      expect(await drawn(color)).toContain('fill="currentColor"');
    expect(await drawn("var(--a)")).toContain('fill="var(--a)"');
  });
});

it("responds to If-None-Match: * with 304 if the resource exists, else with the error", async () => {
  const statusOf = async (path: string, headers = {}) => (await get(path, { headers })).status;
  for (const path of [
    ...["/tiny/dot.svg", "/tiny.json?icons=dot", "/tiny.css?icons=dot", "/collections", "/collection?prefix=tiny"],
    ...["/search?query=dot", "/keywords?prefix=dot", "/version", "/images/spotify", "/images/spotify.svg", "/"],
    ...["/api/v1/icons", "/api/v1/icons/spotify", "/api/v1/categories", "/api/v1/similar?id=spotify", "/feed.atom"],
    ...["/api/v1/resolve?name=spotify", "/openapi.json", "/docs/"],
  ])
    expect([path, await statusOf(path), await statusOf(path, { "if-none-match": " * " })]).toEqual([path, 200, 304]);
  for (const path of [
    ...["/tiny/nope.svg", "/nope/dot.svg", "/nope.json?icons=a", "/tiny.json", "/tiny.css", "/collection?prefix=nope"],
    ...["/keywords", "/search", "/search?query=a&limit=x", "/tiny.js?icons=dot&callback=alert(1)", "/images/nope"],
    ...["/images/drawn-nowhere", "/api/v1/icons/nope", "/api/v1/icons?page=x", "/api/v1/similar", "/api/v1/resolve"],
    ...["/images/spotify.svg?color=x", "/images/spotify?variant=nope", "/nope"],
  ]) {
    const status = await statusOf(path);
    expect(status).toBeGreaterThanOrEqual(400);
    expect([path, await statusOf(path, { "if-none-match": "*" })]).toEqual([path, status]);
  }
});

it.each([
  ["/images/tiny:back", "/images/tiny%3Aarrow-left"],
  ["/images/tiny:back.png?size=64", "/images/tiny%3Aarrow-left.png?size=64"],
  ["/images/tiny:backward", "/images/tiny%3Aarrow-left"],
  ["/images/tiny:f101.svg", "/images/tiny%3Adot.svg"],
  ["/api/v1/icons/tiny:back", "/api/v1/icons/tiny%3Aarrow-left"],
  ["/api/v1/similar?id=tiny:back", "/api/v1/similar?id=tiny%3Aarrow-left"],
])("redirects an alias of a set outside of the Iconify API: %s to %s", async (path, target) => {
  const response = await get(path, { redirect: "manual" });
  expect(response.status).toBe(308);
  const { pathname, search } = new URL(response.headers.get("location")!, response.url);
  expect(pathname + search).toBe(target);
  expect((await get(path)).status).toBe(200);
});

it.each(["/images/tiny:turned", "/images/tiny:gone", "/images/tiny:", "/images/tiny:~", "/images/~sets"])(
  "has no image at %s, which is no other name of an icon",
  async (path) => {
    expect((await get(path, { redirect: "manual" })).status).toBe(404);
  },
);

it("sends caching headers, an ETag that a caller may repeat, and the same headers for HEAD", async () => {
  const first = await get("/tiny.json?icons=dot");
  expect(first.headers.get("cache-control")).toBe("public, max-age=604800, min-refresh=604800, immutable");
  expect(first.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
  const again = await get("/tiny.json?icons=dot", { headers: { "if-none-match": first.headers.get("etag")! } });
  expect([again.status, await again.text()]).toEqual([304, ""]);
  const head = await get("/tiny.json?icons=dot", { method: "HEAD" });
  const names = (response: Response) => [...response.headers.keys()].filter((name) => name !== "keep-alive");
  expect(names(head)).toEqual(names(first));
  expect((await get("/tiny.json", { method: "POST" })).status).toBe(405);
});

it("leaves the paths of this service unchanged", async () => {
  expect(await json("/healthz")).toEqual({ status: "ok" });
  expect(await json("/openapi.json?icons=a")).toHaveProperty("openapi");
  expect((await get("/images/spotify.svg")).headers.get("cache-control")).toBe("public, max-age=3600");
  expect((await get("/docs/")).headers.get("content-type")).toContain("text/html");
});

it("requires a plan for data and counts it, but not for images", async () => {
  const keyed = await startService(artifacts, { anonymous: "off", iconify: { prefix: "tiny", path: "/iconify" } });
  try {
    const ask = (path: string, headers = {}) => get(path, { headers }, keyed);
    expect((await ask("/iconify/tiny.json?icons=dot")).status).toBe(401);
    expect((await ask("/iconify/tiny/dot.svg")).status).toBe(200);
    expect((await ask("/tiny/dot.svg")).status).toBe(404);
    const key = { "x-api-key": keyed.free };
    const paid = await ask("/iconify/tiny.json?icons=dot", key);
    expect([paid.status, paid.headers.get("cache-control")]).toEqual([200, "private, max-age=604800"]);
    const counted = await ask("/api/v1/categories", key);
    expect(((await counted.json()) as { _meta: object })._meta).toMatchObject({ rate_remaining: 98 });
    // A set of the dataset takes precedence over the records without a prefix.
    expect((await ask("/iconify/tiny/spotify.svg")).status).toBe(404);
  } finally {
    await keyed.close();
  }
});
