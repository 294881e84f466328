import { Resvg } from "@resvg/resvg-js";
import { XmlElement } from "@rgrove/parse-xml";
import { type Box, PIXELS, sizeOfDrawing, viewBoxOf } from "../drawing-size.js";
import { SVG } from "../namespaces.js";
import { writeDrawing } from "../write-drawing.js";

const FUNCTION = /([a-z0-9]+)\(([^()]*)\)/gi;
const LENGTHS: Readonly<Record<string, number>> = { "": 1, ...PIXELS };
const DEGREES: Readonly<Record<string, number>> = { "": 1, deg: 1, grad: 0.9, rad: 180 / Math.PI, turn: 360 };
const NUMBER = /^([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)([a-z%]*)$/i;
/** Parts of a box from its left or top. */
const PLACES: Readonly<Record<string, number>> = { left: 0, top: 0, center: 0.5, right: 1, bottom: 1 };

/**
 * Writes transforms without units and origins, and that of the root as one of a group, since renderers ignore these.
 *
 * @returns whether anything changed
 */
export function applyTransforms(root: XmlElement): boolean {
  let isChanged = false;
  const boxes: Box[] = [];
  const walk = (element: XmlElement): void => {
    const own = element.name === "svg" ? ownBoxOf(element) : undefined;
    if (own !== undefined) boxes.push(own);
    isChanged = applyTransform(element, boxes.at(-1), element === root) || isChanged;
    for (const child of element.children) if (child instanceof XmlElement) walk(child);
    if (own !== undefined) boxes.pop();
  };
  walk(root);
  return isChanged;
}

function applyTransform(element: XmlElement, view: Box | undefined, isRoot: boolean): boolean {
  const { attributes } = element;
  const { transform, "transform-origin": origin = isRoot ? "50% 50%" : undefined, "transform-box": box } = attributes;
  if (transform === undefined && attributes["transform-origin"] === undefined && box === undefined) return false;
  if (hasOtherTransforms(element)) {
    // These rely on the origin.
    delete attributes["transform-box"];
    return box !== undefined;
  }
  delete attributes["transform-origin"];
  delete attributes["transform-box"];
  if (transform === undefined) return true;
  const plain = plainTransform(transform, view);
  if (plain === undefined || plain === "") {
    delete attributes.transform;
    return true;
  }
  const point =
    origin === undefined ? undefined : originOf(origin, box === undefined || isRoot ? view : boxOf(element));
  const [x, y] = point ?? [0, 0];
  const applied =
    x === 0 && y === 0 ? plain : `translate(${round(x)} ${round(y)})${plain}translate(${round(-x)} ${round(-y)})`;
  if (applied === transform && !isRoot) return false;
  if (!isRoot) {
    attributes.transform = applied;
    return true;
  }
  delete attributes.transform;
  const group = new XmlElement("g", { transform: applied });
  group.children = element.children;
  element.children = [group];
  return true;
}

/** Whether the element has transforms besides its attribute. */
function hasOtherTransforms({ children, attributes }: XmlElement): boolean {
  const isTransform = (child: unknown): boolean =>
    child instanceof XmlElement && (child.name === "animateTransform" || child.name === "animateMotion");
  return children.some(isTransform) || /animation|offset|rotate|scale|translate/.test(attributes.style ?? "");
}

/** A transform as attributes write it: whole functions, without units. Undefined if it is not flat. */
function plainTransform(written: string, view: Box | undefined): string | undefined {
  if (isPlain(written)) return written;
  const functions = [...written.matchAll(FUNCTION)].map(([, name, parameters]) =>
    plainFunction(name!.toLowerCase(), parameters!.trim().split(/\s*,\s*|\s+/), view),
  );
  return functions.every((text) => text !== undefined) ? functions.join("") : undefined;
}

/** Whether every program reads this transform. */
function isPlain(transform: string): boolean {
  return /^(?:[\s,]*(?:matrix|translate|scale|rotate|skewX|skewY)\s*\([-+\d.e\s,]*\))*\s*$/.test(transform);
}

function plainFunction(name: string, parameters: readonly string[], view: Box | undefined): string | undefined {
  const lengths = (): (number | undefined)[] =>
    parameters.map((text, at) => numberOf(text, LENGTHS, at % 2 === 0 ? view?.width : view?.height));
  const angles = (): (number | undefined)[] => parameters.map((text) => numberOf(text, DEGREES));
  const factors = (): (number | undefined)[] => parameters.map((text) => numberOf(text, { "": 1 }, 1));
  switch (name) {
    case "matrix":
      return write("matrix", factors());
    case "translate":
    case "translate3d":
      return write("translate", lengths().slice(0, 2));
    case "translatex":
      return write("translate", [lengths()[0], 0]);
    case "translatey":
      return write("translate", [0, numberOf(parameters[0]!, LENGTHS, view?.height)]);
    case "scale":
    case "scale3d":
      return write("scale", factors().slice(0, 2));
    case "scalex":
      return write("scale", [factors()[0], 1]);
    case "scaley":
      return write("scale", [1, factors()[0]]);
    case "rotate":
      // An attribute may name the center as well.
      return write("rotate", [angles()[0], ...lengths().slice(1)]);
    case "rotatez":
      return write("rotate", angles());
    case "skewx":
      return write("skewX", angles());
    case "skewy":
      return write("skewY", angles());
    case "skew":
      return parameters.length === 1 ? write("skewX", angles()) : undefined;
    default:
      return undefined;
  }
}

function write(name: string, values: readonly (number | undefined)[]): string | undefined {
  return values.every((value) => value !== undefined) ? `${name}(${values.map(round).join(" ")})` : undefined;
}

/** @param whole what 100 % is, if percentages are allowed */
function numberOf(text: string, units: Readonly<Record<string, number>>, whole?: number): number | undefined {
  const [, number, unit = ""] = NUMBER.exec(text) ?? [];
  if (number === undefined) return undefined;
  const factor = unit === "%" ? (whole ?? Number.NaN) / 100 : units[unit.toLowerCase()];
  const value = Number(number) * (factor ?? Number.NaN);
  return Number.isFinite(value) ? value : undefined;
}

/** The point of an origin in user units. */
function originOf(origin: string, box: Box | undefined): [x: number, y: number] | undefined {
  const [first = "", second = "center"] = origin.trim().toLowerCase().split(/\s+/);
  const isSwapped = /^(?:top|bottom)$/.test(first) || /^(?:left|right)$/.test(second);
  const [across, down] = isSwapped ? [second, first] : [first, second];
  const x = placeOf(across, box?.x ?? 0, box?.width);
  const y = placeOf(down, box?.y ?? 0, box?.height);
  return x === undefined || y === undefined ? undefined : [x, y];
}

function placeOf(text: string, start: number, length: number | undefined): number | undefined {
  const part = PLACES[text];
  const offset = part === undefined ? numberOf(text, LENGTHS, length) : part * (length ?? Number.NaN);
  return offset === undefined || Number.isNaN(offset) ? undefined : start + offset;
}

/** The box of an element's outline without its transform. */
function boxOf({ name, attributes, children }: XmlElement): Box | undefined {
  const { transform: _transform, ...others } = attributes;
  const shape = new XmlElement(name, { ...others, fill: "#000", stroke: "none", opacity: "1", display: "inline" });
  shape.children = children;
  const drawing = new XmlElement("svg", { xmlns: SVG, width: "100", height: "100" });
  drawing.children = [shape];
  try {
    return new Resvg(writeDrawing(drawing)).getBBox();
  } catch {
    return undefined;
  }
}

/** The box that percentages refer to. */
function ownBoxOf(svg: XmlElement): Box | undefined {
  const size = sizeOfDrawing(svg);
  return viewBoxOf(svg.attributes.viewBox) ?? (size && { x: 0, y: 0, ...size });
}

function round(value: number | undefined): number {
  return Math.round(value! * 1e6) / 1e6;
}
