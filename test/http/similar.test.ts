import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compile } from "#build/compile/compile.js";
import { openCatalog } from "#src/catalog/catalog.js";
import { openGeneration } from "#src/catalog/generation/generation.js";
import { formatPalette } from "#src/palette/palette-text.js";
import { formatShape } from "#src/shape/shape-text.js";
import { temporaryFolder } from "../support/folder.js";
import { type Service, startService } from "../support/service.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";
import { shippedSource } from "../support/source-records.js";

let service: Service;
beforeAll(async () => {
  service = await startService(shippedArtifacts);
});
afterAll(() => service.close());

interface Item {
  readonly id: string;
  readonly distance: number;
  readonly similarity: number;
  readonly variant?: string;
  readonly lowDetail?: true;
  readonly colorDistance?: number;
}

const ask = (query: string) => service.ask(`/api/v1/similar?${query}`, { "X-API-Key": service.pro });
const mirrored = (phash: string): string => (BigInt(`0x${phash}`) ^ 0x5555555555555555n).toString(16).padStart(16, "0");

describe("GET /api/v1/similar with variants", () => {
  it("finds the icon by the hash of its mirror image and reports the variant", async () => {
    const { phash } = (await ask("id=spotify")).body.query;
    const asked = mirrored(phash);
    expect((await ask(`phash=${asked}&max_distance=0`)).body.data).toEqual([]);
    const { body } = await ask(`phash=${asked}&max_distance=0&include=inverted,mirrored`);
    expect(body.data).toMatchObject([{ id: "spotify", distance: 0, similarity: 1, variant: "mirrored" }]);
    expect(body.query).toEqual({ phash: asked, by: "phash" });
  });

  it("lists each icon once, nearest first, and marks only those found through a variant", async () => {
    const { body } = await ask("id=spotify&limit=20&include=mirrored&include=inverted");
    const items: Item[] = body.data;
    expect(new Set(items.map(({ id }) => id)).size).toBe(20);
    expect(items.map(({ distance }) => distance)).toEqual(items.map(({ distance }) => distance).sort((a, b) => a - b));
    expect(items.some(({ variant }) => variant !== undefined)).toBe(true);
    const upright: Item[] = (await ask("id=spotify&by=phash&limit=20")).body.data;
    for (const item of items.filter(({ variant }) => variant === undefined)) expect(upright).toContainEqual(item);
    expect(upright.every(({ variant }) => variant === undefined)).toBe(true);
  });
});

describe("GET /api/v1/similar by color", () => {
  it.each(["color", "blend"])("returns the palette distances for by=%s, nearest first", async (by) => {
    const { body } = await ask(`id=spotify&by=${by}&limit=20`);
    const items: Item[] = body.data;
    expect(items).toHaveLength(20);
    const keys = items.map(({ distance, colorDistance }) =>
      by === "color" ? colorDistance! : colorDistance! + distance / 64,
    );
    for (const [at, key] of keys.slice(1).entries()) expect(key).toBeGreaterThanOrEqual(keys[at]! - 1e-4);
    for (const { distance, similarity } of items) expect(similarity).toBe(Math.max(0, 1 - distance / 32));
  });

  it("limits the results to the maximum Hamming distance", async () => {
    const { body } = await ask("id=spotify&by=color&limit=20&max_distance=24");
    expect(body.data.length).toBeGreaterThan(0);
    expect(body.data.every(({ distance }: Item) => distance <= 24)).toBe(true);
  });

  it("compares by hash, without color distances, whatever implies it", async () => {
    const { body, bytes } = await ask("id=spotify&by=phash&include=");
    for (const query of ["id=spotify&max_distance=64", "id=spotify&by=auto&max_distance=64"])
      expect((await ask(query)).bytes.toString()).toBe(bytes.toString());
    expect((await ask(`phash=${body.query.phash}`)).body.query.by).toBe("phash");
    expect(bytes.toString()).not.toContain("colorDistance");
  });
});

