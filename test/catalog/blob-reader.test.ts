import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readBlob } from "#src/catalog/generation/blob-reader.js";
import { FormatError } from "#src/format/format-error.js";
import { decodeLocator, encodeLocator } from "#src/format/locator.js";
import { fromByteText } from "#src/text/byte-text.js";

const MAX_BYTES = 1000;

/** @param texts the items @param firsts the first ordinal of each shard */
function blobOf(texts: readonly string[], firsts: readonly number[]) {
  const items = texts.map((text) => Buffer.from(text));
  const shards = firsts.map((first, shard) => Buffer.concat(items.slice(first, firsts[shard + 1])));
  let end = 0;
  const ends = Uint32Array.from(items, ({ length }, at) => {
    end = firsts.includes(at) ? length : end + length;
    return end;
  });
  const locator = decodeLocator(encodeLocator(firsts, ends), "items.bin");
  const read = (limited: readonly Buffer[]) =>
    readBlob(
      locator,
      "items.bin",
      limited,
      firsts.map((_, shard) => `items-${shard}`),
      MAX_BYTES,
    );
  return { reader: read(shards), read, shards };
}

describe("readBlob", () => {
  it("joins items of any length in any order, in one shard or several", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: "grapheme", maxLength: 40 }), { minLength: 1, maxLength: 60 }),
        fc.nat(),
        fc.array(fc.nat(), { maxLength: 150 }),
        fc.boolean(),
        (texts, cut, picks, isRun) => {
          const second = cut % texts.length;
          const { reader } = blobOf(texts, second === 0 ? [0] : [0, second]);
          const first = (picks[0] ?? 0) % texts.length;
          const ordinals = isRun ? [...texts.keys()].slice(first) : picks.map((pick) => pick % texts.length);
          const joined = fromByteText(reader.joined(Uint32Array.from(ordinals)));
          expect(joined).toBe(ordinals.map((ordinal) => texts[ordinal]).join(""));
          for (const ordinal of ordinals) expect(fromByteText(reader.text(ordinal))).toBe(texts[ordinal]);
        },
      ),
    );
  });

  it("joins more bytes than it keeps memory for, and then fewer again", () => {
    const texts = Array.from({ length: 300 }, (_, at) => `${at},`.repeat(at));
    const { reader } = blobOf(texts, [0, 100]);
    for (const ordinals of [[299, 0, 7], texts.map((_, at) => texts.length - 1 - at), [5, 3]])
      expect(reader.joined(Uint32Array.from(ordinals))).toBe(ordinals.map((ordinal) => texts[ordinal]).join(""));
  });

  it("rejects an item that lies outside its shard, with its locator", () => {
    const { read, shards } = blobOf(["first", "second", "third"], [0]);
    const reader = read(shards.map((shard) => shard.subarray(0, -1)));
    expect(reader.joined(Uint32Array.of(1, 0))).toBe("secondfirst");
    for (const ordinals of [[2], [2, 0], [0, 1, 2]])
      expect(() => reader.joined(Uint32Array.from(ordinals))).toThrow(
        new FormatError("items.bin", "item 2 lies outside its shard"),
      );
  });
});
