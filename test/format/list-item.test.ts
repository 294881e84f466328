import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeListItem } from "#src/format/list-item.js";
import { NO_SPLICE } from "#src/format/locator.js";
import { type IconRecord, imagePath } from "#src/format/record.js";

const spotify: IconRecord = { id: "spotify", name: "Spotify", category: "music", developer: "Spotify AB" };
const ORIGIN = "https://icons.example:8443";

/** A card with the origin put in, without its comma. */
function item(record: IconRecord): unknown {
  const { bytes, splice } = encodeListItem(record);
  expect(bytes.at(-1)).toBe(",".charCodeAt(0));
  const at = splice === NO_SPLICE ? 0 : splice;
  const origin = splice === NO_SPLICE ? "" : ORIGIN;
  return JSON.parse(Buffer.concat([bytes.subarray(0, at), Buffer.from(origin), bytes.subarray(at, -1)]).toString());
}

describe("a card", () => {
  it("is the example in docs/format.md, byte for byte", () => {
    const { bytes, splice } = encodeListItem(spotify);
    expect(bytes.toString()).toBe(
      '{"id":"spotify","name":"Spotify","category":"music","iconUrl":"/images/spotify","developer":"Spotify AB"},',
    );
    expect(bytes.toString("utf8", splice, splice + 15)).toBe("/images/spotify");
  });

  it("has the offset of the splice that docs/format.md names", () => {
    const named = /splice = (\d+)/.exec(readFileSync("docs/format.md", "utf8"))![1];
    expect(encodeListItem(spotify).splice).toBe(Number(named));
  });

  it("is valid JSON with the origin before the path, whatever the record's texts are", () => {
    const text = fc.string({ unit: "binary", maxLength: 20 });
    fc.assert(
      fc.property(text, text, text, text, (id, name, category, developer) => {
        const iconUrl = ORIGIN + imagePath(id);
        expect(item({ id, name, category, developer })).toEqual({ id, name, category, iconUrl, developer });
      }),
    );
  });

  it("keeps a record's own address and takes no insertion", () => {
    const iconUrl = "https://elsewhere.example/a.png";
    expect(encodeListItem({ ...spotify, iconUrl }).splice).toBe(NO_SPLICE);
    expect(item({ ...spotify, iconUrl })).toEqual({ ...spotify, iconUrl });
  });

  it("holds no field beyond the five of a list item", () => {
    expect(Object.keys(item({ ...spotify, mood: "calm", description: "Music" }) as object)).toEqual([
      "id",
      "name",
      "category",
      "iconUrl",
      "developer",
    ]);
  });

  it("is refused when the splice would not fit in 16 bits, and not one byte earlier", () => {
    const before = encodeListItem(spotify).splice;
    const named = (length: number) => ({ ...spotify, name: "x".repeat("Spotify".length + length) });
    expect(encodeListItem(named(NO_SPLICE - 1 - before)).splice).toBe(NO_SPLICE - 1);
    expect(() => encodeListItem(named(NO_SPLICE - before))).toThrow(RangeError);
    expect(() => encodeListItem({ ...named(NO_SPLICE), iconUrl: "https://elsewhere.example/" })).not.toThrow();
  });

  it("writes an id into the path so that no character of it ends the path", () => {
    expect(imagePath("a/b?c#d %é")).toBe("/images/a%2Fb%3Fc%23d%20%25%C3%A9");
  });
});
