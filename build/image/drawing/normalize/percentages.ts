import { XmlElement } from "@rgrove/parse-xml";
import { type Box, viewBoxOf } from "../drawing-size.js";
import { LINKS } from "../references.js";

const PERCENT = /^\s*([-+]?(?:\d+\.?\d*|\.\d+))%\s*$/;
const ACROSS: ReadonlySet<string> = new Set(["x", "x1", "x2", "cx", "fx", "rx", "width"]);
const DOWN: ReadonlySet<string> = new Set(["y", "y1", "y2", "cy", "fy", "ry", "height"]);
const DIAGONAL: ReadonlySet<string> = new Set(["r", "fr"]);

const AROUND = { x: "-10%", y: "-10%", width: "120%", height: "120%" };
/** What elements are when they don't say it, by the attribute that decides what percentages are parts of. */
const RESOURCES: Readonly<Record<string, { readonly units: string; readonly defaults: Record<string, string> }>> = {
  linearGradient: { units: "gradientUnits", defaults: { x2: "100%" } },
  radialGradient: { units: "gradientUnits", defaults: { cx: "50%", cy: "50%", r: "50%" } },
  filter: { units: "filterUnits", defaults: AROUND },
  mask: { units: "maskUnits", defaults: AROUND },
  pattern: { units: "patternUnits", defaults: {} },
};
/** Elements with content, by the attribute that decides what its lengths are parts of. */
const CONTENTS: Readonly<Record<string, string>> = {
  clipPath: "clipPathUnits",
  mask: "maskContentUnits",
  pattern: "patternContentUnits",
};
/** Elements in which percentages are parts of something else. */
const VIEWPORTS: ReadonlySet<string> = new Set(["svg", "symbol", "marker"]);

/**
 * Writes percentages in gradients, filters, masks, clips and patterns as lengths if they are parts of the view box: in a
 * sprite they would be parts of the sprite's size.
 *
 * @returns whether anything changed
 */
export function resolvePercentages(root: XmlElement): boolean {
  const box = viewBoxOf(root.attributes.viewBox);
  if (box === undefined) return false;
  let isChanged = false;
  const walk = (element: XmlElement, isContent: boolean): void => {
    const { name, attributes } = element;
    const resource = RESOURCES[name];
    if (resource === undefined ? isContent : attributes[resource.units] === "userSpaceOnUse") {
      const isLinked = LINKS.some((link) => attributes[link] !== undefined);
      isChanged = resolve(attributes, isLinked ? {} : (resource?.defaults ?? {}), box) || isChanged;
    }
    if (attributes.viewBox !== undefined && name === "pattern") return;
    const units = CONTENTS[name];
    if (units !== undefined && attributes[units] === "objectBoundingBox") return;
    for (const child of element.children)
      if (child instanceof XmlElement && !VIEWPORTS.has(child.name)) walk(child, isContent || units !== undefined);
  };
  walk(root, false);
  return isChanged;
}

function resolve(attributes: XmlElement["attributes"], defaults: Record<string, string>, box: Box): boolean {
  let isChanged = false;
  for (const [name, value] of Object.entries({ ...defaults, ...attributes })) {
    const [, percent] = PERCENT.exec(value) ?? [];
    const whole = percent === undefined ? undefined : wholeOf(name, box);
    if (whole === undefined) continue;
    attributes[name] = String(Math.round(Number(percent) * whole * 1e4) / 1e6);
    isChanged = true;
  }
  return isChanged;
}

/** What 100 % are of an attribute. */
function wholeOf(name: string, { width, height }: Box): number | undefined {
  if (ACROSS.has(name)) return width;
  if (DOWN.has(name)) return height;
  return DIAGONAL.has(name) ? Math.hypot(width, height) / Math.SQRT2 : undefined;
}
