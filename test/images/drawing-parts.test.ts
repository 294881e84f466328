import { expect, it } from "vitest";
import { drawnSize, splitDrawing } from "#src/images/drawing-parts.js";

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

it("returns the displayed size of a drawing", () => {
  expect(drawnSize(svg(' viewBox="0 0 24 12"'), SIZE)).toEqual({ width: 24, height: 12 });
  expect(drawnSize(svg(' viewBox="0 0 24 12" width="48"'), SIZE)).toEqual({ width: 48, height: 12 });
});
