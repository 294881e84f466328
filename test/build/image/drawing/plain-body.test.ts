import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, it } from "vitest";
import { isPlainBody } from "#build/image/drawing/plain-body.js";
import { sanitizeDrawing } from "#build/image/drawing/sanitize-drawing.js";

const START = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">';

/** Whether sanitizing leaves a body as it is. */
function isKept(body: string): boolean {
  const svg = `${START}${body}</svg>`;
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
