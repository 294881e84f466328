import type { Check } from "../check.js";

const LEAST_SIDE = 64;

export const smallPicture: Check = {
  severity: "warning",
  about: "a raster file whose longer side has fewer than 64 pixels: it is enlarged to be served, and looks it",
  remedy: "Find the picture as a drawing or in a larger size.",
  pictures: true,
  begin: ({ report }) => ({
    record({ ordinal, source, picture }) {
      const [width, height] = picture?.size ?? [LEAST_SIDE, LEAST_SIDE];
      if (Math.max(width, height) >= LEAST_SIDE) return;
      const message = `has ${width} × ${height} pixels, fewer than ${LEAST_SIDE}`;
      report(ordinal, { path: ["image"], value: source.image, message });
    },
  }),
};
