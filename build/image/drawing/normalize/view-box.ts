import type { XmlElement } from "@rgrove/parse-xml";

const EMPTY = /^\s*(?:[-+.\de]+[\s,]+){2}(?:0*\.?0+[\s,]+[.\de]+|[.\de]+[\s,]+0*\.?0+)\s*$/i;

/**
 * Removes the view box of the root if it is empty: with it, browsers show nothing, others what is within width and
 * height.
 *
 * @returns whether anything changed
 */
export function removeEmptyViewBox({ attributes }: XmlElement): boolean {
  if (!EMPTY.test(attributes.viewBox ?? "")) return false;
  delete attributes.viewBox;
  return true;
}
