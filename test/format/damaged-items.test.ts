import fc from "fast-check";
import { Packr } from "msgpackr";
import { describe, expect, it } from "vitest";
import { FormatError } from "#src/format/format-error.js";
import { decodeListItem, encodeListItem } from "#src/format/list-item.js";
import type { IconRecord } from "#src/format/record.js";
import { ROW_FIELDS } from "#src/format/record-and-detail-fields.js";
import { decodeRow, fromRow, MAX_VALUES, toRow } from "#src/format/record-row.js";
import { randomRuns } from "../support/random-runs.js";

const whole: IconRecord = {
  id: "signal",
  name: "Signal",
  category: "communication",
  developer: "Signal Foundation",
  aliases: ["signal messenger", "信号"],
  description: "Calls and messages.",
  website: "https://signal.example/",
  colors: ["blue", "white"],
  style: "flat",
  mood: "calm",
  phash: "c3c3c3c33c3c3c3c",
  updatedAt: "2025-01-02",
  attributes: { licence: "AGPL-3.0", since: 2014, nested: { deep: [1.5, null, true, 3_000_000_000] } },
  versionHistory: [
    { version: "2", date: "2020-05", note: "rounder" },
    { version: "1", date: "2014" },
  ],
  aiTags: [{ tag: "speech bubble", confidence: 0.97 }],
  colorPalette: [{ hex: "#3a76f0", name: "blue", share: 1 }],
};
const packr = new Packr({ useRecords: false });
const row = packr.pack(toRow(whole));
const card = encodeListItem(whole).bytes;

/** The decoded value; undefined after a FormatError that names the item. */
function decoded<T>(decode: () => T): T | undefined {
  try {
    return decode();
  } catch (error) {
    expect(error).toBeInstanceOf(FormatError);
    expect((error as Error).message).toContain("item 7 can't be decoded: ");
    return undefined;
  }
}

const typesOf = (values: readonly unknown[]): string[] =>
  values.map((value) => (Array.isArray(value) ? "list" : typeof value));

describe("detail rows", () => {
  it("decodes an encoded row to the same fields", () => {
    const item = decodeListItem(card, 7);
    expect(fromRow(item, undefined, whole.phash, decodeRow(row, 7))).toEqual(whole);
  });

  it("rejects a row with damaged bytes by its file name or returns fields of the right types", () => {
    const damage = fc.array(fc.tuple(fc.nat(row.length - 1), fc.nat(255)), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(damage, (changes) => {
        const bytes = Buffer.from(row);
        for (const [at, value] of changes) bytes[at] = value;
        const values = decoded(() => decodeRow(bytes, 7));
        if (values === undefined) return;
        expect(typeof JSON.stringify(values)).toBe("string");
        const record = fromRow(decodeListItem(card, 7), undefined, undefined, values);
        const present = ROW_FIELDS.filter((field) => record[field] !== undefined);
        expect(typesOf(present.map((field) => record[field]))).toEqual(typesOf(present.map((field) => whole[field])));
        for (const { hex, share } of record.colorPalette ?? [])
          expect([typeof hex, typeof share]).toEqual(["string", "number"]);
        for (const alias of record.aliases ?? []) expect(typeof alias).toBe("string");
      }),
      randomRuns(20_000),
    );
  });

  it("rejects a row that holds more values than a record may have", () => {
    const kinds = [
      null,
      true,
      7,
      -7,
      200,
      70_000,
      5_000_000_000,
      1.5,
      "a",
      "é".repeat(40),
      "b".repeat(300),
      "c".repeat(70_000),
    ];
    const nested = {
      list: kinds,
      map: Object.fromEntries(kinds.map((value, at) => [`k${at}`, value])),
      empty: [[], {}],
    };
    // The row, its nulls, the map of attributes, and the two keys next to the list of many.
    const held = 1 + 10 + 1 + 2 + (3 + 1 + 12 + 1 + 24 + 3 + 1) + 1;
    const many = (count: number): Buffer =>
      packer.pack([...Array(10).fill(null), { nested, many: Array(count).fill(1) }]);
    const packer = new Packr({ useRecords: false, variableMapSize: true });
    expect(decodeRow(many(MAX_VALUES - held), 7)).toHaveLength(11);
    expect(() => decodeRow(many(MAX_VALUES - held + 1), 7)).toThrow(
      "records: item 7 can't be decoded: it holds more than",
    );
  });

  it.each([
    ["a date for attributes", [...Array(10).fill(null), new Date()]],
    [
      "a share that is not a number",
      [null, null, null, null, null, null, [{ hex: "#000000", name: "black", share: Number.NaN }]],
    ],
    ["no row", { description: "x" }],
    ["an integer beyond 2^53 for a text", [2n ** 60n]],
    ["a list with no text", [null, null, ["blue", 3]]],
    ["a palette without shares", [null, null, null, null, null, null, [{ hex: "#000000", name: "black" }]]],
    ["a list for attributes", [...Array(10).fill(null), ["licence"]]],
  ])("rejects a row that has %s", (_what, value) => {
    expect(() => decodeRow(packr.pack(value), 7)).toThrow(FormatError);
  });
});

describe("list items", () => {
  it.each([
    ["another field's name", card.toString().replace('"id"', '"ie"')],
    ["no text for a field", card.toString().replace('"signal"', "12345678")],
    ["null", "null,"],
    ["no JSON", card.toString().replace("{", "[")],
  ])("rejects an item that holds %s", (_what, text) => {
    expect(() => decodeListItem(Buffer.from(text), 7)).toThrow(FormatError);
  });

  it("rejects an item with any flipped bit by its file name or reads all five texts", () => {
    for (let bit = 0; bit < 8 * card.length; bit++) {
      const bytes = Buffer.from(card);
      bytes[bit >> 3]! ^= 1 << (bit & 7);
      const item = decoded(() => decodeListItem(bytes, 7));
      if (item !== undefined)
        expect(typesOf(["id", "name", "category", "iconUrl", "developer"].map((field) => item[field as "id"]))).toEqual(
          Array(5).fill("string"),
        );
    }
  });
});
