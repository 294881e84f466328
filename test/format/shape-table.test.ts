import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createArtifactWriter } from "#build/write/artifact-writer.js";
import { createShapeWriter } from "#build/write/shapes.js";
import { joinPieces, layOutContainer } from "#src/format/container.js";
import { decodeShapeTable, layOutShapeTable } from "#src/format/shape-table.js";
import { SHAPE_BYTES, SHAPE_VERSION } from "#src/shape/shape-text.js";
import { temporaryFolder } from "../support/folder.js";
import { randomRuns } from "../support/random-runs.js";

/** Sections of records with or without descriptors. */
const sections = fc.array(fc.record({ records: fc.constantFrom(1, 7, 5000, 20_000), some: fc.boolean() }), {
  maxLength: 5,
});

const noIndex = (): undefined => undefined;

describe("shape table", () => {
  it("has descriptors by ordinal, zeros for icons without one, and nothing if no icon has one", () => {
    fc.assert(
      fc.property(sections, (list) => {
        const folder = temporaryFolder();
        const writer = createShapeWriter(createArtifactWriter(folder), folder);
        const expected: Uint8Array[] = [];
        for (const [at, { records, some }] of list.entries()) {
          const bytes = new Uint8Array(records * SHAPE_BYTES).fill(some ? at + 1 : 0);
          writer.append(some ? bytes : new Uint8Array(0), records);
          expected.push(bytes);
        }
        writer.close();
        const table = decodeShapeTable(new Uint8Array(readFileSync(join(folder, "shapes.bin"))), "shapes.bin", noIndex);
        const whole = Buffer.concat(list.some(({ some }) => some) ? expected : []);
        expect(Buffer.compare(table.bytes, whole)).toBe(0);
        expect(table.count).toBe(whole.length / SHAPE_BYTES);
        const first = whole.subarray(0, SHAPE_BYTES);
        expect(table.get(0)).toEqual(first.some((byte) => byte !== 0) ? new Uint8Array(first) : undefined);
      }),
      randomRuns(40),
    );
  });

  it.each([
    [
      "another version of descriptors",
      layOutContainer("SHAP", SHAPE_VERSION + 1, [64], [new Uint8Array(64)]),
      /version 2/,
    ],
    ["half a descriptor", layOutShapeTable(96, [new Uint8Array(96)]), /whole number/],
  ])("is rejected with %s", (_, pieces, problem) => {
    expect(() => decodeShapeTable(joinPieces(pieces), "shapes.bin", noIndex)).toThrow(problem);
  });
});
