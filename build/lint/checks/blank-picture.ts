import type { Check } from "../check.js";

/** Part of the square from which on it counts as filled. */
const FILLED = 0.99;

export const blankPicture: Check = {
  severity: "warning",
  about: "a picture that is one even colour from edge to edge",
  remedy: "Look at the picture; mostly a sign has the colour of its background or tint.",
  pictures: true,
  begin: ({ report }) => ({
    record({ ordinal, source, picture }) {
      if (picture === undefined || picture.shape.cover < FILLED || picture.shape.sharpness > 0.5) return;
      const [only, ...others] = picture.colorPalette;
      if (others.length > 0) return;
      report(ordinal, { path: ["image"], value: source.image, message: `shows nothing but ${only!.hex}` });
    },
  }),
};
