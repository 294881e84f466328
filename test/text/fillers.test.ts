import { expect, it } from "vitest";
import { fillersOf } from "#src/text/fillers.js";

it.each([
  [undefined, "logo", "filler"],
  ["en", "the", "filler"],
  ["de", "für", "telling"],
  ["de", "fur", "filler"],
  ["de", "the", "ambiguous"],
  ["ja", "アイコン", "filler"],
  ["xx", "png", "filler"],
  ["en", "vector", "ambiguous"],
  ["en", "2024", "ambiguous"],
  ["en", "2048", "ambiguous"],
  ["en", "365", "telling"],
  ["en", "für", "telling"],
  ["en", "fur", "ambiguous"],
  ["en", "spotify", "telling"],
])("in a dataset in %s, the folded word %s is %s", (language, word, kind) => {
  const { isFiller, isAmbiguous } = fillersOf(language);
  expect([isFiller(word), isAmbiguous(word)]).toEqual([kind === "filler", kind === "ambiguous"]);
});

it("includes the folded words of a dataset's own list", () => {
  expect(fillersOf("en", ["Größe XL"]).isFiller("grosse")).toBe(true);
});
