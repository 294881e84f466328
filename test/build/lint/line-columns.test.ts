import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { lineColumns } from "#build/lint/place-findings.js";
import { temporaryFolder } from "../../support/folder.js";

const text = fc
  .array(fc.constantFrom("\n", "\r\n", "a", "é", "微", "👩", '"', "{ "), { maxLength: 60 })
  .map((parts) => parts.join(""));

it("counts lines, and columns in UTF-16 code units, like splitting the text", async () => {
  const file = join(temporaryFolder(), "text.json");
  await fc.assert(
    fc.asyncProperty(text, async (written) => {
      writeFileSync(file, written);
      const starts = [0];
      for (const character of written) starts.push(starts.at(-1)! + character.length);
      const offsets = starts.map((start) => Buffer.byteLength(written.slice(0, start)));
      const expected = starts.map((start) => {
        const lines = written.slice(0, start).split("\n");
        return { line: lines.length, column: lines.at(-1)!.length + 1 };
      });
      expect(await lineColumns(file, offsets)).toEqual(expected);
    }),
  );
});
