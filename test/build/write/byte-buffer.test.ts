import fc from "fast-check";
import { expect, it } from "vitest";
import { createByteBuffer, MAX_PIECE } from "#build/write/byte-buffer.js";
import { randomRuns } from "../../support/random-runs.js";

const length = fc.oneof(
  fc.nat(64),
  fc.nat(10_000),
  fc.integer({ min: MAX_PIECE - 8, max: MAX_PIECE + 8 }),
  fc.nat(3 * MAX_PIECE),
);

it("passes on all bytes in their order, in pieces of up to a mebibyte unless it is given longer ones", () => {
  fc.assert(
    fc.property(fc.array(length, { maxLength: 12 }), (lengths) => {
      const given = lengths.map((size, at) => Buffer.alloc(size, at + 1));
      const passed: Buffer[] = [];
      const buffer = createByteBuffer((piece) => passed.push(Buffer.from(piece)));
      for (const [at, bytes] of given.entries()) {
        buffer.append(bytes);
        const all = Buffer.concat([...passed, buffer.held()]);
        expect(all.equals(Buffer.concat(given.slice(0, at + 1)))).toBe(true);
      }
      buffer.flush();
      expect(buffer.held()).toHaveLength(0);
      expect(Buffer.concat(passed).equals(Buffer.concat(given))).toBe(true);
      expect(Math.max(0, ...passed.map((piece) => piece.length))).toBeLessThanOrEqual(Math.max(MAX_PIECE, ...lengths));
    }),
    randomRuns(100),
  );
});
