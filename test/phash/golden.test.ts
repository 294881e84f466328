import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { decodeImage } from "#build/image/render/measured-pixels.js";
import { formatHash, phash } from "#src/phash/phash.js";
import golden from "../golden/phash.json" with { type: "json" };
import { renderPng } from "../reference/iconify.js";
import { SYNTHETIC } from "../reference/synthetic.js";

describe("perceptual hash of golden images, as Python's ImageHash computes it", () => {
  it.each(Object.entries(golden.icons))("hashes %s to %s", async (reference, hash) => {
    const bytes = await renderPng(reference);
    expect(formatHash(phash(await decodeImage({ kind: "raster", bytes })))).toBe(hash);
  });

  it.each(Object.entries(golden.synthetic))("hashes the synthetic image %s to %s", (name, hash) => {
    expect(formatHash(phash(SYNTHETIC[name]!))).toBe(hash);
  });

  it("covers every synthetic image and icons of both sets", () => {
    expect(Object.keys(golden.synthetic)).toEqual(Object.keys(SYNTHETIC));
    expect(Object.keys(golden.icons)).toHaveLength(60);
  });

  it("computes the same hash from an image file", async () => {
    for (const [name, { data, width, height }] of Object.entries(SYNTHETIC)) {
      const bytes = await sharp(data, { raw: { width, height, channels: 4 } })
        .png()
        .toBuffer();
      const decoded = await decodeImage({ kind: "raster", bytes });
      expect([name, phash(decoded)]).toEqual([name, phash(SYNTHETIC[name]!)]);
    }
  });
});
