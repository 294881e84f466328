import { XmlElement } from "@rgrove/parse-xml";
import { parseColor } from "#src/color/parse-color.js";

const SHAPES: ReadonlySet<string> = new Set([
  ...["path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text"],
]);
/** Elements whose colors define visibility, or have no effect. */
const STENCILS: ReadonlySet<string> = new Set(["mask", "clipPath"]);
/** Elements that bring their own colors. */
const COLORED: ReadonlySet<string> = new Set([
  ...["style", "image", "filter", "linearGradient", "radialGradient", "pattern", "animate", "set"],
]);
const NO_PAINT: ReadonlySet<string> = new Set(["none", "transparent"]);

interface Inherited {
  readonly fill: string;
  readonly stroke: string;
  readonly color: string;
}

/**
 * Whether a drawing has a single color, which can then be replaced: `currentColor` only, or one color with or without
 * transparency. Gradients, style sheets, filters and raster images count as several colors.
 *
 * @param root a sanitized drawing
 */
export function hasSingleColor(root: XmlElement): boolean {
  const paints = new Set<string>();
  const walk = ({ name, attributes, children }: XmlElement, outer: Inherited): boolean => {
    if (STENCILS.has(name)) return true;
    if (COLORED.has(name)) return false;
    const own = attributes.style === undefined ? attributes : { ...attributes, ...declarationsOf(attributes.style) };
    const paint = (property: keyof Inherited): string => {
      const value = own[property]?.trim() ?? "inherit";
      return value === "inherit" ? outer[property] : value;
    };
    const inherited: Inherited = { fill: paint("fill"), stroke: paint("stroke"), color: paint("color") };
    if (SHAPES.has(name)) {
      for (const value of [inherited.fill, inherited.stroke]) {
        const color = colorOf(value, inherited.color);
        if (color === undefined) return false;
        if (color !== "none") paints.add(color);
        if (paints.size > 1) return false;
      }
    }
    return children.every((child) => !(child instanceof XmlElement) || walk(child, inherited));
  };
  const single = walk(root, { fill: "#000000", stroke: "none", color: "currentColor" });
  return single && paints.size === 1;
}

/** The canonical form of a color or `none`; undefined for anything but a plain color. */
function colorOf(paint: string, color: string): string | undefined {
  if (NO_PAINT.has(paint)) return "none";
  if (/^currentcolor$/i.test(paint))
    return /^currentcolor$/i.test(color) ? "currentColor" : colorOf(color, "currentColor");
  const parsed = paint.startsWith("url(") ? undefined : parseColor(paint);
  if (parsed?.mode !== "rgb" || (parsed.alpha ?? 1) !== 1) return undefined;
  return [parsed.r, parsed.g, parsed.b].map((level) => Math.round(level * 255)).join();
}

function declarationsOf(style: string): Record<string, string> {
  const declarations: Record<string, string> = {};
  for (const declaration of style.split(";")) {
    const at = declaration.indexOf(":");
    if (at > 0) declarations[declaration.slice(0, at).trim()] = declaration.slice(at + 1).trim();
  }
  return declarations;
}
