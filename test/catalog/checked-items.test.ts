import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkItems } from "#src/catalog/generation/blob-reader.js";
import { renderExtended, renderItems, renderMatches } from "#src/catalog/items.js";
import { FormatError } from "#src/format/format-error.js";
import { isListItem, nameHolds } from "#src/format/list-item.js";
import { type ByteText, bytesOf } from "#src/text/byte-text.js";
import { itemsInMemory } from "../support/items-in-memory.js";
import { randomRuns } from "../support/random-runs.js";

const FIRSTS = [0, 5, 6];
const records = Array.from({ length: 12 }, (_, at) => ({
  id: `icon ${at}`,
  name: at % 4 === 0 ? `Ünïcode "日本" 😀 ${at}` : `Icon ${at}`,
  category: "a",
  developer: at % 5 === 0 ? "Šk\\oda" : "D",
  ...(at % 3 === 0 ? { iconUrl: `https://elsewhere.test/${at}.png` } : {}),
}));
const all = Uint32Array.from(records, (_, at) => at);
const utf8 = new TextDecoder("utf-8", { fatal: true });

/** The parsed response; undefined after a FormatError that names the file. */
function said(render: () => ByteText): unknown {
  try {
    return JSON.parse(utf8.decode(bytesOf(render())));
  } catch (error) {
    expect(error).toBeInstanceOf(FormatError);
    expect((error as FormatError).file).toMatch(/^cards(-000\d\.json|\.bin)$/);
    return undefined;
  }
}

const FIELDS = ["id", "name", "category", "iconUrl", "developer"];

describe("list items with damaged bytes", () => {
  it("renders valid JSON with five texts and an address per item after any bit flip, or names the damaged file", () => {
    const bytes = itemsInMemory(records, FIRSTS);
    const sizes = [...bytes.shards.map(({ length }) => length), bytes.locator.length];
    const place = fc
      .nat(sizes.length - 1)
      .chain((file) => fc.record({ file: fc.constant(file), at: fc.nat(sizes[file]! - 1), bit: fc.nat(7) }));
    let refused = 0;
    fc.assert(
      fc.property(place, fc.integer({ min: 1, max: 12 }), fc.nat(11), ({ file, at, bit }, length, from) => {
        const open = () =>
          itemsInMemory(records, FIRSTS, (shards, locator) => {
            const damaged = [...shards, locator][file]!;
            damaged[at]! ^= 1 << bit;
          }).reader;
        let reader: ReturnType<typeof checkItems>;
        try {
          reader = checkItems(open());
        } catch (error) {
          expect(error).toBeInstanceOf(FormatError);
          return;
        }
        const ordinals = all.subarray(from, from + length);
        const matches = Array.from(ordinals, (ordinal) => ({ ordinal, distance: 1 }));
        for (const items of [
          said(() => renderItems(reader, ordinals, "http://a.test")),
          said(() => renderMatches(reader, matches, "http://a.test")),
          said(() => renderExtended(reader, ordinals, () => "", "http://a.test")),
        ] as (Record<string, string>[] | undefined)[]) {
          if (items === undefined) refused++;
          else expect(items.length).toBe(ordinals.length);
          for (const item of items ?? []) {
            expect(Object.keys(item).slice(0, 5)).toEqual(FIELDS);
            expect(item.iconUrl).toMatch(/^https?:|^[^/]/);
          }
        }
      }),
      randomRuns(1500),
    );
    expect(refused).toBeGreaterThan(100);
  });

  it("checks each item once and reads it without a check afterwards", () => {
    const { reader, shards } = itemsInMemory(records, FIRSTS);
    const checked = checkItems(reader);
    const whole = renderItems(checked, all.subarray(0, 3), "");
    shards[0]![1]! ^= 1;
    expect(renderItems(checked, all.subarray(0, 3), "")).not.toBe(whole);
    shards[2]![1]! ^= 1;
    expect(() => renderItems(checked, all, "")).toThrow("cards-0002.json: item 6 is damaged");
  });
});

describe("list item checks", () => {
  it("accepts an item with the splice it was written with, and with no other", () => {
    const { reader } = itemsInMemory(records, FIRSTS);
    for (const ordinal of all) {
      const text = reader.text(ordinal);
      const splice = reader.locator.splice(ordinal);
      expect(isListItem(text, splice)).toBe(true);
      for (const other of [0, splice - 1, splice + 1, splice === 0xffff ? 40 : 0xffff])
        expect(isListItem(text, other)).toBe(false);
    }
  });

  it("finds symbols in the encoded name exactly where the decoded name contains them", () => {
    const sign = fc.constantFrom(
      '"',
      "\\",
      "=",
      "+",
      " ",
      "/",
      ",",
      ":",
      "{",
      "😀",
      "\ud83d",
      "\u0301",
      "-",
      "\u2028",
      "\u0001",
    );
    const signs = fc.array(sign, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(""));
    const name = fc.array(fc.oneof(sign, fc.constantFrom("a", "n", "u", "é", "1")), { maxLength: 12 });
    fc.assert(
      fc.property(signs, name, signs, (asked, parts, developer) => {
        const record = {
          id: `x${developer}y`,
          name: `${parts.join("")}n`,
          category: "c",
          developer,
          iconUrl: "https://a.test",
        };
        const { reader } = itemsInMemory([record], [0]);
        expect(nameHolds(asked)(reader.text(0))).toBe(record.name.includes(asked));
      }),
      randomRuns(5000),
    );
  });
});
