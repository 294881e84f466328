import fc from "fast-check";
import { unpack } from "msgpackr";
import { describe, expect, it } from "vitest";
import { packJson } from "#src/http/responses/representation.js";
import { asByteText, bytesOf, toByteText } from "#src/text/byte-text.js";
import { randomRuns } from "../support/random-runs.js";

const packed = (value: unknown): Buffer => bytesOf(packJson(toByteText(JSON.stringify(value))));
const hex = (value: unknown): string => packed(value).toString("hex");

describe("JSON packed as MessagePack", () => {
  it("packs JSON to the same value", () => {
    // The reader renames this one key.
    const values = fc
      .jsonValue({ maxDepth: 6, stringUnit: "binary" })
      .filter((value) => !JSON.stringify(value).includes("__proto__"));
    fc.assert(
      fc.property(values, (value) => {
        expect(unpack(packed(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it("packs strings with any JSON escapes", () => {
    const part = fc.constantFrom(
      '"',
      "\\",
      "\n",
      "\u0001",
      "\u2028",
      "é",
      "漢",
      "😀",
      "/",
      "a",
      "\\u0041",
      "{",
      "]",
      ",",
    );
    fc.assert(
      fc.property(fc.array(fc.array(part).map((parts) => parts.join(""))), (texts) => {
        expect(unpack(packed({ texts, last: texts.at(-1) ?? null }))).toEqual({ texts, last: texts.at(-1) ?? null });
      }),
    );
  });

  it.each([0, 15, 16, 31, 32, 255, 256, 65_535, 65_536])("packs strings, lists and objects of size %d", (length) => {
    const text = "x".repeat(length);
    const list = new Array(length).fill(7);
    const map = Object.fromEntries(list.map((value, at) => [`k${at}`, value]));
    expect(unpack(packed([text, list, map]))).toEqual([text, list, map]);
  });

  it.each([
    [0, "00"],
    [127, "7f"],
    [128, "cc80"],
    [-1, "ff"],
    [-32, "e0"],
    [-33, "d0df"],
    [0.75, "cb3fe8000000000000"],
    [2 ** 40, "cb4270000000000000"],
    [null, "c0"],
    [false, "c2"],
    [true, "c3"],
    ["a", "a161"],
    [[], "90"],
    [{}, "80"],
    [{ a: [1, "é"] }, "81a1619201a2c3a9"],
  ])("encodes %j as the MessagePack specification says", (value, bytes) => {
    expect(hex(value)).toBe(bytes);
  });

  it.each(["", "[1,2", "[1,2,", '{"a":', '{"a"', '"a', "[1 2]", "nul", "[1,2]]", '{"a":1,}', "1e", '["\u0001"]'])(
    "rejects %j, which is not JSON",
    (text) => {
      expect(() => packJson(asByteText(text))).toThrow(SyntaxError);
    },
  );

  it("rejects or packs a response with changed bytes without a crash", () => {
    const response = toByteText(JSON.stringify({ data: [{ id: "é", n: [1, -2.5, null] }, { id: 'a"b\\' }], total: 2 }));
    const damage = fc.array(fc.tuple(fc.nat(response.length - 1), fc.nat(255)), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(damage, fc.nat(response.length), (changes, length) => {
        const bytes = bytesOf(response).subarray(0, length);
        for (const [at, value] of changes) if (at < length) bytes[at] = value;
        let parsed: unknown;
        try {
          parsed = JSON.parse(bytes.toString());
        } catch {
          expect(() => packJson(asByteText(bytes.toString("latin1")))).toThrow(SyntaxError);
          return;
        }
        expect(unpack(bytesOf(packJson(asByteText(bytes.toString("latin1")))))).toEqual(parsed);
      }),
      randomRuns(5000),
    );
  });
});
