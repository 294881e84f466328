import type { XmlElement } from "@rgrove/parse-xml";
import { sizeOfDrawing } from "../drawing-size.js";

const EMPTY = /^\s*(?:[-+.\de]+[\s,]+){2}(?:0*\.?0+[\s,]+[.\de]+|[.\de]+[\s,]+0*\.?0+)\s*$/i;

/**
 * Removes the view box of the root if it is empty: with it, browsers show nothing, others what is within width and
 * height. Adds one if these are fractions, since frames of drawings without one have whole sizes.
 *
 * @returns whether anything changed
 */
export function settleViewBox(root: XmlElement): boolean {
  const { attributes } = root;
  const isEmpty = EMPTY.test(attributes.viewBox ?? "");
  if (isEmpty) delete attributes.viewBox;
  const size = attributes.viewBox === undefined ? sizeOfDrawing(root) : undefined;
  if (size === undefined || (Number.isInteger(size.width) && Number.isInteger(size.height))) return isEmpty;
  attributes.viewBox = `0 0 ${round(size.width)} ${round(size.height)}`;
  return true;
}

function round(length: number): number {
  return Math.round(length * 1e6) / 1e6;
}