describe("GET /api/v1/similar by shape and by look", () => {
  it.each(["shape", "look"])("returns distances and falling scores for by=%s", async (by) => {
    const { body } = await ask(`id=spotify&by=${by}&limit=20`);
    const items: (Item & { score: number; shapeDistance: number })[] = body.data;
    expect(items).toHaveLength(20);
    const key = ({ shapeDistance, colorDistance = 0 }: (typeof items)[number]): number =>
      shapeDistance / 480 + colorDistance;
    for (const [at, item] of items.slice(1).entries()) {
      expect(key(item)).toBeGreaterThanOrEqual(key(items[at]!) - 2e-4);
      expect(item.score).toBeLessThanOrEqual(items[at]!.score);
      expect(item).not.toHaveProperty("distance");
      expect("colorDistance" in item).toBe(by === "look");
    }
  });
});

describe("GET /api/v1/similar with shape and palette", () => {
  const catalog = openCatalog(shippedArtifacts);
  const { shapes } = openGeneration(shippedArtifacts, catalog.generation);
  const shapeAt = (ordinal: number): string => formatShape(shapes.get(ordinal)!);
  const SHAPE = shapeAt(catalog.ordinalOf("spotify"));

  it.each<[parameters: string, compared: readonly (readonly [hex: string, share: number])[]]>([
    [
      "palette=1db954:0.82,191414:0.18",
      [
        ["#1db954", 0.82],
        ["#191414", 0.18],
      ],
    ],
    [
      "palette=191414:.18,1db954:.82",
      [
        ["#1db954", 0.82],
        ["#191414", 0.18],
      ],
    ],
    [
      "palette=%231DB954:82,%23191414:18",
      [
        ["#1db954", 82],
        ["#191414", 18],
      ],
    ],
    ["palette=1db954", [["#1db954", 1]]],
    [
      "palette=1db954&palette=191414",
      [
        ["#1db954", 0.5],
        ["#191414", 0.5],
      ],
    ],
    ["palette=1db954:1,191414:0", [["#1db954", 1]]],
    [
      "palette=000000:1,000001:2,000002:3,000003:4,000004:5,000005:6",
      [
        ["#000005", 6],
        ["#000004", 5],
        ["#000003", 4],
        ["#000002", 3],
        ["#000001", 2],
      ],
    ],
    [
      "palette=000000,000001,000002,000003,000004,000005",
      [
        ["#000000", 0.2],
        ["#000001", 0.2],
        ["#000002", 0.2],
        ["#000003", 0.2],
        ["#000004", 0.2],
      ],
    ],
    ["palette=1db954&by=look", [["#1db954", 1]]],
    ["palette=1db954&by=auto", [["#1db954", 1]]],
  ])("returns what the catalog finds by look, and what was compared: %s", async (parameters, compared) => {
    const { status, body } = await ask(`shape=${SHAPE}&${parameters}&limit=20`);
    expect(status).toBe(200);
    const palette = compared.map(([hex, share]) => ({ hex, share }));
    expect(body.query).toEqual({ shape: SHAPE, palette, by: "look" });
    const { matches } = catalog.similar({ shape: SHAPE, palette, limit: 20 });
    expect(body.data).toEqual(JSON.parse(String(catalog.renderMatches(matches, `http://127.0.0.1:${service.port}`))));
    expect(body.data[0]).toMatchObject({ shapeDistance: expect.any(Number), colorDistance: expect.any(Number) });
  });

  it("compares by shape alone without a palette", async () => {
    const { body } = await ask(`shape=${SHAPE}&palette=&limit=3`);
    expect(body.query).toEqual({ shape: SHAPE, by: "shape" });
    expect(body.data[0]).toMatchObject({ id: "spotify", shapeDistance: 0 });
    expect(body.data[0]).not.toHaveProperty("colorDistance");
  });

  it("treats upper and lower case alike, with the same ETag, and another palette with another ETag", async () => {
    const requests = [
      `shape=${SHAPE}&palette=1db954:0.5,ffffff:0.5`,
      `shape=${SHAPE.toUpperCase()}&palette=%231DB954:0.50,FFFFFF:.5`,
      `shape=${SHAPE}&palette=1db954,ffffff`,
      `shape=${SHAPE}&palette=1db954:0.6,ffffff:0.4`,
      `shape=${SHAPE}&palette=1db955,ffffff`,
      `shape=${SHAPE}`,
    ];
    const responses = await Promise.all(requests.map(ask));
    const [first, ...others] = responses.map(({ body }) => JSON.stringify([body.data, body.query]));
    expect(others.slice(0, 2)).toEqual([first, first]);
    const tags = responses.map(({ headers }) => headers.etag);
    expect(tags.slice(1, 3)).toEqual([tags[0], tags[0]]);
    expect(new Set(tags).size).toBe(4);
  });

  it("finds every shipped icon without a background first by its own shape and palette", async () => {
    const others: string[] = [];
    const onBackground = new Set(
      shippedSource().flatMap(({ id, background }) => (background === undefined ? [] : [id])),
    );
    for (let ordinal = 0; ordinal < catalog.size; ordinal++) {
      const { id, colorPalette = [] } = catalog.record(ordinal);
      if (shapes.get(ordinal) === undefined || colorPalette.length === 0 || onBackground.has(id)) continue;
      const { body } = await ask(`shape=${shapeAt(ordinal)}&palette=${formatPalette(colorPalette)}&limit=3`);
      const same = (body.data as (Item & { shapeDistance: number; score: number })[]).filter(
        ({ shapeDistance, colorDistance }) => shapeDistance === 0 && colorDistance === 0,
      );
      // Icons with the same image tie.
      if (!same.some((item) => item.id === id && item.score === 1)) others.push(id);
    }
    expect(others).toEqual([]);
  }, 60_000);

  it.each([
    ["palette=1db954", "conflicting_parameters", "palette needs shape, the shape of the same image"],
    ["id=spotify&palette=1db954", "conflicting_parameters", "palette needs shape, the shape of the same image"],
    [`shape=${SHAPE}&by=look`, "missing_parameter", "by=look needs palette, the colors of the image with this shape"],
    [
      `shape=${SHAPE}&palette=1db954&by=shape`,
      "conflicting_parameters",
      "by=shape compares no colors, so omit palette or by",
    ],
    [
      `shape=${SHAPE}&palette=1db954:1,191414`,
      "invalid_parameter",
      "palette has no share for 191414; give every color one, or none",
    ],
    [
      `shape=${SHAPE}&palette=1db954:0,191414:0.0`,
      "invalid_parameter",
      "palette has only shares of 0; give visible colors a larger one",
    ],
  ])("says what is wrong with %s", async (parameters, code, message) => {
    const { status, body } = await ask(parameters);
    expect(status).toBe(400);
    expect(body.error).toEqual({ code, message, param: "palette" });
  });

  it.each([
    "red",
    "1db95",
    "1db9541",
    "1db954ff",
    "%23%231db954",
    "1db954:",
    "1db954:a",
    "1db954:-1",
    "1db954:1e3",
    "1db954:0x1",
    "1db954:1:1",
    "1db954:1.",
    "1db954: 1",
    "1db954:%EF%BC%91",
    `1db954:${"9".repeat(10)}`,
    "1db954;191414",
    "1db954:1,red",
  ])("rejects the palette %s with its format", async (palette) => {
    const { status, body } = await ask(`shape=${SHAPE}&palette=${palette.replaceAll(" ", "%20")}`);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: "invalid_parameter", param: "palette" });
    expect(body.error.message).toMatch(/^palette has the wrong format: .*1db954:0\.82,191414:0\.18/);
  });
});

