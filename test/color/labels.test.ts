import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { COLOR_LABELS, isHexColor, nearestLabel } from "#src/color/labels.js";

const channel = fc.nat(255);
const hexOf = (...channels: number[]): string => `#${channels.map((c) => c.toString(16).padStart(2, "0")).join("")}`;

describe("the label of a colour", () => {
  it.each([
    ["#000000", "black"],
    ["#ffffff", "white"],
    ["#808080", "gray"],
    ["#ff0000", "red"],
    ["#ff8000", "orange"],
    ["#ffff00", "yellow"],
    ["#008000", "green"],
    ["#008080", "teal"],
    ["#0000ff", "blue"],
    ["#800080", "purple"],
    ["#ffc0cb", "pink"],
    ["#8b4513", "brown"],
    ["#1db954", "green"],
    ["#e50914", "red"],
    ["#1877f2", "blue"],
    ["#fffc00", "yellow"],
    ["#611f69", "purple"],
    ["#fafafa", "white"],
    ["#0a0a0a", "black"],
  ])("%s is %s", (hex, label) => {
    expect(nearestLabel(hex)).toBe(label);
  });

  it("covers all twelve labels with plain colours", () => {
    expect(new Set(COLOR_LABELS).size).toBe(12);
  });

  it("is one of the twelve, whatever the colour and however it is written", () => {
    fc.assert(
      fc.property(channel, channel, channel, (red, green, blue) => {
        const label = nearestLabel(hexOf(red, green, blue));
        expect(COLOR_LABELS).toContain(label);
        expect(nearestLabel(hexOf(red, green, blue).toUpperCase())).toBe(label);
        expect(nearestLabel({ mode: "rgb", r: red / 255, g: green / 255, b: blue / 255 })).toBe(label);
      }),
    );
  });

  it("of a grey tone is black, gray or white, in this order from dark to light", () => {
    const labels = Array.from({ length: 256 }, (_, level) => nearestLabel(hexOf(level, level, level)));
    const runs = labels.filter((label, level) => label !== labels[level - 1]);
    expect(runs).toEqual(["black", "gray", "white"]);
  });
});

describe("a colour of the form #rrggbb", () => {
  it.each(["#000000", "#ABCDEF", "#1db954"])("is %s", (text) => {
    expect(isHexColor(text)).toBe(true);
  });

  it.each(["", "#", "#fff", "#12345", "#1234567", "#12345678", "123456", "#12345g", "red", " #123456", "#123456\n"])(
    "is not %j",
    (text) => {
      expect(isHexColor(text)).toBe(false);
    },
  );
});
