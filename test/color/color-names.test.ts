import { expect, it } from "vitest";
import { COLOR_LABELS } from "#src/color/color-labels.js";
import { labelOfName } from "#src/color/color-names.js";

it.each([
  ["grey", "gray"],
  ["violet", "purple"],
  ["indigo", "purple"],
  ["navy", "blue"],
  ["cyan", "teal"],
  ["turquoise", "teal"],
  ["magenta", "pink"],
  ["lime", "green"],
  ["gold", "yellow"],
  ["crimson", "red"],
  ["amber", "orange"],
  ["beige", "white"],
  ["none", undefined],
  ["transparent", undefined],
  ["constructor", undefined],
  ["grren", undefined],
  ["#1db954", undefined],
  ["rgb(1, 2, 3)", undefined],
])("maps the color name %s to %s", (name, label) => {
  expect(labelOfName(name)).toBe(label);
});

it("maps every label to itself", () => {
  for (const label of COLOR_LABELS) expect(labelOfName(label)).toBe(label);
});
