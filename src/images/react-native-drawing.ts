import { type DrawnElement, type DrawnNode, INSTANCE } from "./drawing-elements.js";

/** Elements that react-native-svg draws on all platforms. */
const ELEMENTS: ReadonlySet<string> = new Set([
  ...["circle", "clipPath", "defs", "ellipse", "g", "image", "line", "linearGradient", "marker", "mask", "path"],
  ...["pattern", "polygon", "polyline", "radialGradient", "rect", "stop", "symbol", "text", "textPath", "tspan", "use"],
  ...["filter", "feBlend", "feColorMatrix", "feComposite", "feDropShadow", "feFlood", "feGaussianBlur", "feMerge"],
  ...["feMergeNode", "feOffset"],
]);

/** Attributes that it has, for some of these elements. */
const ATTRIBUTES: ReadonlySet<string> = new Set([
  ...["x", "y", "width", "height", "cx", "cy", "r", "rx", "ry", "x1", "x2", "y1", "y2", "fx", "fy", "dx", "dy", "d"],
  ...["points", "id", "href", "transform", "viewBox", "preserveAspectRatio", "opacity", "color", "clip-path", "mask"],
  ...["mask-type", "fill", "fill-opacity", "fill-rule", "clip-rule", "stroke", "stroke-width", "stroke-opacity"],
  ...["stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "stroke-dasharray", "stroke-dashoffset"],
  ...["vector-effect", "offset", "stop-color", "stop-opacity", "gradientUnits", "gradientTransform", "patternUnits"],
  ...["patternContentUnits", "patternTransform", "maskUnits", "maskContentUnits", "markerUnits", "markerWidth"],
  ...["markerHeight", "refX", "refY", "orient", "marker-start", "marker-mid", "marker-end", "font-family"],
  ...["font-size", "font-style", "font-weight", "text-anchor", "letter-spacing", "filter", "filterUnits"],
  ...["primitiveUnits", "in", "in2", "result", "stdDeviation", "mode", "values", "type", "operator", "k1", "k2", "k3"],
  ...["k4", "flood-color", "flood-opacity"],
]);

/** Values of other attributes and of styles with which a drawing looks the same without them. */
const DISPENSABLE: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries(
    ["color-interpolation", "color-rendering", "image-rendering", "isolation", "shape-rendering", "text-rendering"]
      .concat("color-interpolation-filters", "font-stretch", "font-variant", "transition")
      .map((name) => [name, /^/]),
  ),
  "baseline-shift": /^(?:0|baseline)$/,
  "dominant-baseline": /^auto$/,
  "mix-blend-mode": /^normal$/,
  "paint-order": /^(?:normal|fill)/,
  "text-decoration": /^none$/,
  "word-spacing": /^(?:0(?:px)?|normal)$/,
  "writing-mode": /^(?:lr.*|horizontal-tb)$/,
  clipPathUnits: /^userSpaceOnUse$/,
  direction: /^ltr$/,
  display: /^(?:inline|block)$/,
  spreadMethod: /^pad$/,
  visibility: /^visible$/,
};

/** A drawing has something that react-native-svg does not draw. */
class UnsupportedError extends Error {}

/**
 * The elements of a drawing as react-native-svg draws them on all platforms. An `svg` within the drawing, whose position
 * it ignores, becomes a group.
 *
 * @returns undefined if it can't draw one of them
 */
export function forReactNative(nodes: readonly DrawnNode[]): readonly DrawnNode[] | undefined {
  const convert = (node: DrawnNode): DrawnNode => {
    if (typeof node === "string") return node;
    const children = node.children.map(convert);
    if (node.name === "svg") return groupOf({ ...node, children });
    if (!ELEMENTS.has(node.name)) throw new UnsupportedError();
    const { href = "" } = node.attributes;
    if (/Gradient$/.test(node.name) ? href !== "" : href.startsWith("data:image/svg")) throw new UnsupportedError();
    return { name: node.name, attributes: drawnAttributes(node.attributes), children };
  };
  try {
    return nodes.map(convert);
  } catch (error) {
    if (error instanceof UnsupportedError) return undefined;
    throw error;
  }
}

function drawnAttributes({ style = "", ...attributes }: DrawnElement["attributes"]): Record<string, string> {
  const declared = style.split(";").map((declaration) => declaration.split(":").map((part) => part.trim()));
  const all = [...Object.entries(attributes), ...declared.filter(([name]) => name !== "")];
  const kept = all.filter(([name = "", value = ""]) => {
    if (ATTRIBUTES.has(name)) return true;
    if (DISPENSABLE[name]?.test(value) === true) return false;
    throw new UnsupportedError();
  });
  return Object.fromEntries(kept);
}

/** The group that shows a nested drawing at its place, clipped to it. */
function groupOf({ attributes, children }: DrawnElement): DrawnElement {
  const { x = "0", y = "0", width = "", height = "", viewBox, overflow, preserveAspectRatio, ...others } = attributes;
  const [left, top, boxWidth, boxHeight] = (viewBox ?? `0 0 ${width} ${height}`).split(/[\s,]+/).map(Number);
  const scales = [Number(width) / boxWidth!, Number(height) / boxHeight!];
  const scale = Math.min(...scales);
  const fills = preserveAspectRatio === "none" ? scales : [scale, scale];
  if (!(scale > 0) || !/^(?:none|xMidYMid(?: meet)?|)$/.test(preserveAspectRatio ?? "")) throw new UnsupportedError();
  const middle = (start: string, side: string, box: number, at: number): number =>
    Number(start) + (Number(side) - box * fills[at]!) / 2;
  const translate = `translate(${middle(x, width, boxWidth!, 0)} ${middle(y, height, boxHeight!, 1)})`;
  const transform = `${translate} scale(${fills.join(" ")}) translate(${-left!} ${-top!})`;
  const group = {
    name: "g",
    attributes: { ...drawnAttributes(others), transform },
    children,
  };
  if (overflow === "visible") return group;
  const frame = { name: "rect", attributes: { x, y, width, height }, children: [] };
  const clip = `${INSTANCE}frame-${[x, y, width, height].join("-")}`;
  const path = { name: "clipPath", attributes: { id: clip }, children: [frame] };
  const clipped = { name: "g", attributes: { "clip-path": `url(#${clip})` }, children: [group] };
  return { name: "g", attributes: {}, children: [{ name: "defs", attributes: {}, children: [path] }, clipped] };
}
