import type { Check } from "../check.js";
import { isNearlyWhite, shareOf, showsGround } from "../contrast.js";

export const whiteOnNothing: Check = {
  severity: "warning",
  about:
    "a picture of which 98 % are nearly white (lightness in OKLab over 0.93, chroma under 0.04) on a clear ground: it can't be seen on a white page",
  remedy: "Give the record a background, or another tint.",
  pictures: true,
  begin: ({ report }) => ({
    record({ ordinal, source, picture }) {
      if (picture === undefined || !showsGround(picture) || shareOf(picture, isNearlyWhite) < 0.98) return;
      const message = "is white on nothing, invisible on a white page";
      report(ordinal, { path: ["image"], value: source.image, message });
    },
  }),
};
