import type { Check } from "../check.js";
import { isNearlyBlack, shareOf, showsGround } from "../contrast.js";

export const blackOnNothing: Check = {
  severity: "info",
  about:
    "a picture of which 98 % are nearly black (lightness in OKLab under 0.25, chroma under 0.04) on a clear ground: it can't be seen on a dark page",
  remedy: "Give the record a background if dark pages are to show it.",
  pictures: true,
  begin: ({ report }) => ({
    record({ ordinal, source, picture }) {
      if (picture === undefined || !showsGround(picture) || shareOf(picture, isNearlyBlack) < 0.98) return;
      const message = "is black on nothing, invisible on a dark page";
      report(ordinal, { path: ["image"], value: source.image, message });
    },
  }),
};