describe("GET /api/v1/similar of an id", () => {
  const catalog = openCatalog(shippedArtifacts);
  const idsOf = ({ body }: { readonly body: { readonly data: readonly Item[] } }) => body.data.map(({ id }) => id);

  it("returns icons within Hamming distance 4, then others by look, each with its score and distances", async () => {
    let same = 0;
    for (let ordinal = 0; ordinal < catalog.size; ordinal += 7) {
      const { id } = catalog.record(ordinal);
      const response = await ask(`id=${id}&limit=20`);
      if (response.body.query.by !== "auto") continue;
      const near = idsOf(await ask(`id=${id}&limit=20&max_distance=4`));
      const looks = idsOf(await ask(`id=${id}&limit=20&by=look`));
      expect(idsOf(response)).toEqual([...near, ...looks.filter((other) => !near.includes(other))].slice(0, 20));
      for (const item of response.body.data) {
        expect(item).toMatchObject({ score: expect.any(Number), shapeDistance: expect.any(Number) });
        expect(item.similarity).toBe(Math.max(0, 1 - item.distance / 32));
      }
      same += near.length;
    }
    expect(same).toBeGreaterThan(0);
  });

  it("is the same with by=auto, and compares by hash if variants are wanted", async () => {
    expect((await ask("id=spotify&by=auto")).bytes.toString()).toBe((await ask("id=spotify")).bytes.toString());
    const { body } = await ask("id=spotify&include=mirrored&by=auto");
    expect(body.query.by).toBe("phash");
    expect(body.data).toEqual((await ask("id=spotify&include=mirrored&by=phash")).body.data);
  });
});

