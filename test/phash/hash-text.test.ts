import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatHash, parseHash } from "#src/phash/phash.js";

describe("hash as text", () => {
  it("formats any hash as 16 lower-case hex digits that parse to the same hash", () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 64n - 1n), (hash) => {
        expect(formatHash(hash)).toMatch(/^[0-9a-f]{16}$/);
        expect(parseHash(formatHash(hash))).toBe(hash);
        expect(parseHash(formatHash(hash).toUpperCase())).toBe(hash);
      }),
    );
  });

  it("keeps leading zeros of a hash", () => {
    expect(formatHash(0n)).toBe("0000000000000000");
    expect(formatHash(0xabcn)).toBe("0000000000000abc");
  });

  it.each(["", "abc", "0x0123456789abcdef", "0123456789abcde", "0123456789abcdef0", "0123456789abcdeg"])(
    "rejects %j as a hash",
    (text) => {
      expect(parseHash(text)).toBeUndefined();
    },
  );

  it.each([" 123456789abcdef", "-123456789abcdef", "0123456789abcdef\n", "０123456789abcdef", "0123_456789abcde"])(
    "rejects %j as a hash although a lenient parser would accept it",
    (text) => {
      expect(parseHash(text)).toBeUndefined();
    },
  );
});
