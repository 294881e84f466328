import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compile } from "#build/compile/compile.js";
import { type Catalog, openCatalog } from "#src/catalog/catalog.js";
import type { SimilarIcon } from "#src/catalog/similar/find-similar.js";
import { ORDERS } from "#src/catalog/similar/similar-request.js";
import { FACETS } from "#src/format/filter-facets.js";
import type { IconRecord } from "#src/format/record.js";
import { facetsByBruteForce, listRespelled } from "../support/oracle.js";
import { randomRuns } from "../support/random-runs.js";
import { startService } from "../support/service.js";
import { similarByBruteForce } from "../support/similar-oracle.js";

/** Large enough for a hash index and for threads to read blocks of the dataset. */
const SIZE = Number(process.env.LARGE_CATALOG ?? 20_000);
let catalog: Catalog;
let records: IconRecord[];
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "icons-test-"));
  const data = join(folder, "data.ndjson");
  execFileSync(process.execPath, ["bench/generate-dataset.mjs", String(SIZE), data, "--palettes"]);
  records = readFileSync(data, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  await compile({ data, out: join(folder, "out"), jobs: 2 });
  catalog = openCatalog(join(folder, "out"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const idsOf = (ordinals: Iterable<number>): string[] =>
  (JSON.parse(catalog.renderItems(ordinals, "").toString()) as { id: string }[]).map(({ id }) => id);

/** Words and prefixes of the dataset, and difficult cases for encoders: doubled letters, digits after letters. */
const word = fc.oneof(
  fc.constantFrom("goo", "app1", "2048", "a", "s", "aa", "ll", "oo", "100"),
  fc.tuple(fc.nat(SIZE - 1), fc.nat(3), fc.integer({ min: 1, max: 8 })).map(([at, which, length]) => {
    const words = `${records[at]!.name} ${records[at]!.developer}`.split(" ");
    return words[which % words.length]!.slice(0, length);
  }),
);
const labels = (field: "category" | "style" | "mood") =>
  fc.option(
    fc.array(
      fc.nat(SIZE - 1).map((at) => records[at]![field]!),
      { minLength: 1, maxLength: 2 },
    ),
    { nil: undefined },
  );

describe(`catalog of ${SIZE} icons`, () => {
  it("returns the same totals and pages as brute force for random queries with random filters", () => {
    const query = fc.record({
      q: fc.option(
        fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(" ")),
        { nil: undefined, freq: 6 },
      ),
      category: labels("category"),
      color: fc.option(fc.subarray(["blue", "red", "pink", "brown"], { minLength: 1, maxLength: 2 }), {
        nil: undefined,
      }),
      style: labels("style"),
      mood: labels("mood"),
    });
    fc.assert(
      fc.property(query, fc.double({ min: 0, max: 1, noNaN: true }), (asked, depth) => {
        const wanted = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
        const { didYouMean, facets } = catalog.list({ ...wanted, match: "name", facets: FACETS });
        const expected = listRespelled(records, wanted, didYouMean);
        const found = new Set(expected);
        expect(facets).toEqual(facetsByBruteForce(records.filter(({ id }) => found.has(id))));
        const pages = Math.ceil(expected.length / 20);
        for (const page of new Set([1, 2, Math.max(1, Math.ceil(depth * pages)), Math.max(1, pages), pages + 1])) {
          const result = catalog.list({ ...wanted, match: "name", page, limit: 20 });
          expect(result.total).toBe(expected.length);
          expect(idsOf(result.ordinals)).toEqual(expected.slice((page - 1) * 20, page * 20));
        }
      }),
      randomRuns(30),
    );
  });

  it("returns the exact matches of stored and of random hashes", () => {
    const hash = fc.oneof(
      fc.nat(SIZE - 1).map((at) => BigInt(`0x${records[at]!.phash}`)),
      fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
    );
    fc.assert(
      fc.property(hash, fc.integer({ min: 1, max: 20 }), fc.constantFrom(0, 4, 12, 64), (asked, limit, maxDistance) => {
        const request = { phash: asked.toString(16).padStart(16, "0"), limit, maxDistance };
        const found = catalog
          .similar(request)
          .matches.map(({ ordinal, ...nearness }) => ({ id: records[ordinal]!.id, ...nearness }));
        expect(found).toEqual(similarByBruteForce(records, request));
      }),
      randomRuns(40),
    );
  });

  it("returns the same results for searches that run interleaved as for each alone", () => {
    const request = fc.record({
      id: fc.nat(SIZE - 1).map((at) => records[at]!.id),
      // The dataset has no vectors.
      by: fc.constantFrom(...ORDERS.filter((by) => !["vector", "shape", "look", "auto"].includes(by))),
      limit: fc.integer({ min: 1, max: 20 }),
    });
    fc.assert(
      fc.property(
        fc.array(request, { minLength: 2, maxLength: 4, size: "max" }),
        fc.noBias(fc.infiniteStream(fc.nat(11))),
        (requests, choices) => {
          const searches = requests.map((each) => catalog.beginSimilar(each).matches);
          const found: (readonly SimilarIcon[])[] = [];
          for (let left = requests.map((_, at) => at); left.length > 0; ) {
            const at = left[choices.next().value % left.length]!;
            const step = searches[at]!.next();
            if (step.done) found[at] = step.value;
            if (step.done) left = left.filter((other) => other !== at);
          }
          expect(found).toEqual(requests.map((each) => catalog.similar(each).matches));
        },
      ),
      randomRuns(12),
    );
  });

  it("returns the exact matches by color and by shape and color together", () => {
    const request = fc.record({
      id: fc.nat(SIZE - 1).map((at) => records[at]!.id),
      by: fc.constantFrom("color" as const, "blend" as const),
      limit: fc.integer({ min: 1, max: 20 }),
    });
    fc.assert(
      fc.property(request, (asked) => {
        const found = catalog.similar(asked).matches.map(({ ordinal, colorDistance, ...nearness }) => ({
          id: records[ordinal]!.id,
          ...nearness,
          colorDistance: Math.round(colorDistance! * 1e4) / 1e4,
        }));
        expect(found).toEqual(similarByBruteForce(records, asked));
      }),
      { numRuns: 3 },
    );
  });

  it("finds the same in many concurrent palette searches as in each alone, even if callers abort", async () => {
    const service = await startService(join(folder, "out"));
    try {
      const headers = { "X-API-Key": service.pro };
      const paths = Array.from(
        { length: 30 },
        (_, at) => `/api/v1/similar?by=${at % 2 ? "color" : "blend"}&id=${encodeURIComponent(records[at * 7]!.id)}`,
      );
      const alone = [];
      for (const path of paths) alone.push((await service.ask(path, headers)).body.data);
      expect(alone.every((data) => data.length === 10)).toBe(true);
      const leaving = paths.map((path) => {
        const socket = connect(service.port, "127.0.0.1");
        socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nX-API-Key: ${service.pro}\r\n\r\n`);
        return socket;
      });
      const staying = paths.map((path) => service.ask(path, headers));
      for (const socket of leaving) socket.destroy();
      const together = await Promise.all(staying);
      expect(together.map(({ body }) => body.data)).toEqual(alone);
      const known = together[0]!.headers.etag!;
      expect((await service.ask(paths[0]!, { ...headers, "If-None-Match": known })).status).toBe(304);
    } finally {
      await service.close();
    }
  });

  it("compiles to the same bytes in one thread and in several", async () => {
    const alone = await compile({ data: join(folder, "data.ndjson"), out: join(folder, "alone"), jobs: 1 });
    expect(alone.generation).toBe(catalog.generation);
  });
});
