import { createRequire } from "node:module";
import sharp from "sharp";
import { expect, it } from "vitest";
import { freezeAnimations } from "#build/image/source/freeze-animations.js";

const freeze = (attributes: string, name = "animate"): string => `<${name} fill="freeze" ${attributes}/>`;

it.each([
  [
    "keeps the last value of a list",
    `<path d="M0 0">${freeze('attributeName="d" values="M0 0;M1 1;"')}</path>`,
    '<path d="M1 1">',
  ],
  [
    "keeps the value of a set element",
    `<g opacity="0">${freeze('attributeName="opacity" begin=".5s" to="1"', "set")}</g>`,
    '<g opacity="1">',
  ],
  ["adds a missing attribute", `<g>${freeze('attributeName="r" to="3"')}</g>`, '<g r="3">'],
  [
    "keeps the later of two animations of an attribute, among others",
    `<g r="1" id="x">${freeze('attributeName="r" to="2"')}${freeze('attributeName="cx" to="$1"')}${freeze('attributeName="r" begin="1s" to="3"')}</g>`,
    '<g id="x" r="3" cx="$1">',
  ],
  [
    "keeps a rotation",
    `<g>${freeze('attributeName="transform" type="rotate" values="0 8 8;90 8 8"', "animateTransform")}</g>`,
    '<g transform="rotate(90 8 8)">',
  ],
  [
    "changes only the animated attributes of an inner element",
    `<g opacity="0"><path stroke-dashoffset="8">${freeze('attributeName="stroke-dashoffset" to="0"')}</path><b/></g>`,
    '<g opacity="0"><path stroke-dashoffset="0">',
  ],
  [
    "changes the attributes of an outer and an inner element separately",
    `<g opacity="0"><path r="1">${freeze('attributeName="r" to="0"')}</path>${freeze('attributeName="opacity" to="1"')}</g>`,
    '<g opacity="1"><path r="0">',
  ],
])("freezes animations: %s", (_, svg, expected) => {
  expect(freezeAnimations(svg).startsWith(expected)).toBe(true);
  expect(freezeAnimations(svg).replaceAll(/<[gp][^>]*>/g, "")).toBe(svg.replaceAll(/<[gp][^>]*>/g, ""));
});

it.each([
  ["has no lasting effect", '<g r="0"><animate attributeName="r" to="1"/></g>'],
  ["waits for an event", `<g r="0">${freeze('attributeName="r" begin="a.end+1s" to="1"')}</g>`],
  ["restarts repeatedly", `<g r="0">${freeze('attributeName="r" begin="0;a.end" to="1"')}</g>`],
  [
    "is additive",
    `<g>${freeze('attributeName="transform" additive="sum" type="scale" to="2"', "animateTransform")}</g>`,
  ],
  ["targets another element", `<g r="0">${freeze('href="#x" attributeName="r" to="1"')}</g>`],
  ["has no parent element", freeze('attributeName="r" to="1"')],
  ["has an invalid attribute name", `<g>${freeze('attributeName="r(" to="1"')}</g>`],
  ["has no attribute name", `<g>${freeze('to="1"')}</g>`],
])("ignores an animation that %s", (_, svg) => {
  expect(freezeAnimations(svg)).toBe(svg);
});

it("shows all of a drawing that draws itself", async () => {
  const ink = async (body: string): Promise<number> => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${body}</svg>`;
    const { channels } = await sharp(Buffer.from(svg)).ensureAlpha().stats();
    return channels[3]!.mean;
  };
  const line = `<path stroke="#000" stroke-width="4" d="M2 2h20" stroke-dasharray="20"/>`;
  const drawn = `<path stroke="#000" stroke-width="4" d="M2 12h20" stroke-dasharray="20" stroke-dashoffset="20">${freeze('attributeName="stroke-dashoffset" begin="0.6s" dur="0.2s" to="0"')}</path>`;
  expect(await ink(freezeAnimations(line + drawn))).toBeCloseTo(2 * (await ink(line + drawn)));
});

it("leaves drawings without animation unchanged", () => {
  const { icons } = createRequire(import.meta.url)("@iconify-json/logos/icons.json");
  for (const { body } of Object.values<{ body: string }>(icons)) expect(freezeAnimations(body)).toBe(body);
});
