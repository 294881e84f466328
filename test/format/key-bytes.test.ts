import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { keyBytes } from "#src/format/key-bytes.js";

describe("keyBytes", () => {
  it("encodes any text as UTF-8", () => {
    const key = fc.oneof(
      fc.string({ maxLength: 130 }),
      fc.string({ unit: "grapheme", maxLength: 70 }),
      fc.string({ unit: "binary" }),
    );
    fc.assert(
      fc.property(key, (text) => {
        expect([...keyBytes(text)]).toEqual([...Buffer.from(text)]);
      }),
    );
  });
});
