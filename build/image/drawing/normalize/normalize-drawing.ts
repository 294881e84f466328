import type { SafeDrawing } from "../sanitize-drawing.js";
import { writeDrawing } from "../write-drawing.js";
import { settleAnimations } from "./animations.js";
import { settleChoices } from "./choices.js";
import { simplifyColors } from "./colors.js";
import { settleGradients } from "./gradients.js";
import { giveOwnNames } from "./own-names.js";
import { resolvePercentages } from "./percentages.js";
import { applyStyles } from "./styles.js";
import { applyTransforms } from "./transforms.js";
import { settleViewBox } from "./view-box.js";

/**
 * Rewrites what renderers, or pages that contain several drawings, treat differently: style sheets and `style` become
 * attributes, colors hexadecimal, transforms plain, choices of language decided; animations leave an image without them,
 * and ids belong to this drawing alone. Rules that depend on the reader (`@media`, `:hover`) remain in a style sheet.
 * Cost: a few microseconds per element.
 *
 * @returns the same drawing if it needs nothing; otherwise its tree is changed in place
 */
export function normalizeDrawing(drawing: SafeDrawing): SafeDrawing {
  const { root } = drawing;
  // Each step relies on those before it.
  const steps = [
    settleViewBox,
    settleChoices,
    applyStyles,
    simplifyColors,
    applyTransforms,
    resolvePercentages,
    settleGradients,
    settleAnimations,
    giveOwnNames,
  ];
  let isChanged = false;
  for (const step of steps) isChanged = step(root) || isChanged;
  return isChanged ? { ...drawing, text: writeDrawing(root) } : drawing;
}
