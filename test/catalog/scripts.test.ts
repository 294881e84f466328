import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { compile } from "#build/compile/compile.js";
import { type Catalog, openCatalog } from "#src/catalog/catalog.js";
import type { IconRecord } from "#src/format/record.js";
import { listRespelled } from "../support/oracle.js";
import { randomRuns } from "../support/random-runs.js";

const NAMES = [
  "微信支付",
  "微信",
  "東京カメラ部",
  "LINEマンガ",
  "ธนาคารกรุงเทพ",
  "เป๋าตัง",
  "Яндекс Такси",
  "Ελλάδος",
  "ΟΔΟΣ",
  "شركة",
  "מִשְׂחָק",
  "हिन्दी समाचार",
  "がくぶち",
  "かくぶち",
  "İstanbul",
  "IĞDIR",
  "Straße",
  "STRAẞE",
  "Ærøskøbing",
  "Łódź",
  "café",
  "cafe\u0301",
  "ﬁle",
  "ＡＢＣ",
  "한국어",
  "C++",
  "C#",
  ".NET",
  "7-Zip",
  "!!!",
  "❤️ love",
  "👩‍👩‍👧",
  "Vitamin D₃",
  "№ 5",
  "𝔸pp",
  "nǐ hǎo",
  "Ǆ",
  "ſ",
];
const LABELS = ["Straße", "ΟΔΟΣ", "İş", "Café", "日本"];

let catalog: Catalog;
let records: IconRecord[];
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), "icons-scripts-"));
  const data = NAMES.map((name, n) => ({
    id: `icon-${n}`,
    name,
    developer: NAMES[(n * 7 + 3) % NAMES.length],
    category: LABELS[n % LABELS.length],
    ...(n % 3 === 0 ? { aliases: [NAMES[(n * 5 + 1) % NAMES.length]] } : {}),
  }));
  writeFileSync(join(folder, "data.json"), JSON.stringify(data));
  await compile({ data: join(folder, "data.json"), out: folder, jobs: 1 });
  catalog = openCatalog(folder);
  records = Array.from({ length: catalog.size }, (_, at) => catalog.record(at));
  rmSync(folder, { recursive: true });
});

const names = (q: string): string[] =>
  [...catalog.list({ q, match: "name", limit: 100 }).ordinals].map((at) => records[at]!.name);

describe("search for names in any script", () => {
  it.each([
    ["微信", "微信"],
    ["支付", "微信支付"],
    ["カメラ", "東京カメラ部"],
    ["マンガ", "LINEマンガ"],
    ["line", "LINEマンガ"],
    ["กรุงเทพ", "ธนาคารกรุงเทพ"],
    ["такси", "Яндекс Такси"],
    ["ελλαδοσ", "Ελλάδος"],
    ["משחק", "מִשְׂחָק"],
    ["समाचार", "हिन्दी समाचार"],
    ["istanbul", "İstanbul"],
    ["igdir", "IĞDIR"],
    ["strasse", "Straße"],
    ["aeroskobing", "Ærøskøbing"],
    ["lodz", "Łódź"],
    ["CAFÉ", "café"],
    ["file", "ﬁle"],
    ["abc", "ＡＢＣ"],
    ["한국", "한국어"],
    ["c++", "C++"],
    [".net", ".NET"],
    ["!", "!!!"],
    ["❤", "❤️ love"],
    ["👩", "👩‍👩‍👧"],
    ["app", "𝔸pp"],
  ])("finds the names for %s: %s", (q, name) => {
    expect(names(q)).toContain(name);
  });

  it("distinguishes marks that carry meaning: voiced kana, vowels of Devanagari and Thai", () => {
    expect(names("かく")).not.toContain("がくぶち");
    expect(names("हनद")).toEqual([]);
    expect(names("ปาตง")).toEqual([]);
  });

  it("finds what brute force finds, in the same order, for any piece of any name", () => {
    const piece = fc
      .tuple(fc.constantFrom(...NAMES), fc.nat(8), fc.nat(8))
      .map(([name, from, length]) => [...name].slice(from, from + length + 1).join(""));
    const query = fc
      .array(fc.oneof(piece, fc.string({ unit: "grapheme", maxLength: 3 })), { minLength: 1, maxLength: 2 })
      .map((pieces) => pieces.join(" "));
    fc.assert(
      fc.property(query, (q) => {
        fc.pre(q !== "");
        const { ordinals, didYouMean } = catalog.list({ q, match: "name", limit: 100 });
        expect([...ordinals].map((at) => records[at]!.id)).toEqual(listRespelled(records, { q }, didYouMean));
      }),
      randomRuns(2000),
    );
  });
});

describe("labels in any script", () => {
  it.each([
    ["STRASSE", 0],
    ["straße", 0],
    ["οδος", 1],
    ["οδοσ", 1],
    ["İŞ", 2],
    ["CAFÉ", 3],
    ["cafe\u0301", 3],
    ["日本", 4],
  ])("finds the label %s in any letter case", (label, at) => {
    const { total } = catalog.list({ category: [label] });
    expect(total).toBe(records.filter(({ category }) => category === LABELS[at]).length);
    expect(total).toBeGreaterThan(0);
  });
});
