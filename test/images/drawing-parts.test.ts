import { expect, it } from "vitest";
import { drawnSize, renameIds, splitDrawing } from "#src/images/drawing-parts.js";

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

it.each([
  ['<path id="a" d="M0"/>', '<path id="_0" d="M0"/>'],
  ["<path id='a'/><use xlink:href='#a'/>", "<path id='_0'/><use xlink:href='#_0'/>"],
  [
    '<g id="a-b" fill="url(#a-b)" style="mask:url(\'#a-b\')"/>',
    '<g id="_0" fill="url(#_0)" style="mask:url(\'#_0\')"/>',
  ],
  ['<g id="a"/><g id="ab" clip-path="url( #ab )"/>', '<g id="_0"/><g id="_1" clip-path="url( #_1 )"/>'],
  [
    '<set id="a" begin="0;b.end+0.5s; a.click"/><g id="b"/>',
    '<set id="_0" begin="0;_1.end+0.5s; _0.click"/><g id="_1"/>',
  ],
  ['<g id="a" aria-labelledby="a b"/>', '<g id="_0" aria-labelledby="_0 b"/>'],
  ['<g fill="url(#missing)"/><text>#a id="a"</text>', '<g fill="url(#missing)"/><text>#a id="a"</text>'],
  ['<g id="a"/><animate values="url(#a);url(#a)"/>', '<g id="_0"/><animate values="url(#_0);url(#_0)"/>'],
])("renames the ids of %s and all references to them", (body, renamed) => {
  expect(renameIds(body, "_")).toBe(renamed);
});
