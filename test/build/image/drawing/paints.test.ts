import { describe, expect, it } from "vitest";
import { sizeOfDrawing } from "#build/image/drawing/drawing-size.js";
import { normalizeDrawing } from "#build/image/drawing/normalize/normalize-drawing.js";
import { hasSingleColor } from "#build/image/drawing/paints.js";
import { sanitizeDrawing } from "#build/image/drawing/sanitize-drawing.js";

const rootOf = (body: string, attributes = 'viewBox="0 0 9 9"') =>
  normalizeDrawing(sanitizeDrawing(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${body}</svg>`)).root;

describe("drawing in a single color", () => {
  it.each([
    ["no color at all", '<path d="M0 0"/>'],
    ["currentColor", '<path fill="currentColor"/><path stroke="currentColor" fill="none"/>'],
    [
      "one color in several notations",
      '<path fill="#f00"/><path fill="red"/><path fill="#FF0000"/><path fill="rgb(255,0,0)"/>',
    ],
    ["one color by inheritance", '<g fill="#123456"><path/><g><circle r="1"/></g></g>'],
    ["one color by style", '<path style="fill:#123456;stroke:none"/><path fill="#123456"/>'],
    ["one color with transparency", '<path fill="#123456" opacity=".5"/><path fill="#123456" fill-opacity=".2"/>'],
    ["one color by a style sheet", "<style>.a{fill:#123456}</style><path class='a'/><path fill='#123456'/>"],
    [
      "a gradient of one color",
      '<linearGradient id="a"><stop stop-color="red"/><stop offset="1" stop-color="#f00" stop-opacity="0"/></linearGradient><path fill="url(#a)"/><path fill="red"/>',
    ],
    [
      "a gradient with the stops of another",
      '<linearGradient id="a"><stop stop-color="red"/></linearGradient><linearGradient id="b" href="#a"/><path fill="url(#b)"/>',
    ],
    ["a shape that is used twice", '<defs><path id="a"/></defs><g fill="red"><use href="#a"/><use href="#a"/></g>'],
    ["an animation of anything but color", '<path fill="red"><animate attributeName="d" to="M0 0"/></path>'],
    [
      "one color and a mask in others",
      '<mask id="m"><path fill="#fff"/><path fill="#000"/></mask><path fill="red" mask="url(#m)"/>',
    ],
  ])("recognizes %s", (_, body) => {
    expect(hasSingleColor(rootOf(body))).toBe(true);
  });

  it.each([
    ["two colors", '<path fill="red"/><path fill="blue"/>'],
    ["a color and the default black", '<path fill="red"/><path d="M0 0"/>'],
    ["a color and currentColor", '<path fill="red"/><path fill="currentColor"/>'],
    ["fill and stroke in two colors", '<path fill="red" stroke="blue"/>'],
    ["a gradient", '<linearGradient id="a"/><path fill="url(#a)"/>'],
    ["a style sheet", "<style>@media print{path{fill:red}}</style><path/>"],
    [
      "a gradient of two colors",
      '<linearGradient id="a"><stop stop-color="red"/><stop stop-color="blue"/></linearGradient><path fill="url(#a)"/>',
    ],
    [
      "a shape that is used in two colors",
      '<defs><path id="a"/></defs><use href="#a" fill="red"/><use href="#a" fill="blue"/>',
    ],
    [
      "a mask with colors from outside",
      '<defs><path id="a" fill="#fff"/></defs><mask id="m"><use href="#a"/></mask><path fill="red" mask="url(#m)"/>',
    ],
    [
      "a mask with a gradient of stops without a color",
      '<linearGradient id="a"><stop/></linearGradient><mask id="m"><path fill="url(#a)"/></mask><path mask="url(#m)"/>',
    ],
    ["a mask in an inherited color", '<g fill="#fff"><mask id="m"><path/></mask><path mask="url(#m)"/></g>'],
    ["a translucent color", '<path fill="rgba(0,0,0,.5)"/>'],
    ["an unknown color", '<path fill="context-fill"/>'],
    ["an embedded raster", '<image href="data:image/png;base64,AA=="/>'],
    ["an animated color", '<path fill="red"><animate attributeName="fill" to="blue"/></path>'],
    ["nothing that is painted", '<path fill="none"/>'],
    ["no shapes", ""],
  ])("is not detected in %s", (_, body) => {
    expect(hasSingleColor(rootOf(body))).toBe(false);
  });
});

describe("size of a drawing", () => {
  it.each([
    ['viewBox="0 0 24 12"', { width: 24, height: 12 }],
    ['viewBox="-5,-5,10,20"', { width: 10, height: 20 }],
    ['width="32" height="16px" viewBox="0 0 1 1"', { width: 32, height: 16 }],
    ['width="1in" height="1cm"', { width: 96, height: 96 / 2.54 }],
    ['width="48" viewBox="0 0 24 12"', { width: 48, height: 24 }],
    ['height="6" viewBox="0 0 24 12"', { width: 12, height: 6 }],
    ['width="100%" height="100%" viewBox="0 0 24 12"', { width: 24, height: 12 }],
    ['width="1e1" height=".5"', { width: 10, height: 0.5 }],
    ['width="100%" height="100%"', undefined],
    ['width="2em" height="2em"', undefined],
    ['width="0" height="0"', undefined],
    ['width="-5" height="5"', undefined],
    ['viewBox="0 0 0 24"', undefined],
    ['viewBox="0 0 24"', undefined],
    ['viewBox="a b c d"', undefined],
    ["", undefined],
  ])("reads it from %s", (attributes, size) => {
    expect(sizeOfDrawing(rootOf("", attributes))).toEqual(size);
  });
});
