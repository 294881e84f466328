import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { textNumber } from "#build/dataset/number-list.js";
import { quantizeVectors } from "#build/vectors/dataset-vectors.js";
import { createArtifactWriter } from "#build/write/artifact-writer.js";
import { createVectorWriter } from "#build/write/vectors.js";
import { decodeVectorTable } from "#src/format/vector-table.js";
import { temporaryFolder } from "../../support/folder.js";
import { npyOf } from "../../support/npy.js";
import { randomRuns } from "../../support/random-runs.js";

/** Rounds to the nearest integer, halves to the even one. */
const rint = (number: number): number => {
  const whole = Math.floor(number);
  if (number - whole !== 0.5) return Math.round(number);
  return whole % 2 === 0 ? whole : whole + 1;
};

const component = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer({ min: -254, max: 254 }),
  fc.constantFrom(0, 127, -127, 0.5),
);
const cases = fc.integer({ min: 2, max: 9 }).chain((dimensions) =>
  fc.record({
    rows: fc.array(
      fc
        .array(component, { minLength: dimensions, maxLength: dimensions })
        .filter((numbers) => numbers.some((number) => number !== 0)),
      { minLength: 1, maxLength: 12 },
    ),
    without: fc.nat(5),
    shuffle: fc.infiniteStream(fc.nat()),
    perSection: fc.integer({ min: 1, max: 9 }),
  }),
);

it("writes vectors by ordinal, divided by their largest component and rounded to 127ths", async () => {
  await fc.assert(
    fc.asyncProperty(cases, async ({ rows, without, shuffle, perSection }) => {
      const named = rows.map((_, row) => `row-${row}`);
      const all = [...named, ...Array.from({ length: without }, (_, at) => `none-${at}`)];
      const places = new Map(all.map((id) => [id, shuffle.next().value as number]));
      const ids = all.toSorted((a, b) => places.get(a)! - places.get(b)!);
      const folder = temporaryFolder({ "vectors.npy": npyOf(rows), "vectors.json": { model: "m", ids: named } });
      const numbers = Float64Array.from(ids, textNumber);
      const vectors = (await quantizeVectors(folder, numbers.toSorted(), join(folder, "quantized"), 10))!;
      const writer = createVectorWriter(createArtifactWriter(folder), folder, vectors);
      for (let at = 0; at < ids.length; at += perSection) writer.append(numbers.subarray(at, at + perSection));
      writer.close();
      const read = (name: string): Uint8Array => new Uint8Array(readFileSync(join(folder, name)));
      const table = decodeVectorTable(read("vectors.bin"), "vectors.bin", (shard) => read(`vectors-000${shard}.bin`));
      expect(table.count).toBe(ids.length);
      for (const [ordinal, id] of ids.entries()) {
        const row = rows[named.indexOf(id)];
        const largest = Math.max(...(row ?? [0]).map(Math.abs));
        const expected = row?.map((number) => rint((number / largest) * 127) + 0) ?? rows[0]!.map(() => 0);
        expect([...table.rows(ordinal, ordinal + 1)]).toEqual(expected);
        expect(table.squares[ordinal]).toBe(expected.reduce((sum, number) => sum + number * number, 0));
      }
      expect(existsSync(join(folder, "quantized"))).toBe(false);
    }),
    randomRuns(60),
  );
});