describe("ETag of GET /api/v1/similar", () => {
  it("sends another ETag for another order or variants, and the same for equivalent requests", async () => {
    const tag = async (query: string) => (await ask(query)).headers.etag;
    const different = [
      "",
      "&by=phash",
      "&by=color",
      "&by=blend",
      "&by=shape",
      "&by=look",
      "&include=mirrored",
      "&include=inverted",
      "&include=mirrored,inverted",
    ];
    const tags = await Promise.all(different.map((more) => tag(`id=spotify${more}`)));
    expect(new Set(tags).size).toBe(different.length);
    expect(await tag("by=auto&id=spotify")).toBe(tags[0]);
    expect(await tag("max_distance=64&id=spotify")).toBe(tags[1]);
    expect(await tag("id=spotify&include=inverted&include=mirrored,inverted")).toBe(tags.at(-1));
  });
});

describe("icons without a hash or palette", () => {
  it("rejects a comparison by missing data with its name, and compares by the data an icon has", async () => {
    const item = (id: string, more: object) => ({ id, name: id, developer: "D", category: "c", ...more });
    const colorPalette = [{ hex: "#e53935", name: "red", share: 1 }];
    const folder = temporaryFolder({
      "a.json": [
        item("whole", { phash: "00000000000001ff", colorPalette }),
        item("no-palette", { phash: "00000000000001fe" }),
        item("no-hash", { colorPalette }),
      ],
    });
    await compile({ data: join(folder, "a.json"), out: join(folder, "out"), jobs: 1 });
    const own = await startService(join(folder, "out"), { anonymous: "pro" });
    const responseTo = async (query: string) => (await own.ask(`/api/v1/similar?${query}`)).body;
    expect((await responseTo("id=no-palette&by=color")).error).toMatchObject({ code: "palette_unavailable" });
    expect((await own.ask("/api/v1/similar?id=no-palette&by=blend")).status).toBe(422);
    expect((await responseTo("id=no-hash&by=blend")).error).toMatchObject({ code: "phash_unavailable" });
    expect((await responseTo("id=no-hash&by=color&max_distance=10")).error).toMatchObject({
      code: "phash_unavailable",
    });
    expect(await responseTo("id=no-hash&by=color")).toMatchObject({
      data: [{ id: "whole", colorDistance: 0, lowDetail: true }],
      query: { id: "no-hash" },
    });
    const byColor = await responseTo("id=whole&by=color");
    expect(byColor.query).toEqual({ id: "whole", phash: "00000000000001ff", by: "color", lowDetail: true });
    expect(byColor.data.map(({ id }: Item) => id)).toEqual(["no-hash"]);
    expect(byColor.data[0]).not.toHaveProperty("distance");
    expect(await responseTo("id=whole")).toMatchObject({
      data: [{ id: "no-palette", distance: 1, lowDetail: true }],
      query: { by: "phash" },
    });
    expect((await responseTo("id=whole&by=look")).error).toMatchObject({ code: "shape_unavailable" });
    await own.close();
  });
});
