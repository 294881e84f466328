import { createRequire } from "node:module";
import sharp from "sharp";
import { expect, it } from "vitest";
import { freezeAnimations } from "#build/image/source/freeze-animations.js";

const freeze = (attributes: string, name = "animate"): string => `<${name} fill="freeze" ${attributes}/>`;

it.each([
  [
    "the last value of a list",
    `<path d="M0 0">${freeze('attributeName="d" values="M0 0;M1 1;"')}</path>`,
    '<path d="M1 1">',
  ],
  [
    "the value of a set",
    `<g opacity="0">${freeze('attributeName="opacity" begin=".5s" to="1"', "set")}</g>`,
    '<g opacity="1">',
  ],
  ["an attribute that was not there", `<g>${freeze('attributeName="r" to="3"')}</g>`, '<g r="3">'],
  [
    "the later of two, beside others",
    `<g r="1" id="x">${freeze('attributeName="r" to="2"')}${freeze('attributeName="cx" to="$1"')}${freeze('attributeName="r" begin="1s" to="3"')}</g>`,
    '<g id="x" r="3" cx="$1">',
  ],
  [
    "a turn",
    `<g>${freeze('attributeName="transform" type="rotate" values="0 8 8;90 8 8"', "animateTransform")}</g>`,
    '<g transform="rotate(90 8 8)">',
  ],
  [
    "of an inner drawing only what is its own",
    `<g opacity="0"><path stroke-dashoffset="8">${freeze('attributeName="stroke-dashoffset" to="0"')}</path><b/></g>`,
    '<g opacity="0"><path stroke-dashoffset="0">',
  ],
  [
    "of an outer and an inner drawing, each its own",
    `<g opacity="0"><path r="1">${freeze('attributeName="r" to="0"')}</path>${freeze('attributeName="opacity" to="1"')}</g>`,
    '<g opacity="1"><path r="0">',
  ],
])("a settled drawing has %s", (_, svg, expected) => {
  expect(freezeAnimations(svg).startsWith(expected)).toBe(true);
  expect(freezeAnimations(svg).replaceAll(/<[gp][^>]*>/g, "")).toBe(svg.replaceAll(/<[gp][^>]*>/g, ""));
});

it.each([
  ["ends without trace", '<g r="0"><animate attributeName="r" to="1"/></g>'],
  ["waits for an event", `<g r="0">${freeze('attributeName="r" begin="a.end+1s" to="1"')}</g>`],
  ["starts over and over", `<g r="0">${freeze('attributeName="r" begin="0;a.end" to="1"')}</g>`],
  [
    "adds to what is there",
    `<g>${freeze('attributeName="transform" additive="sum" type="scale" to="2"', "animateTransform")}</g>`,
  ],
  ["belongs elsewhere", `<g r="0">${freeze('href="#x" attributeName="r" to="1"')}</g>`],
  ["belongs to nothing", freeze('attributeName="r" to="1"')],
  ["names what can be no attribute", `<g>${freeze('attributeName="r(" to="1"')}</g>`],
  ["names no attribute", `<g>${freeze('to="1"')}</g>`],
])("an animation that %s changes nothing", (_, svg) => {
  expect(freezeAnimations(svg)).toBe(svg);
});

it("an icon that draws itself shows all of its drawing", async () => {
  const ink = async (body: string): Promise<number> => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${body}</svg>`;
    const { channels } = await sharp(Buffer.from(svg)).ensureAlpha().stats();
    return channels[3]!.mean;
  };
  const line = `<path stroke="#000" stroke-width="4" d="M2 2h20" stroke-dasharray="20"/>`;
  const drawn = `<path stroke="#000" stroke-width="4" d="M2 12h20" stroke-dasharray="20" stroke-dashoffset="20">${freeze('attributeName="stroke-dashoffset" begin="0.6s" dur="0.2s" to="0"')}</path>`;
  expect(await ink(freezeAnimations(line + drawn))).toBeCloseTo(2 * (await ink(line + drawn)));
});

it("drawings without animation are left as they are", () => {
  const { icons } = createRequire(import.meta.url)("@iconify-json/logos/icons.json");
  for (const { body } of Object.values<{ body: string }>(icons)) expect(freezeAnimations(body)).toBe(body);
});
