import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { composeHangul, fold, words } from "#src/text/fold.js";
import { randomRuns } from "../support/random-runs.js";

describe("text folding", () => {
  it.each([
    ["Ærøskøbing Café", "aeroskobing cafe"],
    ["ÅNGSTRÖM", "angstrom"],
    ["Łódź", "lodz"],
    ["Đà Nẵng", "da nang"],
    ["Œuvre", "oeuvre"],
    ["Straße", "strasse"],
    ["STRAẞE", "strasse"],
    ["Diyarbakır", "diyarbakir"],
    ["İstanbul", "istanbul"],
    ["Smørrebrød", "smorrebrod"],
    ["Ελλάς", "ελλασ"],
    ["ΟΔΥΣΣΕΎΣ", "οδυσσευσ"],
    ["Ёлка, Йод", "елка, иод"],
    ["שָׁלוֹם", "שלום"],
    ["مُحَمَّد", "محمد"],
    ["z̶̢a̴l̷g̵o̸", "zalgo"],
  ])("drops case, accents and vowel points: folds %s to %s", (text, folded) => {
    expect(fold(text)).toBe(folded);
  });

  it.each([
    ["น้ำ", "น\u0e49\u0e4d\u0e32"],
    ["ที่", "ที่"],
    ["हिन्दी", "हिन्दी"],
    ["வணக்கம்", "வணக்கம்"],
  ])("keeps marks that are vowels or tones: %s", (text, folded) => {
    expect(fold(text)).toBe(folded.normalize("NFC"));
  });

  it("keeps the voicing of kana, so that ハ, バ and パ stay distinct", () => {
    expect(["ハ", "バ", "パ", "は", "ば"].map(fold)).toEqual(["ハ", "バ", "パ", "は", "ば"]);
    expect(fold("ﾊﾞﾅﾅ")).toBe("バナナ");
    expect(fold("は\u3099")).toBe("ば");
  });

  it.each([
    ["ﬁle", "file"],
    ["Ｇｏｏｇｌｅ", "google"],
    ["x²", "x2"],
    ["№ 5", "no 5"],
    ["𝓒𝓪𝓯𝓮", "cafe"],
    ["ſ", "s"],
    ["한국어", "ㅎㅏㄴㄱㅜㄱㅇㅓ"],
    ["\u1112\u1161\u11ab", "ㅎㅏㄴ"],
    ["값 과 읽", "ㄱㅏㅂㅅ ㄱㅗㅏ ㅇㅣㄹㄱ"],
    ["\uac01", "ㄱㅏㄱ"],
    ["\u1100\u1161\u11a8", "ㄱㅏㄱ"],
  ])("unifies compatibility characters: %s", (text, folded) => {
    expect(fold(text)).toBe(folded);
  });

  it.each(["한국어", "카카오톡", "값", "각시", "왜 뭐", "a가 ㄴㄷ", "ㅏㄴ", "갑사", "꺼"])(
    "composes the letters of %s again",
    (text) => {
      expect(composeHangul(fold(text))).toBe(text);
    },
  );

  it("drops marks without a letter, so that an emoji folds alike with and without its selector", () => {
    expect(fold("❤\ufe0f")).toBe(fold("❤"));
    expect(words("I ❤\ufe0f NY")).toEqual(["i", "ny"]);
    expect(words("\u0301 a")).toEqual(["a"]);
  });

  it("folds text without changing symbols and digits", () => {
    expect(fold("C++ / .NET 4.0 (R&D)")).toBe("c++ / .net 4.0 (r&d)");
    expect(words("C++ / .NET 4.0 (R&D)")).toEqual(["c", "net", "4", "0", "r", "d"]);
  });
});

/** Letters, marks, symbols and scripts with separate rules, in any combination, mixed with arbitrary code points. */
const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom(..."aZßİıØłÆœςΣάЙёשא\u05b8م\u064eกำ\u0e49हि\u3099か\u0301\u0323\u0345\ufe0f❤ -1²ﬁ각"),
    fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
  ),
  maxLength: 12,
});

describe("folded texts", () => {
  it("folds a folded text to itself", () => {
    fc.assert(
      fc.property(text, (any) => {
        expect(fold(fold(any))).toBe(fold(any));
      }),
      randomRuns(3000),
    );
  });

  it("folds each Unicode normalization form of a text alike", () => {
    fc.assert(
      fc.property(text, fc.constantFrom("NFC", "NFD", "NFKC", "NFKD"), (any, form) => {
        expect(fold(any.normalize(form))).toBe(fold(any));
      }),
      randomRuns(3000),
    );
  });

  it("folds a text and its lower case alike, and for Latin, Greek and Cyrillic its upper case", () => {
    const letters = fc.string({ unit: fc.constantFrom(..."azßıøłđæœéñςσάωжйё -7"), maxLength: 12 });
    fc.assert(
      fc.property(text, letters, (any, bicameral) => {
        expect(fold(any.toLowerCase())).toBe(fold(any));
        expect(fold(bicameral.toUpperCase())).toBe(fold(bicameral));
      }),
      randomRuns(3000),
    );
  });

  it("folds to composed form without marks on Latin letters", () => {
    fc.assert(
      fc.property(text, (any) => {
        expect(fold(any)).toBe(fold(any).normalize("NFC"));
        expect(fold(any).normalize("NFD")).not.toMatch(/\p{Script=Latin}\p{M}/u);
      }),
      randomRuns(3000),
    );
  });
});
