import type { Oklab } from "culori";
import type { ColorLabel } from "#src/color/color-labels.js";
import { nearestLabelTo } from "#src/color/labels.js";

/** How far from a colour another name may begin so that people could call it by either. */
const REACH = 0.05;
const STEPS = [-REACH, -REACH / 2, 0, REACH / 2, REACH];

/** Whether a colour has a label, or one beside it in OKLab has. Cost: 125 labels at most. */
export function isNearLabel(label: ColorLabel, { l, a, b }: Oklab): boolean {
  return STEPS.some((lightness) =>
    STEPS.some((red) =>
      STEPS.some((yellow) => nearestLabelTo({ mode: "oklab", l: l + lightness, a: a + red, b: b + yellow }) === label),
    ),
  );
}
