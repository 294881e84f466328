import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openCatalog } from "#src/catalog/catalog.js";
import { icons } from "../support/cli.js";
import { npyOf } from "../support/npy.js";
import { type Service, startService } from "../support/service.js";

const VECTORS: Readonly<Record<string, readonly number[]>> = {
  north: [0, 10, 0],
  northeast: [3, 4, 0],
  south: [0, -2, 0],
  east: [5, 0, 0],
  "also-east": [50, 0, 0],
};
const HASHES: Readonly<Record<string, string>> = {
  north: "0f0f0f0f0f0f0f0f",
  northeast: "0f0f0f0f0f0f0f0e",
  south: "f0f0f0f0f0f0f0f0",
};
const IDS = [...Object.keys(VECTORS), "nowhere"];

const records = IDS.map((id) => ({ id, name: id, developer: "D", category: "c", phash: HASHES[id] }));

let folder: string;
let artifacts: string;
let service: Service;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "icons-directions-"));
  artifacts = join(folder, "out");
  mkdirSync(join(folder, "icons"));
  const files = {
    "dataset.json": JSON.stringify({ name: "Directions" }),
    "icons/a.json": JSON.stringify(records),
    "vectors.npy": npyOf(Object.values(VECTORS), { descr: "'<f4'" }),
    "vectors.json": JSON.stringify({ model: "compass", ids: Object.keys(VECTORS) }),
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  const { code, stderr } = await icons(["build", folder, "--out", artifacts], {}, { kept: true });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  service = await startService(artifacts, { anonymous: "pro" });
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

const ask = (query: string) => service.ask(`/api/v1/similar?${query}`);
const figures = (items: readonly { id: string; vectorSimilarity: number }[]) =>
  items.map(({ id, vectorSimilarity }) => [id, vectorSimilarity]);

describe("similar icons by vector", () => {
  it("are returned by cosine similarity, ties in display order, by server and command line alike", async () => {
    const { status, body } = await ask("id=north&by=vector");
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: 4, query: { id: "north", phash: HASHES.north } });
    expect(figures(body.data)).toEqual([
      ["northeast", 0.8008],
      ["east", 0],
      ["also-east", 0],
      ["south", -1],
    ]);
    expect(body.data[0]).toMatchObject({ distance: 1, similarity: 1 - 1 / 32 });
    expect(body.data[1]).not.toHaveProperty("distance");
    const ran = await icons(["similar", "north", "--by", "vector", "--artifacts", artifacts, "--json"]);
    const { data, total, query } = JSON.parse(ran.stdout);
    expect(body).toMatchObject({ total, query });
    expect(figures(data)).toEqual(figures(body.data));
    const table = await icons(["similar", "east", "--by", "vector", "--limit", "1", "--artifacts", artifacts]);
    expect(table.stdout).toBe("id\tname\tcategory\tvector similarity\tnote\nalso-east\talso-east\tc\t1.000\t\n");
  });

  it("are limited by number and by Hamming distance", async () => {
    expect(figures((await ask("id=north&by=vector&limit=1")).body.data)).toEqual([["northeast", 0.8008]]);
    expect(figures((await ask("id=south&by=vector&max_distance=63")).body.data)).toEqual([["northeast", -0.8008]]);
    expect((await ask("id=east&by=vector&max_distance=63")).body.error.code).toBe("phash_unavailable");
    expect((await ask("id=east&by=vector")).body.data).toHaveLength(4);
  });

  it("can't be found for an icon without a vector", async () => {
    const { status, body } = await ask("id=nowhere&by=vector");
    expect(status).toBe(422);
    expect(body.error).toEqual({
      code: "vector_unavailable",
      message: 'the icon "nowhere" has no vector, because the dataset has none for it',
    });
    const ran = await icons(["similar", "nowhere", "--by", "vector", "--artifacts", artifacts]);
    expect([ran.code, ran.stderr]).toEqual([3, expect.stringContaining('the icon "nowhere" has no vector')]);
  });

  it("are found for a query vector in the library, which may be a list or a typed array", () => {
    const catalog = openCatalog(artifacts);
    expect(catalog.manifest.options.vectors).toEqual({ model: "compass", dimensions: 3 });
    for (const vector of [[3, 4, 0], Float32Array.of(0.75, 1, 0)]) {
      const { matches, ...rest } = catalog.similar({ vector, by: "vector", limit: 2 });
      expect(rest).toEqual({ by: "vector", lowDetail: false });
      expect(matches.map(({ ordinal }) => IDS[ordinal])).toEqual(["northeast", "north"]);
      expect(matches[0]!.vectorSimilarity).toBe(1);
      expect(matches[1]!.vectorSimilarity).toBeCloseTo(127 / Math.hypot(95, 127), 12);
    }
    expect(catalog.similar({ vector: [0, 0, 1] }).matches).toHaveLength(5);
  });

  it.each([
    [{ vector: [1, 2] }, "the vector has 2 dimensions, those of the dataset have 3"],
    [{ vector: [0, 0, 0] }, "the vector must have finite numbers that are not all 0"],
    [{ vector: [1, Number.NaN, 0] }, "the vector must have finite numbers"],
    [{ vector: [1, 0, 0], by: "phash" }, "a vector can't be compared by phash"],
    [{ vector: [1, 0, 0], id: "north" }, "give either id or phash, a shape or a vector"],
    [{ vector: [1, 0, 0], maxDistance: 3 }, "a vector has no hash, so it can't have maxDistance or include"],
    [{ vector: [1, 0, 0], include: ["mirrored"] }, "a vector has no hash"],
    [{ phash: "0f0f0f0f0f0f0f0f", by: "vector" }, "a hash can't be compared by vector, so give an id"],
  ] as const)("can't be found for the request %j", (request, message) => {
    const ask = () => openCatalog(artifacts).similar(request);
    expect(ask).toThrow(RangeError);
    expect(ask).toThrow(message);
  });
});
