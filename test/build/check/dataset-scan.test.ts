import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scanDataset } from "#build/check/dataset-scan.js";
import { findDataset } from "#build/read/dataset.js";
import { readRecords } from "#build/read/read-records.js";
import { temporaryFolder } from "../../support/folder.js";
import { randomRuns } from "../../support/random-runs.js";

const record = (id: string, more: object = {}): object => ({ id, name: id, developer: "D", category: "c", ...more });

async function scan(records: readonly object[], threads = 1) {
  const path = join(temporaryFolder(), "data.ndjson");
  writeFileSync(path, records.map((item) => `${JSON.stringify(item)}\n`).join(""));
  const dataset = await findDataset(path);
  const { clean, places, stamps } = await scanDataset(dataset, threads);
  const ids: string[] = [];
  const pictures: boolean[] = [];
  for await (const records of readRecords(dataset.files, stamps, places)) {
    pictures.push(...records.map(({ place }) => place.hasImage));
    for (const { json } of records) ids.push(JSON.parse(json.toString()).id);
  }
  return { clean, ids, pictures };
}

describe("dataset scan", () => {
  it("sorts records by rank, then by position in the file", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.option(fc.integer({ min: -3, max: 3 }), { nil: undefined })), async (ranks) => {
        const records = ranks.map((rank, at) => record(`icon-${at}`, rank === undefined ? {} : { rank }));
        const rankOf = (at: number): number => ranks[at] ?? 99;
        const expected = [...ranks.keys()].sort((a, b) => rankOf(a) - rankOf(b) || a - b).map((at) => `icon-${at}`);
        const { clean, ids } = await scan(records);
        expect({ clean, ids }).toEqual({ clean: true, ids: expected });
      }),
      randomRuns(30),
    );
  });

  it("reports which records name an image", async () => {
    const { pictures } = await scan([
      record("a"),
      record("b", { image: "b.svg" }),
      record("c", { phash: "0123456789abcdef" }),
    ]);
    expect(pictures).toEqual([false, true, false]);
  });

  it.each([
    ["a duplicate id", [record("a"), record("b"), record("a")]],
    ["a label in two spellings", [record("a"), record("b", { category: "C" })]],
    ["a record that lacks a field", [record("a"), { id: "b" }]],
    ["a record that is not an object", [record("a"), 7 as unknown as object]],
  ])("rejects a dataset with %s", async (_, records) => {
    expect((await scan(records)).clean).toBe(false);
  });

  it("finds the same in several threads as in one, including a problem in the last of many records", async () => {
    // More than is read before threads start: 8 MB.
    const many = Array.from({ length: 8000 }, (_, at) => record(`icon-${at}`, { description: "d".repeat(1000) }));
    const alone = await scan(many);
    expect(await scan(many, 2)).toEqual(alone);
    expect(alone.clean).toBe(true);
    expect((await scan([...many, record("icon-3")], 2)).clean).toBe(false);
    expect((await scan([...many, record("x", { mood: 5 })], 2)).clean).toBe(false);
  });
});
