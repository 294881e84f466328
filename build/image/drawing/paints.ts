import { XmlElement } from "@rgrove/parse-xml";
import { parseColor } from "#src/color/parse-color.js";
import { referencesOf, targetOf, visit } from "./references.js";

const SHAPES: ReadonlySet<string> = new Set([
  ...["path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text"],
]);
/** Elements that are only seen where others refer to them. */
const DEFINITIONS: ReadonlySet<string> = new Set(["defs", "symbol", "linearGradient", "radialGradient", "clipPath"]);
/** Elements that bring their own colors. */
const COLORED: ReadonlySet<string> = new Set(["style", "image", "filter", "pattern"]);
const NO_PAINT: ReadonlySet<string> = new Set(["none", "transparent"]);
const PAINTS: ReadonlySet<string> = new Set(["fill", "stroke", "color", "stop-color"]);
/** Deeper references are cyclic. */
const MAX_DEPTH = 100;

interface Inherited {
  readonly fill: string;
  readonly stroke: string;
  readonly color: string;
}

/**
 * Whether a drawing has a single color, which can then be replaced: `currentColor` only, or one color with or without
 * transparency, also as all stops of a gradient. Style sheets, filters, patterns and raster images count as several
 * colors, as do colors that a mask uses as well, which define visibility there.
 *
 * @param root a normalized drawing
 */
export function hasSingleColor(root: XmlElement): boolean {
  const targets = new Map<string, XmlElement>();
  visit(root, (element) => {
    const { id } = element.attributes;
    if (id !== undefined && !targets.has(id)) targets.set(id, element);
  });
  const paints = new Set<string>();
  const rootFill = root.attributes.fill ?? BLACK;
  const walk = (element: XmlElement, outer: Inherited, depth: number): boolean => {
    const { name, attributes, children } = element;
    if (COLORED.has(name) || depth > MAX_DEPTH || isColorAnimation(element)) return false;
    const inherited: Inherited = {
      fill: ownPaint(attributes.fill, outer.fill),
      stroke: ownPaint(attributes.stroke, outer.stroke),
      color: ownPaint(attributes.color, outer.color),
    };
    if (name === "mask") return inherited.fill === rootFill;
    if (SHAPES.has(name)) {
      for (const value of [inherited.fill, inherited.stroke]) {
        const color = colorOf(value, inherited.color, targets);
        if (color === undefined) return false;
        if (color !== "none") paints.add(color);
        if (paints.size > 1) return false;
      }
    }
    const shown = name === "use" ? targets.get(targetOf(element) ?? "") : undefined;
    if (shown !== undefined && !walk(shown, inherited, depth + 1)) return false;
    return children.every(
      (child) => !(child instanceof XmlElement) || DEFINITIONS.has(child.name) || walk(child, inherited, depth + 1),
    );
  };
  const masks: XmlElement[] = [];
  visit(root, (element) => {
    if (element.name === "mask") masks.push(element);
  });
  const single = walk(root, { fill: BLACK, stroke: "none", color: "currentColor" }, 0);
  return single && paints.size === 1 && masks.every((mask) => !refersToColors(mask, targets));
}

const BLACK = "#000000";

function ownPaint(value: string | undefined, inherited: string): string {
  const paint = value?.trim() ?? "inherit";
  return paint === "inherit" ? inherited : paint;
}

function isColorAnimation({ name, attributes }: XmlElement): boolean {
  return (name === "animate" || name === "set") && PAINTS.has(attributes.attributeName ?? "");
}

/** The canonical form of a color, also of a gradient in one color, or `none`; undefined for several or unknown ones. */
function colorOf(paint: string, color: string, targets: ReadonlyMap<string, XmlElement>): string | undefined {
  if (NO_PAINT.has(paint)) return "none";
  if (/^currentcolor$/i.test(paint)) return color === "currentColor" ? color : colorOf(color, "currentColor", targets);
  const [, id] = /^url\(#([^)]+)\)/.exec(paint) ?? [];
  if (id !== undefined) return colorOfGradient(targets.get(id), color, targets);
  const parsed = parseColor(paint);
  if (parsed?.mode !== "rgb" || (parsed.alpha ?? 1) !== 1) return undefined;
  return [parsed.r, parsed.g, parsed.b].map((level) => Math.round(level * 255)).join();
}

function colorOfGradient(
  gradient: XmlElement | undefined,
  color: string,
  targets: ReadonlyMap<string, XmlElement>,
): string | undefined {
  let source = gradient;
  for (let depth = 0; source !== undefined && depth < MAX_DEPTH; depth++) {
    if (!source.name.endsWith("Gradient")) return undefined;
    const stops = source.children.filter((child) => child instanceof XmlElement && child.name === "stop");
    const colors = new Set(
      stops.map((stop) => colorOf((stop as XmlElement).attributes["stop-color"] ?? BLACK, color, targets)),
    );
    if (stops.length > 0) return colors.size === 1 ? [...colors][0] : undefined;
    source = targets.get(targetOf(source) ?? "");
  }
  return undefined;
}

/** Whether a mask uses colors that are defined outside of it. */
function refersToColors(mask: XmlElement, targets: ReadonlyMap<string, XmlElement>): boolean {
  let isColored = false;
  visit(mask, (element) => {
    for (const id of referencesOf(element)) {
      const target = targets.get(id);
      if (target === undefined) continue;
      visit(target, ({ name: kind, attributes }) => {
        // A stop without a color is black.
        isColored ||=
          kind === "stop" ||
          [...PAINTS].some((name) => attributes[name] !== undefined && !NO_PAINT.has(attributes[name]));
      });
    }
  });
  return isColored;
}
