import { createRequire } from "node:module";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { normalizeDrawing } from "#build/image/drawing/normalize/normalize-drawing.js";
import { sanitizeDrawing } from "#build/image/drawing/sanitize-drawing.js";

const normalize = (svg: string): string => normalizeDrawing(sanitizeDrawing(svg)).text;
const SVG = 'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"';
const drawing = (body: string, root = ""): string => `<svg ${SVG}${root}>${body}</svg>`;
/** The drawing's prefix of ids, classes and animations. */
const PREFIX = /\bi[0-9a-z]{7}\b/g;
const withP = (text: string): string => text.replaceAll(PREFIX, "p");

const MEDIA = "@media (prefers-color-scheme:dark)";

/** The content of a drawing before and after, where `p` is its prefix; the root's class too if it gets one. */
const CONTENTS: Readonly<Record<string, readonly [before: string, after: string]>> = {
  "rules by importance, specificity and order": [
    "<style>path{fill:red;stroke:#010101!important}.a{fill:blue}#b{fill:lime}.a{stroke:#020202}</style>" +
      '<path d="M0"/><path class="a" d="M1"/><path class="a" id="b" style="stroke:#030303" d="M2"/>',
    '<path d="M0" fill="red" stroke="#010101"/><path d="M1" fill="blue" stroke="#010101"/>' +
      '<path d="M2" fill="lime" stroke="#010101"/>',
  ],
  "rules by ancestors and parents": [
    "<style>.a .c{fill:red}.a>.c{fill:blue}svg>g g{opacity:50%}</style>" +
      '<g class="a"><path class="c" d="M0"/><g><path class="c" d="M1"/></g></g>',
    '<g><path d="M0" fill="blue"/><g opacity="0.5"><path d="M1" fill="red"/></g></g>',
  ],
  "classes and ids with escapes": [
    String.raw`<style>.a\:b{fill:red}.\31 \{ {stroke:blue}#x\.y{opacity:.5}</style><path class="a:b 1{" id="x.y"/>`,
    '<path fill="red" stroke="blue" opacity=".5"/>',
  ],
  "escapes where these are necessary": [
    String.raw`<style>${MEDIA}{.\61\:b,#x\.y,#\7a{fill:red}}</style><path class="a:b"/><path id="x.y"/><path id="z"/>`,
    String.raw`<style>${MEDIA}{.p .a\:b,.p #p-x\.y,.p#p-x\.y,.p #p-z,.p#p-z{fill:red}}</style><path class="a:b"/><path id="p-x.y"/><path id="p-z"/>`,
  ],
  "what is valid in a broken style sheet": [
    "<style><![CDATA[<!-- .a{x;fill:red} } .a{fill:blue} --> .b{fill:no;stroke:url( '#s' ) blue} .c{fill:#123]]></style>" +
      '<path class="a"/><path class="b" fill="lime"/><path class="c"/>',
    '<path fill="red"/><path fill="lime" stroke="url(#s) blue"/><path fill="#123"/>',
  ],
  "no size of the root, which images ignore": [
    "<style>svg{width:9px}circle{r:5px;cx:50%}</style><circle/><path style='d:path(\"M1 1\");r:4'/>",
    '<circle r="5px"/><path d="M1 1"/>',
  ],
  "custom properties": [
    "<style>:root{--c:#0a0}.a{fill:var(--c)}</style>" +
      '<path class="a"/><path fill="var(--no,var(--c))"/><path fill="var(--no)"/><g style="--c:red"><path class="a"/></g>',
    '<path fill="#0a0"/><path fill="#0a0"/><path/><g><path fill="red"/></g>',
  ],
  "rules for some readers, with what these override": [
    `<style>.a{fill:red;stroke:blue}${MEDIA}{.a{fill:#fff}}</style><path class="a" style="fill:lime" d="M0"/>`,
    `<style>.p .a{fill:red}${MEDIA}{.p .a{fill:#fff}}</style><path class="a" style="fill:lime" d="M0" stroke="blue"/>`,
  ],
  "rules that depend on the pointer": [
    "<style>path{fill:red}g:hover path,:root{stroke:blue}</style><g><path/></g>",
    '<style>.p g:hover path,.p{stroke:blue}</style><g><path fill="red"/></g>',
  ],
  "animations by style sheets, with names of their own": [
    '<style>@keyframes x{to{fill:url(#a)}}.a{animation:x 1s;fill:red}</style><path class="a"/><linearGradient id="a"/>',
    '<style>@keyframes p-x{to{fill:url(#p-a)}}</style><path class="a" fill="red" style="animation:p-x 1s"/><linearGradient id="p-a"/>',
  ],
  "the last valid value of a style": [
    '<path style="fill:#fff;fill:color(display-p3 1 0 0);fill:no;mix-blend-mode:multiply;-inkscape-x:1;color:initial"/>',
    '<path style="mix-blend-mode:multiply" fill="#ff0000"/>',
  ],
  colors: [
    '<path fill="oklch(0.7 0.1 200)" stroke="rgb(0 0 0/50%)"/><path fill="#f008" color="currentcolor"/>' +
      '<path fill="#ffff"/><path fill="light-dark(white, black)"/><path fill="hsl(120deg 100% 25%)"/>',
    '<path fill="#40b1b7" stroke="rgba(0,0,0,0.5)"/><path fill="rgba(255,0,0,0.533)" color="currentColor"/>' +
      '<path fill="#ffffff"/><path fill="white"/><path fill="#008000"/>',
  ],
  "origins of transforms": [
    '<path transform="rotate(45)" transform-origin="12 12" d="M7 7h10v10H7z"/>' +
      '<path style="transform:scale(2);transform-origin:right 25%" d="M7 7h10v10H7z"/>' +
      '<rect style="transform:scale(2);transform-box:fill-box;transform-origin:center" x="2" y="4" width="4" height="4"/>',
    '<path transform="translate(12 12)rotate(45)translate(-12 -12)" d="M7 7h10v10H7z"/>' +
      '<path d="M7 7h10v10H7z" transform="translate(24 6)scale(2)translate(-24 -6)"/>' +
      '<rect x="2" y="4" width="4" height="4" transform="translate(4 6)scale(2)translate(-4 -6)"/>',
  ],
  "units of transforms": [
    '<g style="transform:rotate(.25turn) translate(10px,50%) skewX(45deg) scale(2) matrix(1,0,0,1,2,3)"/>' +
      '<g style="transform:translateX(1px) translateY(2px) scaleX(3) scaleY(4)"/><g style="transform:rotate3d(1,1,1,45deg)"/>',
    '<g transform="rotate(90)translate(10 12)skewX(45)scale(2)matrix(1 0 0 1 2 3)"/>' +
      '<g transform="translate(1 0)translate(0 2)scale(3 1)scale(1 4)"/><g/>',
  ],
  "the first suitable part of a switch": [
    '<switch><g systemLanguage="de"/><g systemLanguage="fr, en-US"><path d="M1"/></g><path d="M2"/></switch>' +
      '<path systemLanguage="de"/><switch><path requiredExtensions="http://a" d="M3"/><path d="M4"/></switch>',
    '<g><g><path d="M1"/></g></g><g><path d="M4"/></g>',
  ],
  "gradients without extent": [
    '<linearGradient id="a"><stop/><stop offset="1" stop-color="red"/></linearGradient>' +
      '<linearGradient id="b" x1="1" x2="1" y1="2" y2="2" href="#a"/><path fill="url(#a)" stroke="url(#b)"/>' +
      '<radialGradient id="c" gradientTransform="matrix(0 4 0 -1 0 3)"><stop/></radialGradient><path fill="url(#c)"/>',
    '<linearGradient id="p-a"><stop/><stop offset="1" stop-color="red"/></linearGradient>' +
      '<linearGradient id="p-b" x1="1" x2="1" y1="2" y2="2"><stop offset="1" stop-color="red"/></linearGradient>' +
      '<path fill="url(#p-a)" stroke="url(#p-b)"/>' +
      '<radialGradient id="p-c" gradientTransform="matrix(0 4 0 -1 0 3)"/><path fill="url(#p-c)"/>',
  ],
  "lengths for percentages of the view box in what others refer to": [
    '<linearGradient id="a" x1="25%" gradientUnits="userSpaceOnUse"><stop/><stop/></linearGradient>' +
      '<radialGradient id="b" r="50%" gradientUnits="userSpaceOnUse" href="#a"/>' +
      '<mask id="c" x="0" maskUnits="userSpaceOnUse"><rect width="50%" height="100%" fill="url(#a)"/></mask>' +
      '<clipPath id="d" clipPathUnits="objectBoundingBox"><circle r="50%"/></clipPath><filter id="e" x="-5%"/>' +
      '<rect width="100%" height="9" fill="url(#b)" mask="url(#c)" clip-path="url(#d)" filter="url(#e)"/>',
    '<linearGradient id="p-a" x1="6" gradientUnits="userSpaceOnUse" x2="24"><stop/><stop/></linearGradient>' +
      '<radialGradient id="p-b" r="12" gradientUnits="userSpaceOnUse" href="#p-a"/>' +
      '<mask id="p-c" x="0" maskUnits="userSpaceOnUse" y="-2.4" width="28.8" height="28.8"><rect width="12" height="24" fill="url(#p-a)"/></mask>' +
      '<clipPath id="p-d" clipPathUnits="objectBoundingBox"><circle r="50%"/></clipPath><filter id="p-e" x="-5%"/>' +
      '<rect width="100%" height="9" fill="url(#p-b)" mask="url(#p-c)" clip-path="url(#p-d)" filter="url(#p-e)"/>',
  ],
  "ids that are referred to, in all kinds of references": [
    '<g id="layer"><linearGradient id="a-b"/><path fill="url(\'#a-b\')" style="mix-blend-mode:normal;mask-image:url(#a-b)"/>' +
      '<use href="#b"/><path id="b" aria-labelledby="t x"/><title id="t">#b</title>' +
      '<animate id="z" begin="0;z.end + 1s; b.click" attributeName="fill" values="url(#a-b);url(#no)"/></g>',
    '<g><linearGradient id="p-a-b"/><path fill="url(#p-a-b)" style="mix-blend-mode:normal;mask-image:url(#p-a-b)"/>' +
      '<use href="#p-b"/><path id="p-b" aria-labelledby="p-t x"/><title id="p-t">#b</title>' +
      '<animate id="p-z" begin="0;p-z.end + 1s; p-b.click" attributeName="fill" values="url(#p-a-b);url(#no)"/></g>',
  ],
};

