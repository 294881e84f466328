import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readBlob } from "#src/catalog/generation/blob-reader.js";
import { FormatError } from "#src/format/format-error.js";
import { decodeLocator, encodeLocator, NO_SPLICE } from "#src/format/locator.js";
import { asByteText, fromByteText } from "#src/text/byte-text.js";

const MAX_BYTES = 1000;
const NO_TEXT = asByteText("");

/** @param texts the items @param firsts the first ordinal of each shard @param splices offset of each item's insertion */
function blobOf(texts: readonly string[], firsts: readonly number[], splices?: readonly number[]) {
  const items = texts.map((text) => Buffer.from(text));
  const shards = firsts.map((first, shard) => Buffer.concat(items.slice(first, firsts[shard + 1])));
  let end = 0;
  const ends = Uint32Array.from(items, ({ length }, at) => {
    end = firsts.includes(at) ? length : end + length;
    return end;
  });
  const locator = decodeLocator(encodeLocator(firsts, ends, splices && Uint16Array.from(splices)), "items.bin");
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
          const joined = fromByteText(reader.joined(Uint32Array.from(ordinals), NO_TEXT));
          expect(joined).toBe(ordinals.map((ordinal) => texts[ordinal]).join(""));
          for (const ordinal of ordinals) expect(fromByteText(reader.text(ordinal))).toBe(texts[ordinal]);
        },
      ),
    );
  });

  it("inserts a text at the splice of each item that has one", () => {
    const item = fc
      .string({ maxLength: 40 })
      .chain((text) =>
        fc.record({ text: fc.constant(text), splice: fc.option(fc.nat(text.length), { nil: NO_SPLICE }) }),
      );
    fc.assert(
      fc.property(
        fc.array(item, { minLength: 1, maxLength: 30 }),
        fc.array(fc.nat(), { maxLength: 40 }),
        fc.array(fc.string({ maxLength: 30 }), { minLength: 1, maxLength: 3 }),
        (items, picks, insertions) => {
          const { reader } = blobOf(
            items.map(({ text }) => text),
            [0],
            items.map(({ splice }) => splice),
          );
          const ordinals = picks.map((pick) => pick % items.length);
          for (const insertion of insertions) {
            const expected = ordinals.map((ordinal) => {
              const { text, splice } = items[ordinal]!;
              return splice === NO_SPLICE ? text : text.slice(0, splice) + insertion + text.slice(splice);
            });
            expect(reader.joined(Uint32Array.from(ordinals), asByteText(insertion))).toBe(expected.join(""));
          }
        },
      ),
    );
  });

  it("rejects a splice that lies outside its item, with its locator", () => {
    const { reader } = blobOf(["first", "second"], [0], [5, 7]);
    expect(reader.joined(Uint32Array.of(0), asByteText("!"))).toBe("first!");
    expect(() => reader.joined(Uint32Array.of(0, 1), NO_TEXT)).toThrow(
      new FormatError("items.bin", "the splice of item 1 lies outside the item"),
    );
  });

  it("joins more bytes than it keeps memory for, and then fewer again", () => {
    const texts = Array.from({ length: 300 }, (_, at) => `${at},`.repeat(at));
    const { reader } = blobOf(texts, [0, 100]);
    for (const ordinals of [[299, 0, 7], texts.map((_, at) => texts.length - 1 - at), [5, 3]])
      expect(reader.joined(Uint32Array.from(ordinals), NO_TEXT)).toBe(
        ordinals.map((ordinal) => texts[ordinal]).join(""),
      );
  });

  it("rejects an item that lies outside its shard, with its locator", () => {
    const { read, shards } = blobOf(["first", "second", "third"], [0]);
    const reader = read(shards.map((shard) => shard.subarray(0, -1)));
    expect(reader.joined(Uint32Array.of(1, 0), NO_TEXT)).toBe("secondfirst");
    for (const ordinals of [[2], [2, 0], [0, 1, 2]])
      expect(() => reader.joined(Uint32Array.from(ordinals), NO_TEXT)).toThrow(
        new FormatError("items.bin", "item 2 lies outside its shard"),
      );
  });
});
