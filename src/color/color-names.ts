import { COLOR_LABELS, type ColorLabel } from "./color-labels.js";
import { nearestLabel } from "./nearest-label.js";
import { parseColor } from "./parse-color.js";

/** Names that CSS defines otherwise than people use them, or not at all. */
const USUAL_NAMES: Readonly<Record<string, ColorLabel>> = {
  violet: "purple",
  lilac: "purple",
  amber: "orange",
  mint: "green",
};

const NAME = /^[a-z]+$/;

/**
 * The label that a color name stands for, such as `navy` or `grey`: a label, a usual name, or the label nearest to the
 * CSS color of that name. Undefined for other texts.
 *
 * @param name in lower case
 */
export function labelOfName(name: string): ColorLabel | undefined {
  const label = COLOR_LABELS.find((known) => known === name);
  if (label !== undefined) return label;
  if (Object.hasOwn(USUAL_NAMES, name)) return USUAL_NAMES[name];
  const color = NAME.test(name) ? parseColor(name) : undefined;
  return color === undefined || color.alpha === 0 ? undefined : nearestLabel(color);
}
