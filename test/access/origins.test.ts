import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isAmong, normalOrigin, OriginError } from "#src/access/origins.js";
import { randomRuns } from "../support/random-runs.js";

describe("origin patterns", () => {
  it.each([
    ["https://a.example", "https://a.example"],
    ["https://A.Example:443/", "https://a.example"],
    ["http://localhost:5173", "http://localhost:5173"],
    ["https://bücher.example", "https://xn--bcher-kva.example"],
    ["https://*.b.example", "https://*.b.example"],
    ["http://[::1]:3000", "http://[::1]:3000"],
  ])("normalizes the pattern %s to the form that browsers send: %s", (pattern, normal) => {
    expect(normalOrigin(pattern)).toBe(normal);
    expect(normalOrigin(normal)).toBe(normal);
  });

  it.each([
    "",
    "a.example",
    "*",
    "https://*",
    "https://a.*.example",
    "https://*a.example",
    "https://*.*.example",
    "https://a.example/path",
    "https://a.example?x",
    "https://user@a.example",
    "ftp://a.example",
    "file:///tmp",
    "null",
  ])("rejects the pattern %j with its value and an example of a valid one", (pattern) => {
    expect(() => normalOrigin(pattern)).toThrow(OriginError);
    expect(() => normalOrigin(pattern)).toThrow(`${JSON.stringify(pattern)} is not an origin; give scheme and host`);
  });
});

describe("origins and patterns", () => {
  const patterns = ["https://a.example", "https://*.b.example", "http://localhost:5173"];

  it.each([
    ["https://a.example", true],
    ["http://a.example", false],
    ["https://a.example:8443", false],
    ["https://a.example.evil.example", false],
    ["https://evil-a.example", false],
    ["https://x.b.example", true],
    ["https://x.y.b.example", true],
    ["https://b.example", false],
    ["https://.b.example", false],
    ["https://xb.example", false],
    ["https://x.b.example.evil.example", false],
    ["http://x.b.example", false],
    ["http://localhost:5173", true],
    ["http://localhost", false],
    ["null", false],
    ["", false],
    [undefined, false],
  ])("decides whether the origin %s is allowed: %s", (origin, expected) => {
    expect(isAmong(patterns, origin)).toBe(expected);
  });

  it("matches exactly as the pattern written as a regular expression", () => {
    const label = fc.constantFrom("a", "b", "b-c", "");
    const host = fc.array(label, { minLength: 1, maxLength: 4 }).map((labels) => labels.join("."));
    fc.assert(
      fc.property(host, fc.boolean(), host, (named, wild, asked) => {
        const pattern = `https://${wild ? "*." : ""}${named}`;
        const escaped = named.replaceAll(".", "\\.");
        const expression = new RegExp(`^https://${wild ? ".+\\." : ""}${escaped}$`);
        expect(isAmong([pattern], `https://${asked}`)).toBe(expression.test(`https://${asked}`));
      }),
      randomRuns(2000),
    );
  });
});
