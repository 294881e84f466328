import type { XmlElement } from "@rgrove/parse-xml";
import { sizeOfDrawing } from "../drawing-size.js";

const EMPTY = /^\s*(?:[-+.\de]+[\s,]+){2}(?:0*\.?0+[\s,]+[.\de]+|[.\de]+[\s,]+0*\.?0+)\s*$/i;

/**
 * Gives the root a view box of its width and height if it has none or an empty one. Without one, pages that give it
 * another size cut it instead of scaling it, and frames of fractional sizes are cut to whole pixels; with an empty one,
 * browsers show nothing.
 *
 * @returns whether anything changed
 */
export function settleViewBox(root: XmlElement): boolean {
  const { attributes } = root;
  const isEmpty = EMPTY.test(attributes.viewBox ?? "");
  if (isEmpty) delete attributes.viewBox;
  const size = attributes.viewBox === undefined ? sizeOfDrawing(root) : undefined;
  if (size === undefined) return isEmpty;
  attributes.viewBox = `0 0 ${round(size.width)} ${round(size.height)}`;
  return true;
}

function round(length: number): number {
  return Math.round(length * 1e6) / 1e6;
}
