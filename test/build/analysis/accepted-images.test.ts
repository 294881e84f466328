import sharp from "sharp";
import { afterAll, describe, expect, it } from "vitest";
import { createAnalysisPool } from "#build/analysis/analysis-pool.js";
import type { AnalysisOutcome } from "#build/analysis/analyze-process.js";

const SIGN = '<path fill="#d32f2f" d="M8 9h31l7 22 13-19h30L66 47l27 41H61L47 63 31 92H6l25-44z"/>';
const drawing = (body: string, attributes = ""): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"${attributes}>${body}</svg>`);

const pool = createAnalysisPool(1);
afterAll(() => pool.close());
const analyze = (bytes: Buffer, kind: "svg" | "raster" = "svg"): Promise<AnalysisOutcome> =>
  pool.analyze({ image: { kind, bytes }, options: { padding: 0, images: false } });

/** What an analysis says; the hash of a faint image has less contrast, and the pixels of its edges may differ. */
const told = (outcome: AnalysisOutcome): unknown => {
  if ("error" in outcome) return outcome.error;
  const { colors, style, shape, colorPalette } = outcome;
  const sides = [shape.width, shape.height].map((side) => Math.round(side * 32) / 32);
  return { colors, style, sides, shares: colorPalette.map(({ share }) => share) };
};

describe("faint images", () => {
  it.each([0.75, 0.5, 0.45, 0.2, 0.07])("are measured like opaque ones, at opacity %d", async (opacity) => {
    const faint = drawing(`<g opacity="${opacity}">${SIGN}</g>`);
    const opaque = told(await analyze(drawing(SIGN)));
    expect(opaque).toMatchObject({ colors: ["red"], style: "glyph" });
    expect(told(await analyze(faint))).toEqual(opaque);
    const raster = await sharp(faint).resize(128, 128).png().toBuffer();
    expect(told(await analyze(raster, "raster"))).toEqual(opaque);
  });

  it.each([
    ["", "it shows nothing: every pixel is transparent; give the record a background or a tint"],
    [
      `<g opacity="0.05">${SIGN}</g>`,
      "it shows nothing: no pixel is more than 5 % opaque; give the record a background or a tint",
    ],
  ])("are refused if nobody can see them: %s", async (body, reason) => {
    expect(told(await analyze(drawing(body)))).toBe(reason);
  });
});

describe("parts that are never drawn", () => {
  it.each([
    ...["<script/>", "<script></script>", '<script type="text/javascript">\n</script>', "<s:script />"],
    ...["<script><![CDATA[]]></script>", "<script><!-- none --></script>", '<foreignObject width="9"/>'],
  ])("change nothing but the list of removed parts if they are empty: %s", async (part) => {
    const space = ' xmlns:s="http://www.w3.org/2000/svg"';
    const analysis = await analyze(drawing(`${SIGN}${part}`, space));
    expect({ ...analysis, removed: [] }).toEqual(await analyze(drawing(SIGN)));
  });

  it.each([
    ["<script>go()</script>", "a script"],
    ["<script><![CDATA[go()]]></script>", "a script"],
    ["<script>\n</script><script>go()</script>", "a script"],
    ['<script href="https://127.0.0.1/go.js"/>', "https://127.0.0.1/go.js"],
    ["<foreignObject><p>text</p></foreignObject>", "foreign content"],
  ])("are refused if they hold or load something: %s", async (part, reason) => {
    expect(told(await analyze(drawing(`${SIGN}${part}`)))).toContain(reason);
  });
});
