import { expect, it } from "vitest";
import { isolatedParts, splitDrawing } from "#src/images/drawing-parts.js";

const SIZE = { width: 30, height: 20 };
const svg = (root: string, body = "<g/>"): string => `<svg xmlns="http://www.w3.org/2000/svg"${root}>${body}</svg>`;

it.each([
  ['viewBox="0 0 24 12"', { left: 0, top: 0, width: 24, height: 12, body: "<g/>" }],
  ["viewBox='-5,-5 10,1e1' id=\"x\" class='c'", { left: -5, top: -5, width: 10, height: 10, body: "<g/>" }],
  ['width="40" height="16px"', { left: 0, top: 0, width: 40, height: 16, body: "<g/>" }],
  ["", { left: 0, top: 0, ...SIZE, body: "<g/>" }],
  ['width="1em" height="100%"', { left: 0, top: 0, ...SIZE, body: "<g/>" }],
  [
    'fill="none" viewBox="0 0 9 9" stroke-width=\'2\'',
    { left: 0, top: 0, width: 9, height: 9, body: "<g fill=\"none\" stroke-width='2'><g/></g>" },
  ],
  [
    'viewBox="0 0 9 9" preserveAspectRatio="none" width="18" height="9"',
    {
      left: 0,
      top: 0,
      width: 18,
      height: 9,
      body: '<svg width="18" height="9" viewBox="0 0 9 9" preserveAspectRatio="none"><g/></svg>',
    },
  ],
  ['viewBox="0 0 0 9"', { left: 0, top: 0, ...SIZE, body: '<svg width="30" height="20" viewBox="0 0 0 9"><g/></svg>' }],
])("removes the root with %j from a drawing", (root, parts) => {
  expect(splitDrawing(svg(` ${root}`), SIZE)).toEqual(parts);
});

it("removes an empty root", () => {
  expect(splitDrawing('<svg viewBox="0 0 1 2"/>', SIZE)).toEqual({ left: 0, top: 0, width: 1, height: 2, body: "" });
});

it("embeds a drawing with a style sheet as an image of its displayed size", () => {
  const drawing = (root: string): string => svg(` viewBox="0 0 24 12"${root}`, "<style>g{fill:#f00}</style><g/>");
  for (const [root, width] of [
    ["", 24],
    [' width="48"', 48],
  ] as const) {
    const { body, ...box } = isolatedParts(drawing(root), SIZE);
    expect(box).toEqual({ left: 0, top: 0, width, height: 12 });
    const [, size, href] = /^<image (.*) href="data:image\/svg\+xml,(.*)"\/>$/.exec(body)!;
    expect(size).toBe(`width="${width}" height="12"`);
    expect(decodeURIComponent(href!)).toBe(drawing(root));
  }
});
