import { beforeAll, expect, it } from "vitest";
import { type Catalog, openCatalog } from "#src/catalog/catalog.js";
import { recordNamed as icon, searchedRecords } from "../../support/searched-records.js";
import { shippedArtifacts } from "../../support/shipped-artifacts.js";

const { found } = searchedRecords([
  icon("Baemin", { aliases: ["배달의민족"] }),
  icon("KakaoTalk", { aliases: ["카카오톡", "카톡"] }),
  icon("닭갈비", { id: "dakgalbi" }),
  icon("과일 가게", { id: "fruit" }),
  icon("강남언니", { id: "gangnam" }),
  icon("スポティファイ", { id: "spotify" }),
  ...Array.from({ length: 50 }, (_, at) => icon(`Other ${at}`)),
]);

it.each([
  ["배달의ㅁ", "baemin"],
  ["배달읨", "baemin"],
  ["카카ㅇ", "kakaotalk"],
  ["ㅋㅋㅇ", "kakaotalk"],
  ["ㅂㄷㅇㅁㅈ", "baemin"],
  ["캌", "kakaotalk"],
  ["달", "dakgalbi"],
  ["고", "fruit"],
  ["강나", "gangnam"],
])("finds the name that %s begins", (q, id) => {
  expect(found({ q, match: "name" }).ids).toContain(id);
});

it.each(["すぽてぃふぁい", "すぽ"])("finds katakana by hiragana: %s", (q) => {
  expect(found({ q }).ids).toEqual(["spotify"]);
});

let shipped: Catalog;
beforeAll(() => {
  shipped = openCatalog(shippedArtifacts);
});

/** What an input method shows after each key: letters compose to syllables as soon as they can. */
function typed(name: string): string[] {
  const jamo = [...name.normalize("NFD")];
  return jamo.map((_, at) => {
    const last = jamo[at]!;
    const before = jamo.slice(0, at);
    // A consonant is shown in the syllable before, if that has a vowel, until its own vowel follows.
    const isInitial = last >= "\u1100" && last <= "\u1112";
    const follows = before.at(-1) ?? "";
    const isOpen = follows >= "\u1161" && follows <= "\u1175";
    const final = isInitial && isOpen ? FINALS.get(last) : undefined;
    return [...before, final ?? (isInitial ? LONE.get(last)! : last)].join("").normalize("NFC");
  });
}
const CONSONANTS = [..."ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"];
const LONE = new Map(CONSONANTS.map((letter, at) => [String.fromCodePoint(0x1100 + at), letter]));
/** The same consonants at the end of a syllable; three have none. */
const ENDS = [1, 2, 4, 7, 0, 8, 16, 17, 0, 19, 20, 21, 22, 0, 23, 24, 25, 26, 27];
const FINALS = new Map(
  ENDS.flatMap((end, at) =>
    end === 0 ? [] : [[String.fromCodePoint(0x1100 + at), String.fromCodePoint(0x11a7 + end)] as const],
  ),
);

it("finds Korean names among the first 20 at every key of typing them, from the third on", () => {
  const names = Array.from({ length: shipped.size }, (_, at) => shipped.record(at))
    .flatMap(({ id, aliases = [] }) => aliases.map((alias) => ({ id, alias })))
    .filter(({ alias }) => /^[가-힣]{2,}$/.test(alias))
    .slice(0, 200);
  expect(names.length).toBe(200);
  const missed = names.flatMap(({ id, alias }) =>
    typed(alias)
      .slice(2)
      .filter((q) => ![...shipped.list({ q, limit: 20 }).ordinals].some((at) => shipped.record(at).id === id))
      .map((q) => `${q}: ${alias}`),
  );
  expect(missed).toEqual([]);
});
