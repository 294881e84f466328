import { describe, expect, it } from "vitest";
import { BLOBS, dictionaryFile, shardFile } from "#src/format/artifact-files.js";

describe("artifact file names", () => {
  it("uses the file names of docs/format.md", () => {
    expect(shardFile("records", 0)).toBe("records-0000.msgpack");
    expect(shardFile("cards", 12)).toBe("cards-0012.json");
    expect(shardFile("images", 9999)).toBe("images-9999.bin");
    expect(shardFile("sets", 0)).toBe("sets-0000.json");
    expect(dictionaryFile("terms")).toBe("terms.bin");
    expect(Object.values(BLOBS).map(({ locator }) => locator)).toEqual([
      "records.bin",
      "cards.bin",
      "images.bin",
      "variants.bin",
      "sets.bin",
    ]);
  });
});
