import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { mergeRuns } from "#build/write/merge-runs.js";
import { writeRun } from "#build/write/run.js";
import { temporaryFolder } from "../../support/folder.js";
import { randomRuns } from "../../support/random-runs.js";

const key = fc.string({ unit: fc.constantFrom("a", "b", "é", "日", "😀"), maxLength: 3 });
/** For each run and key, the number of ordinals in each slot. */
const runs = fc.array(
  fc.dictionary(key, fc.tuple(fc.nat(3), fc.constantFrom(0, 1, 30_000)), { maxKeys: 12, noNullPrototype: true }),
  { maxLength: 9 },
);

it("merges sorted runs into unique keys in byte order, with the ordinals of all runs in order", () => {
  const folder = temporaryFolder();
  fc.assert(
    fc.property(runs, fc.nat(1e9), fc.boolean(), (counts, name, labelled) => {
      const expected = new Map<string, number[][]>();
      let next = 0;
      const paths = counts.map((run, at) => {
        const entries = Object.entries(run).map(([text, lengths]) => {
          const slots = lengths.map((length) => Uint32Array.from({ length }, () => next++));
          const known = expected.get(text) ?? [[], []];
          for (const [slot, list] of slots.entries()) known[slot]!.push(...list);
          expected.set(text, known);
          return { key: text, slots, ...(labelled ? { label: `«${text}»` } : {}) };
        });
        const path = join(folder, `${name}-${at}`);
        writeRun(
          path,
          entries.sort((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key))),
        );
        return path;
      });
      const merged = [...mergeRuns(paths, 2)];
      const order = [...expected.keys()].map((text) => Buffer.from(text)).sort(Buffer.compare);
      expect(merged.map((entry) => Buffer.from(entry.key))).toEqual(order);
      for (const { key: bytes, slots, label } of merged) {
        const text = Buffer.from(bytes).toString();
        // Compared as bytes, since `toEqual` takes a second for lists of this length.
        expect(slots.map(bytesOf)).toEqual(expected.get(text)!.map(bytesOf));
        expect(label).toBe(labelled ? `«${text}»` : undefined);
      }
    }),
    randomRuns(60),
  );
});

function bytesOf(ordinals: Uint32Array | readonly number[]): string {
  return Buffer.from(Uint32Array.from(ordinals).buffer).toString("latin1");
}
