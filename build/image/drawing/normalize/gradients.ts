import { XmlElement } from "@rgrove/parse-xml";
import { LINKS, targetOf, visit } from "../references.js";

const MATRIX = /^\s*matrix\(([^()]*)\)\s*$/;
/** Longer chains of gradients are cyclic. */
const MAX_CHAIN = 20;

/**
 * Writes gradients without extent as renderers agree on them: one whose transform makes everything a line paints
 * nothing, as without stops; one of no length paints its last color, as with a single stop.
 *
 * @returns whether anything changed
 */
export function settleGradients(root: XmlElement): boolean {
  const gradients: XmlElement[] = [];
  visit(root, (element) => {
    if (/Gradient$|^pattern$/.test(element.name)) gradients.push(element);
  });
  const targets = new Map(gradients.map((gradient) => [gradient.attributes.id, gradient]));
  let isChanged = false;
  for (const gradient of gradients) {
    const stops = isFlat(gradient) ? [] : isShort(gradient) ? stopsOf(gradient, targets).slice(-1) : undefined;
    if (stops === undefined) continue;
    gradient.children = stops;
    for (const link of LINKS) delete gradient.attributes[link];
    isChanged = true;
  }
  return isChanged;
}

function isFlat({ attributes }: XmlElement): boolean {
  const transform = attributes.gradientTransform ?? attributes.patternTransform ?? "";
  const [, numbers = ""] = MATRIX.exec(transform) ?? [];
  const [a, b, c, d] = numbers
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  return d !== undefined && a! * d - b! * c! === 0;
}

function isShort({ attributes: { x1, x2, y1, y2 } }: XmlElement): boolean {
  return x1 !== undefined && y1 !== undefined && x1 === x2 && y1 === y2;
}

/** The stops of a gradient or of the one that it is derived from. */
function stopsOf(gradient: XmlElement, targets: ReadonlyMap<string | undefined, XmlElement>): XmlElement[] {
  let source: XmlElement | undefined = gradient;
  for (let length = 0; source !== undefined && length < MAX_CHAIN; length++) {
    const stops = source.children.filter((child) => child instanceof XmlElement && child.name === "stop");
    if (stops.length > 0) return stops as XmlElement[];
    source = targets.get(targetOf(source) ?? "");
  }
  return [];
}
