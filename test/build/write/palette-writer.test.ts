import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { createArtifactWriter } from "#build/write/artifact-writer.js";
import { createPaletteWriter } from "#build/write/palettes.js";
import { decodePaletteTable, meanColors, PALETTE_BYTES } from "#src/format/palette-table.js";
import { temporaryFolder } from "../../support/folder.js";
import { randomRuns } from "../../support/random-runs.js";

/** Sections of records with or without palettes, some too large for the reserved memory. */
const sections = fc.array(fc.record({ records: fc.constantFrom(1, 7, 5000, 60_000), some: fc.boolean() }), {
  maxLength: 5,
});

it("writes palettes by ordinal, with zeros for icons without one, and nothing if no icon has one", () => {
  fc.assert(
    fc.property(sections, (list) => {
      const folder = temporaryFolder();
      const palettes = createPaletteWriter(createArtifactWriter(folder), folder);
      const expected: Uint8Array[] = [];
      for (const [at, { records, some }] of list.entries()) {
        const bytes = new Uint8Array(records * PALETTE_BYTES).fill(some ? at + 1 : 0);
        palettes.append(some ? bytes : new Uint8Array(0), records);
        expected.push(bytes);
      }
      palettes.close();
      const table = decodePaletteTable(new Uint8Array(readFileSync(join(folder, "palettes.bin"))), "palettes.bin");
      const whole = Buffer.concat(list.some(({ some }) => some) ? expected : []);
      const { buffer, byteOffset, byteLength } = table.colors;
      expect(Buffer.compare(new Uint8Array(buffer, byteOffset, byteLength), whole)).toBe(0);
      expect(Buffer.compare(bytesOf(table.means), bytesOf(meanColors(whole)))).toBe(0);
    }),
    randomRuns(60),
  );
});

function bytesOf({ buffer, byteOffset, byteLength }: Int32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
