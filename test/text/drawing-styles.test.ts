import { expect, it } from "vitest";
import { drawingStyle, isStyleNoun } from "#src/text/drawing-styles.js";

it.each([
  ["solid", undefined, "filled"],
  ["fill", "variant", "solid"],
  ["hollow", "star", "outline"],
  ["outlined", undefined, "linear"],
  ["twotone", undefined, "duotone"],
  ["line", "art", "outline"],
  ["line", "icon", "outlined"],
])("asks by %s before %s for names with %s", (word, next, named) => {
  expect(drawingStyle(word, next)).toContain(named);
});

it.each([
  ["line", "chart"],
  ["line", undefined],
  ["heart", "icon"],
  ["art", undefined],
])("asks by %s before %s for no style", (word, next) => {
  expect(drawingStyle(word, next)).toEqual([]);
});

it("leaves out nouns that follow a style", () => {
  expect(isStyleNoun("art", "line")).toBe(true);
  expect(isStyleNoun("version", "filled")).toBe(true);
  expect(isStyleNoun("art", "pop")).toBe(false);
  expect(isStyleNoun("art", undefined)).toBe(false);
  expect(isStyleNoun("chart", "line")).toBe(false);
});
