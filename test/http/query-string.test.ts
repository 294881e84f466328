import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalTarget, decodePart, parseQueryString, valuesOf } from "#src/http/requests/query-string.js";
import { randomRuns } from "../support/random-runs.js";

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Percent-decodes byte by byte; NUL for bytes that are not UTF-8. */
function decodeByBytes(text: string): string {
  const bytes: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const hex = /^%[0-9a-fA-F]{2}/.exec(text.slice(at))?.[0];
    bytes.push(hex === undefined ? text.charCodeAt(at) : Number.parseInt(hex.slice(1), 16));
    if (hex !== undefined) at += 2;
  }
  try {
    return strict.decode(Uint8Array.from(bytes));
  } catch {
    return "\0";
  }
}

const plusDecoded = (text: string): string => decodeByBytes(text.replaceAll("+", " "));

/** Parts of a request target, with frequent edge cases. */
const piece = fc.oneof(
  fc.constantFrom(
    "%",
    "%4",
    "%zz",
    "+",
    "%2B",
    "%20",
    "%00",
    "%FF",
    "%C0%AF",
    "%ED%A0%80",
    "%EF%BB%BF",
    "%F0%9F%98%80",
  ),
  fc.constantFrom("=", "a", "q", "page", "__proto__", "constructor", ".", "~"),
  fc.string({ unit: "grapheme", maxLength: 3 }).map(encodeURIComponent),
);
const text = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(""));

describe("query string", () => {
  it("parses a query string byte by byte, pair by pair", () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 5 }), (pairs) => {
        const expected = pairs
          .filter((pair) => pair !== "")
          .flatMap((pair) => {
            const [name = "", ...value] = pair.split("=");
            return [plusDecoded(name), plusDecoded(value.join("="))];
          });
        expect(parseQueryString(pairs.join("&"))).toEqual(expected);
      }),
      randomRuns(3000),
    );
  });

  it("treats __proto__ and constructor as ordinary names", () => {
    const query = parseQueryString("__proto__=1&constructor=2&__proto__=3&__proto__=&x=__proto__&y=4");
    expect(query).toEqual([
      "__proto__",
      "1",
      "constructor",
      "2",
      "__proto__",
      "3",
      "__proto__",
      "",
      "x",
      "__proto__",
      "y",
      "4",
    ]);
    expect(valuesOf(query, "__proto__")).toEqual(["1", "3"]);
    expect(valuesOf(query, "4")).toEqual([]);
  });
});

describe("query component", () => {
  it("decodes percent escapes byte by byte", () => {
    fc.assert(
      fc.property(text, (part) => {
        expect(decodePart(part)).toBe(plusDecoded(part));
      }),
      randomRuns(3000),
    );
  });
});

describe("request target", () => {
  it("normalizes a request target to a form without origin, with uniform escapes in the path and an unchanged query", () => {
    const segments = fc.array(
      text.map((part) => part.replaceAll("?", "")),
      { maxLength: 4 },
    );
    const origins = fc.constantFrom("", "http://a.test", "HTTPS://a.test:80");
    fc.assert(
      fc.property(origins, segments, fc.option(text), (origin, parts, query) => {
        const tail = query === null ? "" : `?${query}`;
        const escaped = parts.map((part) => (part.includes("%") ? encodeURIComponent(decodeByBytes(part)) : part));
        expect(canonicalTarget(`${origin}/${parts.join("/")}${tail}`)).toBe(`/${escaped.join("/")}${tail}`);
      }),
      randomRuns(3000),
    );
  });

  it.each([
    ["http://a.test", "/"],
    ["http://a.test?x=1", "/?x=1"],
    ["*", "/*"],
    ["docs", "/docs"],
  ])("normalizes %s to %s", (target, expected) => {
    expect(canonicalTarget(target)).toBe(expected);
  });
});
