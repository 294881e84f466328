import { describe, expect, it } from "vitest";
import { fingerprint } from "#src/http/responses/etag.js";

/** Texts that differ like requests: in a number, a letter, or the position of a line break. */
const texts = [
  ...Array.from({ length: 50_000 }, (_, page) => `icons\n${"0f".repeat(16)}\npro\nhttp://localhost\n${page},20;;;;`),
  ...Array.from(
    { length: 50_000 },
    (_, at) => `${at},20;;;;?${"word ".repeat(at % 7)}${String.fromCodePoint(0x61 + at)}`,
  ),
  "",
  "\n",
  "\n\n",
  "a\nb",
  "ab\n",
];

describe("ETag fingerprint", () => {
  it("fingerprints equal texts equally, as a valid ETag", () => {
    expect(fingerprint("icons\nü😀")).toBe(fingerprint(["icons", "ü😀"].join("\n")));
    expect(fingerprint("icons\nü😀")).toMatch(/^\d+-\d+$/);
  });

  it("distinguishes texts that differ little by their fingerprints", () => {
    expect(new Set(texts.map(fingerprint)).size).toBe(new Set(texts).size);
  });

  it("distinguishes texts by each of the fingerprint's two numbers, up to collisions of 32 bits", () => {
    const halves = texts.map((text) => fingerprint(text).split("-"));
    for (const half of [0, 1])
      expect(new Set(halves.map((pair) => pair[half])).size).toBeGreaterThan(texts.length - 20);
  });
});
