import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { longerSideOf } from "#build/image/render/svg-size.js";

const xmlns = 'xmlns="http://www.w3.org/2000/svg"';
const BOX = '<rect width="5" height="5"/></svg>';

describe("SVG size read without parsing", () => {
  it.each([
    [`<svg ${xmlns} viewBox="0 0 24 24">`, 24],
    [`<svg ${xmlns} viewBox='0,0 20.4,48.6'>`, 49],
    [`<svg ${xmlns} width="30" height="40" viewBox="0 0 1 1">`, 40],
    [`<svg ${xmlns}\n  width = "30px"\n  height = "12.5px">`, 30],
    [`<?xml version="1.0"?>\n<svg ${xmlns} viewBox="-5 -5 10 30">`, 30],
  ])("reads the same SVG size as the decoder: %s", async (start, expected) => {
    const svg = Buffer.from(start + BOX);
    expect(longerSideOf(svg)).toBe(expected);
    const { width, height } = await sharp(svg, { density: 72 }).metadata();
    expect(Math.max(width, height)).toBe(expected);
  });

  it.each([
    `<svg ${xmlns}>`,
    `<svg ${xmlns} width="24">`,
    `<svg ${xmlns} width="10mm" height="10mm">`,
    `<svg ${xmlns} width="100%" height="100%" viewBox="0 0 9 9">`,
    `<svg ${xmlns} width="0" height="0">`,
    `<svg ${xmlns} viewBox="0 0 -4 nine">`,
    `<svg ${xmlns} viewBox="0 0 24 24" style="width:9px">`,
    `<!-- <svg width="1" height="1"> --><svg ${xmlns} width="24" height="24">`,
    `<!DOCTYPE svg [<!ENTITY a "9">]><svg ${xmlns} width="&a;" height="&a;">`,
    `<svg ${xmlns} viewBox="0 0 24 24" data-long="${"x".repeat(3000)}">`,
    "no drawing at all",
  ])("leaves a size that is not explicit to the decoder: %s", (start) => {
    expect(longerSideOf(Buffer.from(start + BOX))).toBeUndefined();
  });
});
