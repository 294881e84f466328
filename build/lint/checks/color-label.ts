import { converter, type Oklab } from "culori";
import type { Check } from "../check.js";
import { isNearLabel } from "../near-label.js";

const toOklab = converter("oklab");

/** Smaller parts of a picture are not shown in its palette. */
const LEAST_SHARE = 0.02;
/** A part of a picture that nobody overlooks. */
const LARGE_SHARE = 0.25;

export const colorLabel: Check = {
  severity: "warning",
  about:
    "`colors` that the picture contradicts: a label that no colour of 2 % of the picture comes near (0.05 in OKLab along each axis), or none for a colour of 25 %",
  remedy: "Mend the labels, or leave colors out: then they are measured.",
  pictures: true,
  begin: ({ report }) => ({
    record({ ordinal, source: { colors }, picture }) {
      if (colors === undefined || picture === undefined) return;
      const seen = picture.colorPalette.filter(({ share }) => share >= LEAST_SHARE);
      const isLike = (label: (typeof colors)[number], { hex }: (typeof seen)[number]): boolean =>
        isNearLabel(label, toOklab(hex) as Oklab);
      for (const [at, label] of colors.entries()) {
        if (seen.some((color) => isLike(label, color))) continue;
        const message = `is not in the picture, which is ${picture.colors.join(", ")}`;
        report(ordinal, { path: ["colors", at], value: label, message });
      }
      for (const color of seen) {
        if (color.share < LARGE_SHARE || colors.some((label) => isLike(label, color))) continue;
        const message = `lacks ${color.name}, ${Math.round(color.share * 100)} % of the picture (${color.hex})`;
        report(ordinal, { path: ["colors"], value: colors, message });
      }
    },
  }),
};
