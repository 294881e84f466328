import type { Check } from "../check.js";

const LEAST_SIDE = 0.5;

export const wideMargin: Check = {
  severity: "info",
  about:
    "a picture that leaves half of its square or more empty, in width or in height: it looks smaller than its neighbours",
  remedy: "Crop the picture, or choose the sign without the words beside it.",
  pictures: true,
  begin: ({ report }) => ({
    record({ ordinal, source, picture }) {
      if (picture === undefined) return;
      const { width, height } = picture.shape;
      if (Math.min(width, height) > LEAST_SIDE) return;
      const message = `fills ${percent(width)} of the width and ${percent(height)} of the height`;
      report(ordinal, { path: ["image"], value: source.image, message });
    },
  }),
};

function percent(part: number): string {
  return `${Math.round(part * 100)} %`;
}
