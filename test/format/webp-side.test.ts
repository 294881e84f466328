import fc from "fast-check";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { FormatError } from "#src/format/errors.js";
import { webpSide } from "#src/format/webp-side.js";

const KINDS = { "VP8 ": { quality: 80 }, VP8L: { lossless: true }, VP8X: { quality: 80, alphaQuality: 50 } };

/** @param alpha of every pixel */
function webp(side: number, options: object, alpha: number): Promise<Buffer> {
  return sharp({ create: { width: side, height: side, channels: 4, background: { r: 9, g: 99, b: 199, alpha } } })
    .webp(options)
    .toBuffer();
}

describe("side of a WebP image", () => {
  it.each(Object.entries(KINDS))("reads the same side from the header as a decoder does: %s", async (kind, options) => {
    for (const side of [1, 127, 128, 129, 512, 1025]) {
      const picture = await webp(side, options, kind === "VP8X" ? 0.5 : 1);
      expect(picture.toString("latin1", 12, 16)).toBe(kind);
      expect(webpSide(picture)).toBe(side);
    }
  });

  it("rejects data that is not WebP or ends before the side", async () => {
    const picture = await webp(128, KINDS.VP8X, 0.5);
    for (let length = 0; length < 27; length++) {
      expect(() => webpSide(picture.subarray(0, length))).toThrow(FormatError);
    }
    expect(() => webpSide(Buffer.from("RIFF....WEBPtoString..............."))).toThrow(FormatError);
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(() => webpSide(Buffer.from(bytes))).toThrow(FormatError);
      }),
    );
  });
});