/** An animation, and the start of the drawing with it. */
const endless = (attributes: string, name = "animate"): string =>
  `<${name} repeatCount="indefinite" dur="1s" ${attributes}/>`;
const lasting = (attributes: string, name = "animate"): string => `<${name} fill="freeze" ${attributes}/>`;

const SETTLED: Readonly<Record<string, readonly [before: string, start: string]>> = {
  "the last value of a list": [
    `<path d="M0 0">${lasting('attributeName="d" values="M0 0;M1 1;"')}</path>`,
    '<path d="M1 1">',
  ],
  "the value of a set element": [
    `<g opacity="0">${lasting('attributeName="opacity" begin=".5s" to="1"', "set")}<path/></g>`,
    '<g opacity="1">',
  ],
  "the later of two animations of an attribute": [
    `<circle r="1">${lasting('attributeName="r" to="2"')}${lasting('attributeName="cx" to="1"')}${lasting('attributeName="r" begin="1s" to="3"')}</circle>`,
    '<circle r="3" cx="1">',
  ],
  "a rotation": [
    `<g>${lasting('attributeName="transform" type="rotate" values="0 8 8;90 8 8"', "animateTransform")}</g>`,
    '<g transform="rotate(90 8 8)">',
  ],
  "the end of a motion": [
    `<path transform="rotate(90)">${lasting('path="M0 0v-22h4"', "animateMotion")}</path>`,
    '<path transform="translate(4 -22)rotate(90)"><animateMotion fill="freeze" path="M-4 22v-22h4"/></path>',
  ],
  "the end of a motion on curves": [
    `<path>${lasting('path="m1 1 0-2A1 1 0 0 1 5,5V3H2C1 1 2 2 3 4z"', "animateMotion")}</path>`,
    '<path transform="translate(1 1)"><animateMotion fill="freeze" path="M0 0l0 -2A1 1 0 0 1 4 4V2H1C0 0 1 1 2 3z"/>',
  ],
  "an outer and an inner element": [
    `<g opacity="0"><circle r="1">${lasting('attributeName="r" to="5"')}</circle>${lasting('attributeName="opacity" to="1"')}</g>`,
    '<g opacity="1"><circle r="5">',
  ],
  "a visible size of what grows and shrinks without end": [
    `<circle cx="12">${endless('attributeName="r" values="0;8;8;0"')}</circle>`,
    '<circle cx="12" r="8">',
  ],
  "a visible opacity": [
    `<path opacity="0">${endless('attributeName="opacity" values="0;.4;0"')}</path>`,
    '<path opacity=".4">',
  ],
  "a visible scale": [
    `<path transform="translate(2 2) scale(0)">${endless('attributeName="transform" type="scale" values="0;1"', "animateTransform")}</path>`,
    '<path transform="translate(2 2) scale(1)">',
  ],
  "a visible line": [
    `<path stroke-dasharray="20" stroke-dashoffset="20">${endless('attributeName="stroke-dashoffset" values="20;0;-20"')}</path>`,
    '<path stroke-dasharray="20" stroke-dashoffset="0">',
  ],
  "a visible part of a circle of animations": [
    `<path display="none"><set id="a" attributeName="display" begin="0;a.end+1s" dur="1s" to="inline"/></path>`,
    '<path display="inline">',
  ],
  "what disappears, if nothing else is left": [
    `<path opacity="1">${lasting('attributeName="opacity" values="1;0"')}</path>`,
    '<path opacity="1">',
  ],
  "nothing of what disappears, if something else is left": [
    `<path opacity="1">${lasting('attributeName="opacity" values="1;0"')}</path><path/>`,
    '<path opacity="0">',
  ],
};

