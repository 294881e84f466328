import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compile } from "#build/compile/compile.js";
import { temporaryFolder } from "../support/folder.js";
import { type Service, startService } from "../support/service.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

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
    expect(body.query).toEqual({ phash: asked });
  });

  it("lists each icon once, nearest first, and marks only those found through a variant", async () => {
    const { body } = await ask("id=spotify&limit=20&include=mirrored&include=inverted");
    const items: Item[] = body.data;
    expect(new Set(items.map(({ id }) => id)).size).toBe(20);
    expect(items.map(({ distance }) => distance)).toEqual(items.map(({ distance }) => distance).sort((a, b) => a - b));
    expect(items.some(({ variant }) => variant !== undefined)).toBe(true);
    const upright: Item[] = (await ask("id=spotify&limit=20")).body.data;
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
    for (const { distance, similarity } of items) expect(similarity).toBe(1 - distance / 64);
  });

  it("limits the results to the maximum Hamming distance", async () => {
    const { body } = await ask("id=spotify&by=color&limit=20&max_distance=24");
    expect(body.data.length).toBeGreaterThan(0);
    expect(body.data.every(({ distance }: Item) => distance <= 24)).toBe(true);
  });

  it("treats by=phash as the default, without color distances", async () => {
    const { bytes } = await ask("id=spotify&by=phash&include=");
    expect(bytes.toString()).toBe((await ask("id=spotify")).bytes.toString());
    expect(bytes.toString()).not.toContain("colorDistance");
  });
});

describe("GET /api/v1/similar by shape and by look", () => {
  it.each(["shape", "look"])("returns distances and falling scores for by=%s", async (by) => {
    const { body } = await ask(`id=spotify&by=${by}&limit=20`);
    const items: (Item & { score: number; shapeDistance: number })[] = body.data;
    expect(items).toHaveLength(20);
    const key = ({ shapeDistance, colorDistance = 0 }: (typeof items)[number]): number =>
      shapeDistance / 600 + colorDistance;
    for (const [at, item] of items.slice(1).entries()) {
      expect(key(item)).toBeGreaterThanOrEqual(key(items[at]!) - 2e-4);
      expect(item.score).toBeLessThanOrEqual(items[at]!.score);
      expect(item).not.toHaveProperty("distance");
      expect("colorDistance" in item).toBe(by === "look");
    }
  });
});

describe("GET /api/v1/similar with by=auto", () => {
  it("orders by look, or by hash if variants are wanted", async () => {
    const look = (await ask("id=spotify&by=look")).body.data;
    expect((await ask("id=spotify&by=auto")).body.data).toEqual(look);
    const variants = "id=spotify&include=mirrored";
    expect((await ask(`${variants}&by=auto`)).body.data).toEqual((await ask(variants)).body.data);
  });
});

describe("ETag of GET /api/v1/similar", () => {
  it("sends another ETag for another order or variants, and the same for equivalent requests", async () => {
    const tag = async (query: string) => (await ask(query)).headers.etag;
    const different = [
      "",
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
    expect(await tag("by=phash&id=spotify")).toBe(tags[0]);
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
    const answer = async (query: string) => (await own.ask(`/api/v1/similar?${query}`)).body;
    expect((await answer("id=no-palette&by=color")).error).toMatchObject({ code: "palette_unavailable" });
    expect((await own.ask("/api/v1/similar?id=no-palette&by=blend")).status).toBe(422);
    expect((await answer("id=no-hash&by=blend")).error).toMatchObject({ code: "phash_unavailable" });
    expect((await answer("id=no-hash&by=color&max_distance=10")).error).toMatchObject({ code: "phash_unavailable" });
    expect(await answer("id=no-hash&by=color")).toMatchObject({
      data: [{ id: "whole", colorDistance: 0, lowDetail: true }],
      query: { id: "no-hash" },
    });
    const byColor = await answer("id=whole&by=color");
    expect(byColor.query).toEqual({ id: "whole", phash: "00000000000001ff", lowDetail: true });
    expect(byColor.data.map(({ id }: Item) => id)).toEqual(["no-hash"]);
    expect(byColor.data[0]).not.toHaveProperty("distance");
    expect((await answer("id=whole")).data).toMatchObject([{ id: "no-palette", distance: 1, lowDetail: true }]);
    expect((await answer("id=whole&by=look")).error).toMatchObject({ code: "shape_unavailable" });
    expect((await answer("id=whole&by=auto")).data).toMatchObject([{ id: "no-palette", distance: 1 }]);
    await own.close();
  });
});
