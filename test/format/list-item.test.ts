import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeListItem } from "#src/format/list-item.js";
import { NO_SPLICE } from "#src/format/locator.js";
import { type IconRecord, imagePath } from "#src/format/record.js";

const spotify: IconRecord = { id: "spotify", name: "Spotify", category: "music", developer: "Spotify AB" };
const ORIGIN = "https://icons.example:8443";

/** A stored item with the origin inserted and without its comma. */
function item(record: IconRecord): unknown {
  const { bytes, splice } = encodeListItem(record);
  expect(bytes.at(-1)).toBe(",".charCodeAt(0));
  const at = splice === NO_SPLICE ? 0 : splice;
  const origin = splice === NO_SPLICE ? "" : ORIGIN;
  return JSON.parse(Buffer.concat([bytes.subarray(0, at), Buffer.from(origin), bytes.subarray(at, -1)]).toString());
}

describe("list item format", () => {
  it("encodes the example in docs/format.md byte for byte", () => {
    const { bytes, splice } = encodeListItem(spotify);
    expect(bytes.toString()).toBe(
      '{"id":"spotify","name":"Spotify","category":"music","iconUrl":"/images/spotify","developer":"Spotify AB"},',
    );
    expect(bytes.toString("utf8", splice, splice + 15)).toBe("/images/spotify");
  });

  it("returns the splice offset that docs/format.md specifies for the example", () => {
    const named = /splice = (\d+)/.exec(readFileSync("docs/format.md", "utf8"))![1];
    expect(encodeListItem(spotify).splice).toBe(Number(named));
  });

  it("encodes any record as valid JSON with the origin spliced in before the path", () => {
    const text = fc.string({ unit: "binary", maxLength: 20 });
    fc.assert(
      fc.property(text, text, text, text, (id, name, category, developer) => {
        const iconUrl = ORIGIN + imagePath(id);
        expect(item({ id, name, category, developer })).toEqual({ id, name, category, iconUrl, developer });
      }),
    );
  });

  it("keeps an icon URL given by the record and has no splice for it", () => {
    const iconUrl = "https://elsewhere.example/a.png";
    expect(encodeListItem({ ...spotify, iconUrl }).splice).toBe(NO_SPLICE);
    expect(item({ ...spotify, iconUrl })).toEqual({ ...spotify, iconUrl });
  });

  it("encodes the five fields of a list item and no others", () => {
    expect(Object.keys(item({ ...spotify, mood: "calm", description: "Music" }) as object)).toEqual([
      "id",
      "name",
      "category",
      "iconUrl",
      "developer",
    ]);
  });

  it("rejects an item whose splice offset exceeds 16 bits, and accepts the largest that fits", () => {
    const before = encodeListItem(spotify).splice;
    const named = (length: number) => ({ ...spotify, name: "x".repeat("Spotify".length + length) });
    expect(encodeListItem(named(NO_SPLICE - 1 - before)).splice).toBe(NO_SPLICE - 1);
    expect(() => encodeListItem(named(NO_SPLICE - before))).toThrow(RangeError);
    expect(() => encodeListItem({ ...named(NO_SPLICE), iconUrl: "https://elsewhere.example/" })).not.toThrow();
  });

  it("escapes an id in the path so that none of its characters ends the path", () => {
    expect(imagePath("a/b?c#d %é")).toBe("/images/a%2Fb%3Fc%23d%20%25%C3%A9");
  });
});
