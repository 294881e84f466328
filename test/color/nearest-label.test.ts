import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { COLOR_LABELS } from "#src/color/color-labels.js";
import { isHexColor, nearestLabel } from "#src/color/nearest-label.js";

const channel = fc.nat(255);
const hexOf = (...channels: number[]): string => `#${channels.map((c) => c.toString(16).padStart(2, "0")).join("")}`;

describe("color labels", () => {
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
    // Orange or brown.
    ["#c65102", "orange"],
    ["#8b2e16", "brown"],
    ["#ad8150", "brown"],
    ["#d2b48c", "brown"],
    // Pink, red or purple.
    ["#ff474c", "red"],
    ["#dc143c", "red"],
    ["#fa8072", "pink"],
    ["#e91e63", "pink"],
    ["#ff00ff", "pink"],
    ["#800020", "red"],
    ["#490648", "purple"],
    // Teal, green or blue.
    ["#00ffff", "teal"],
    ["#1abc9c", "teal"],
    ["#00bcd4", "teal"],
    ["#00aeef", "blue"],
    ["#3d9973", "green"],
    ["#033500", "green"],
    ["#d1ffbd", "green"],
    // Tinted colors that look gray, and blacks.
    ["#5a7d9a", "blue"],
    ["#001146", "blue"],
    ["#607d8b", "gray"],
    ["#3c4142", "gray"],
    ["#16181d", "black"],
    // Gold, beige, cream.
    ["#ffc107", "yellow"],
    ["#fbbc05", "yellow"],
    ["#ffa500", "orange"],
    ["#faebd7", "white"],
  ])("labels the color %s as %s", (hex, label) => {
    expect(nearestLabel(hex)).toBe(label);
  });

  it("assigns the last word of most xkcd color names as the color's label", () => {
    const names = Object.entries(JSON.parse(readFileSync("test/color/xkcd.json", "utf8")) as Record<string, string>);
    const right = names.filter(([name, hex]) => name.endsWith(nearestLabel(hex)));
    expect(names.length).toBeGreaterThan(550);
    expect(right.length / names.length).toBeGreaterThanOrEqual(0.88);
  });

  it("assigns each of the twelve labels to a plain color of that name", () => {
    expect(new Set(COLOR_LABELS).size).toBe(12);
  });

  it("assigns one of the twelve labels to any color, in upper or lower case", () => {
    fc.assert(
      fc.property(channel, channel, channel, (red, green, blue) => {
        const label = nearestLabel(hexOf(red, green, blue));
        expect(COLOR_LABELS).toContain(label);
        expect(nearestLabel(hexOf(red, green, blue).toUpperCase())).toBe(label);
        expect(nearestLabel({ mode: "rgb", r: red / 255, g: green / 255, b: blue / 255 })).toBe(label);
      }),
    );
  });

  it("labels gray tones black, gray or white, in this order from dark to light", () => {
    const labels = Array.from({ length: 256 }, (_, level) => nearestLabel(hexOf(level, level, level)));
    const runs = labels.filter((label, level) => label !== labels[level - 1]);
    expect(runs).toEqual(["black", "gray", "white"]);
  });
});

describe("colors of the form #rrggbb", () => {
  it.each(["#000000", "#ABCDEF", "#1db954"])("accepts %s as a color", (text) => {
    expect(isHexColor(text)).toBe(true);
  });

  it.each(["", "#", "#fff", "#12345", "#1234567", "#12345678", "123456", "#12345g", "red", " #123456", "#123456\n"])(
    "rejects %j as a color",
    (text) => {
      expect(isHexColor(text)).toBe(false);
    },
  );
});
