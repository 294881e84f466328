import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatHash, parseHash } from "#src/phash/phash.js";

describe("a hash as text", () => {
  it("is 16 lower-case hex digits, and reads back as the same hash", () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 64n - 1n), (hash) => {
        expect(formatHash(hash)).toMatch(/^[0-9a-f]{16}$/);
        expect(parseHash(formatHash(hash))).toBe(hash);
        expect(parseHash(formatHash(hash).toUpperCase())).toBe(hash);
      }),
    );
  });

  it("keeps leading zeros", () => {
    expect(formatHash(0n)).toBe("0000000000000000");
    expect(formatHash(0xabcn)).toBe("0000000000000abc");
  });

  it.each(["", "abc", "0x0123456789abcdef", "0123456789abcde", "0123456789abcdef0", "0123456789abcdeg"])(
    "is not %j",
    (text) => {
      expect(parseHash(text)).toBeUndefined();
    },
  );

  it.each([" 123456789abcdef", "-123456789abcdef", "0123456789abcdef\n", "０123456789abcdef", "0123_456789abcde"])(
    "is not %j, though a lenient reader would take it",
    (text) => {
      expect(parseHash(text)).toBeUndefined();
    },
  );
});
