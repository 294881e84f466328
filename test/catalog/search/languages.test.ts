import { describe, expect, it } from "vitest";
import { compile } from "#build/compile/compile.js";
import { type Catalog, openCatalog } from "#src/catalog/catalog.js";
import { temporaryFolder } from "../../support/folder.js";

const icon = (id: string, name: string, description: string, keywords: readonly string[]) => ({
  id,
  name,
  developer: "-",
  category: "x",
  description,
  keywords,
});

const DATASETS = {
  de: [
    icon("spotify", "Spotify", "Streamt Musik und Podcasts.", ["Lieder hören", "grüner Kreis"]),
    icon("bahn", "DB Navigator", "Zeigt Züge, Fahrpläne und verkauft Fahrkarten.", ["Zugticket", "rote Buchstaben"]),
    icon("banking", "N26", "Führt ein Girokonto auf dem Handy.", ["Überweisung", "Geld verwalten"]),
    icon("rezepte", "Chefkoch", "Sammelt Rezepte zum Kochen und Backen.", ["Kuchen", "Mahlzeiten planen"]),
  ],
  ja: [
    icon("spotify", "Spotify", "音楽とポッドキャストを配信するサービス。", ["曲を聴く", "緑の丸"]),
    icon("bahn", "乗換案内", "電車の時刻表と経路を調べるアプリ。", ["切符", "路線図"]),
    icon("banking", "PayPay", "スマートフォンで支払いや送金ができる。", ["決済", "お金を送る"]),
    icon("rezepte", "クックパッド", "料理のレシピを探して投稿する。", ["献立", "お菓子作り"]),
  ],
} as const;

async function open(language: keyof typeof DATASETS): Promise<Catalog> {
  const folder = temporaryFolder({ "dataset.json": { name: "x", language }, "icons/a.json": DATASETS[language] });
  await compile({ data: folder, out: `${folder}/out`, jobs: 1, cache: false });
  return openCatalog(`${folder}/out`);
}

const QUERIES: Readonly<Record<keyof typeof DATASETS, readonly (readonly [string, string])[]>> = {
  de: [
    ["Musik hören", "spotify"],
    ["grüne Kreise", "spotify"],
    ["Fahrplan der Züge", "bahn"],
    ["App zum Überweisen", "banking"],
    ["kochen Rezept", "rezepte"],
    ["Logo für Kuchen backen", "rezepte"],
  ],
  ja: [
    ["音楽 アプリ", "spotify"],
    ["曲を聴くアプリ", "spotify"],
    ["電車の時刻表", "bahn"],
    ["切符", "bahn"],
    ["支払い", "banking"],
    ["お金を送る", "banking"],
    ["料理レシピ", "rezepte"],
  ],
};

describe.each(["de", "ja"] as const)("a dataset in %s", (language) => {
  it("is searched by meaning in its own language", async () => {
    const catalog = await open(language);
    const found = QUERIES[language].map(([q]) => {
      const { ordinals, matched } = catalog.list({ q });
      return [q, ordinals.length === 0 ? undefined : catalog.record(ordinals[0]!).id, matched];
    });
    expect(found).toEqual(QUERIES[language].map(([q, id]) => [q, id, "meaning"]));
  });
});

describe("a dataset with its own words", () => {
  it("finds icons by its synonyms and leaves out its fillers", async () => {
    const folder = temporaryFolder({
      "dataset.json": { name: "x", fillers: ["glyph"] },
      "synonyms.json": { frobnicator: ["gadget"] },
      "icons/a.json": [
        icon("one", "Spanner", "A gadget for nuts.", []),
        icon("two", "Hammer", "A thing for nails.", []),
      ],
    });
    await compile({ data: folder, out: `${folder}/out`, jobs: 1, cache: false });
    const catalog = openCatalog(`${folder}/out`);
    const asked = (q: string) => {
      const { ordinals, matched } = catalog.list({ q });
      return [...ordinals].map((ordinal) => [catalog.record(ordinal).id, matched]);
    };
    expect(asked("frobnicator")).toEqual([["one", "synonyms"]]);
    expect(asked("hammer glyph")).toEqual([["two", "fillers"]]);
  });
});