const UNCHANGED: Readonly<Record<string, string>> = {
  "plain shapes":
    '<g fill="none" stroke="red"><path transform="rotate(45 12 12) scale(2,3)translate(-1.5-2)" d="M0 0"/></g>',
  "plain colors": '<path fill="rgb(1,2,3)" stroke="RED"/><path fill="#abc" stroke="rgba(0,0,0,.5)" color="inherit"/>',
  "classes without a style sheet": '<path class="a"/>',
  "an endless animation of what is visible": `<circle r="2">${endless('attributeName="r" values="0;8;0"')}</circle>`,
  "an animation without lasting effect": '<circle r="0"><animate attributeName="r" to="1"/></circle><path/>',
  "an animation of another element": `<circle r="0">${lasting('xlink:href="#x" attributeName="r" to="1"')}</circle><path/>`,
  "a motion that ends where it began": `<g>${lasting('path="M0 0h9h-9"', "animateMotion")}</g><path/>`,
  "a motion along what is no path": `<g>${lasting('path="M0 0h1 2v"', "animateMotion")}</g><path/>`,
  "an additive animation": `<g>${lasting('attributeName="transform" additive="sum" type="scale" to="2"', "animateTransform")}</g><path/>`,
};

describe("a normalized drawing", () => {
  it.each(Object.entries(CONTENTS))("has %s", (_, [before, after]) => {
    const text = withP(normalize(drawing(before)));
    const hasClass = after.includes("<style>");
    expect(text).toBe(drawing(after, hasClass ? ' class="p"' : ""));
  });

  it.each(Object.entries(SETTLED))("shows %s", (_, [before, start]) => {
    expect(withP(normalize(drawing(before)))).toContain(`<svg ${SVG}>${start}`);
  });

  it.each(Object.entries(UNCHANGED))("keeps %s byte for byte", (_, body) => {
    const root = body.includes("xlink") ? ' xmlns:xlink="http://www.w3.org/1999/xlink"' : "";
    expect(normalize(drawing(body, root))).toBe(drawing(body, root));
  });

  it.each(["", ' viewBox="0 0 0 9"', ' viewBox="-2.5,1e1 24 0.0"'])(
    "has a view box of its size instead of%s",
    (box) => {
      const [start, end] = [
        '<svg xmlns="http://www.w3.org/2000/svg" width="24pt" height="9"',
        '><path d="M0 0"/></svg>',
      ];
      expect(normalize(`${start}${box}${end}`)).toBe(`${start} viewBox="0 0 32 9"${end}`);
    },
  );

  it("has a view box if it has a size", () => {
    const root = (attributes: string): string =>
      `<svg xmlns="http://www.w3.org/2000/svg"${attributes}><path d="M0 0"/></svg>`;
    expect(normalize(root(' width="9.25" height="1in"'))).toBe(
      root(' width="9.25" height="1in" viewBox="0 0 9.25 96"'),
    );
    for (const whole of [' width="9.25" height="2" viewBox="0 0 9 9"', ' width="9.25"'])
      expect(normalize(root(whole))).toBe(root(whole));
  });

  it("moves the transform of its root to a group", () => {
    expect(normalize(drawing("<path/>", ' transform="scale(-1 1)"'))).toBe(
      drawing('<g transform="translate(12 12)scale(-1 1)translate(-12 -12)"><path/></g>'),
    );
  });

  it.each([...Object.values(CONTENTS), ...Object.values(SETTLED)])(
    "stays the same when normalized again: %s",
    (before) => {
      const once = normalize(drawing(before));
      expect(normalize(once)).toBe(once);
    },
  );

  it("has other ids than a drawing that differs in anything", () => {
    const body = (color: string): string =>
      `<linearGradient id="a"><stop stop-color="${color}"/></linearGradient><path fill="url(#a)"/>`;
    const prefixOf = (svg: string): string => PREFIX[Symbol.match](svg)![0];
    const red = normalize(drawing(body("red")));
    expect(prefixOf(red)).not.toBe(prefixOf(normalize(drawing(body("blue")))));
    const edited = normalize(red.replace('"red"', '"lime"'));
    expect(prefixOf(edited)).toBe(prefixOf(normalize(drawing(body("lime")))));
  });

  it("keeps most real drawings byte for byte, and normalizes none twice", () => {
    const { icons } = createRequire(import.meta.url)("@iconify-json/logos/icons.json");
    let changed = 0;
    for (const { body } of Object.values<{ body: string }>(icons)) {
      const svg = `<svg ${SVG} xmlns:xlink="http://www.w3.org/1999/xlink">${body}</svg>`;
      const once = normalize(svg);
      if (once !== svg) changed++;
      else expect(body).not.toMatch(/ (?:id|style|class)=/);
      expect(normalize(once)).toBe(once);
    }
    expect(changed / Object.keys(icons).length).toBeLessThan(0.25);
  });

  it("shows all of a drawing that draws itself", async () => {
    const ink = async (svg: string): Promise<number> => {
      const { channels } = await sharp(Buffer.from(svg)).ensureAlpha().stats();
      return channels[3]!.mean;
    };
    const line = `<path stroke="#000" stroke-width="4" d="M2 2h20" stroke-dasharray="20"/>`;
    const drawn = `<path stroke="#000" stroke-width="4" d="M2 12h20" stroke-dasharray="20" stroke-dashoffset="20">${lasting('attributeName="stroke-dashoffset" begin="0.6s" dur="0.2s" to="0"')}</path>`;
    const before = await ink(drawing(line + drawn));
    expect(await ink(normalize(drawing(line + drawn)))).toBeCloseTo(2 * before);
  });
});
