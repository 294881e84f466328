import { describe, expect, it } from "vitest";
import { parseUrl } from "#src/platform/parse-url.js";

describe("parseUrl", () => {
  it.each([
    ["https://example.com/a", undefined, "https://example.com/a"],
    ["/b", "https://example.com/a", "https://example.com/b"],
    ["/b", undefined, undefined],
    ["https://", undefined, undefined],
  ])("parses %s relative to %s as %s", (text, base, href) => {
    expect(parseUrl(text, base)?.href).toBe(href);
  });

  it("accepts Latin-1 letters however often it was called", () => {
    const rejected = Array.from({ length: 20_000 }, () => parseUrl("https://münchen.de")).filter((url) => !url);
    expect(rejected).toEqual([]);
  });
});
