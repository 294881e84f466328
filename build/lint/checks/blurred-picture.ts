import type { Check } from "../check.js";

/** A crisp edge that lies between two pixels makes two steps of a half. */
const LEAST_SHARPNESS = 0.2;

export const blurredPicture: Check = {
  severity: "info",
  about:
    "a raster file without a single sharp edge: no step over a 128th of its side is a fifth of its range of lightness and opacity",
  remedy: "Find the picture as a drawing, or a sharper one.",
  pictures: true,
  begin: ({ report }) => ({
    record({ ordinal, source, picture }) {
      if (picture?.size === undefined || picture.colorPalette.length < 2) return;
      if (picture.shape.sharpness >= LEAST_SHARPNESS) return;
      report(ordinal, { path: ["image"], value: source.image, message: "has no sharp edge" });
    },
  }),
};
