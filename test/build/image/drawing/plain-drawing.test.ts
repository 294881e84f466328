import { readFileSync } from "node:fs";
import { parseXml, type XmlElement } from "@rgrove/parse-xml";
import fc from "fast-check";
import { expect, it } from "vitest";
import { isPlainBody, readPlainDrawing } from "#build/image/drawing/plain-drawing.js";
import { sanitizeDrawing } from "#build/image/drawing/sanitize-drawing.js";

const START = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">';

/** As sanitizing takes it if it does not read plain drawings in another way. */
const unlike = (svg: string): string => svg.replace(" ", "  ");

/** Whether sanitizing leaves a body as it is. */
function isKept(body: string): boolean {
  const svg = unlike(`${START}${body}</svg>`);
  try {
    return sanitizeDrawing(svg).text === svg;
  } catch {
    return false;
  }
}

const pieces = [
  ...[
    '<path d="M0 0"/>',
    '<g fill="none">',
    "</g>",
    "<g>",
    "</path>",
    "<script/>",
    '<path onclick="x"/>',
    " ",
    "x",
    "\n",
  ],
  ...[
    '<path d="M0 0" d="M1 1"/>',
    '<use href="#a"/>',
    '<path style="fill:red"/>',
    '<path fill="url(#a)"/>',
    "<!-- -->",
  ],
  ...['<path fill="&lt;"/>', "<path d='M0 0'/>", '<circle r="1" />', '<g id="a">', '<path constructor="1"/>', "<svg/>"],
];

it("is plain only if sanitizing keeps it as it is", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 6 }), (parts) => {
      const body = parts.join("");
      if (isPlainBody(body)) expect(isKept(body), body).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

it("recognizes nearly all icons of a set", () => {
  const { icons } = JSON.parse(readFileSync("node_modules/@iconify-json/simple-icons/icons.json", "utf8")) as {
    icons: Record<string, { body: string }>;
  };
  const bodies = Object.values(icons).map(({ body }) => body);
  const plain = bodies.filter(isPlainBody);
  expect(plain.length).toBeGreaterThan(0.99 * bodies.length);
  for (const body of plain.slice(0, 300)) expect(isKept(body)).toBe(true);
});

const bare = ({ name, attributes, children }: XmlElement): unknown => [
  name,
  attributes,
  children.map((child) => bare(child as XmlElement)),
];

it("reads the same elements as a parser of XML", () => {
  const roots = [
    START,
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="1em" fill="red">',
    "<svg>",
    '<svg xmlns="http://www.w3.org/1999/xhtml">',
    '<svg xmlns="http://www.w3.org/2000/svg" onload="x">',
    '<svg xmlns="http://www.w3.org/2000/svg"><svg>',
  ];
  let read = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(...roots),
      fc.array(fc.constantFrom(...pieces), { maxLength: 6 }),
      fc.constantFrom("</svg>", "</svg> ", "</svg><path/>", "<!-- --></svg>"),
      (root, parts, end) => {
        const svg = root + parts.join("") + end;
        const plain = readPlainDrawing(svg);
        if (plain === undefined) return;
        read++;
        expect(bare(plain)).toEqual(bare(parseXml(svg).root!));
        expect(sanitizeDrawing(unlike(svg)).text).toBe(unlike(svg));
      },
    ),
    { numRuns: 5000 },
  );
  expect(read).toBeGreaterThan(50);
});
