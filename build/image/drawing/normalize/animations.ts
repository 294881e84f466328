import { XmlElement } from "@rgrove/parse-xml";
import { ANIMATED, ANIMATIONS } from "../allowed.js";
import { type Motion, motionAlong } from "./motion.js";

/** An animation that starts at a time, not by an event or repeatedly. */
const PLAIN_BEGIN = /^\d*\.?\d*(s|ms)?$/;
/** Attributes with which nothing is visible if they are missing or 0. */
const SIZES: ReadonlySet<string> = new Set(["r", "width", "height"]);
/** Attributes with which nothing is visible if they are 0. */
const AMOUNTS: ReadonlySet<string> = new Set(["opacity", "fill-opacity", "stroke-opacity", "rx", "ry", "stroke-width"]);
const HIDDEN_TRANSFORM = /scale\(\s*0(?:\.0*)?(?:[\s,]+[-+\d.e]+)?\s*\)|^\s*matrix\(\s*0[\s,]+0[\s,]+0[\s,]+0[^()]*\)/;
const HIDING: readonly string[] = [
  ...SIZES,
  ...AMOUNTS,
  "display",
  "visibility",
  "stroke-dashoffset",
  "stroke-dasharray",
];
const SHAPES: ReadonlySet<string> = new Set([
  ...["path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "use", "image"],
]);

/**
 * Gives elements the state in which their animations leave them, or, if these never end, one in which they are visible.
 * A renderer without animation shows the attributes themselves, which for icons that draw themselves are an almost empty
 * canvas.
 *
 * @returns whether anything changed
 */
export function settleAnimations(root: XmlElement): boolean {
  const isSettled = settle(root, (values) => values.at(-1)!);
  if (!isSettled && !hasAnimation(root)) return false;
  // What ends by disappearing is shown as it was.
  return isVisible(root) ? isSettled : settle(root, shownOf) || isSettled;
}

/** One of an animation's values. */
type Choose = (values: readonly string[], name: string) => string;

/** @param choose the lasting value of an animation that ends */
function settle(element: XmlElement, choose: Choose): boolean {
  let isChanged = false;
  const settled: Record<string, string> = {};
  for (const child of element.children) {
    if (!(child instanceof XmlElement)) continue;
    isChanged = settle(child, choose) || isChanged;
    if (ANIMATIONS.has(child.name)) Object.assign(settled, stateAfter(child, element.attributes, choose));
  }
  for (const child of element.children) {
    const motion = child instanceof XmlElement ? lastingMotion(child) : undefined;
    if (motion === undefined) continue;
    // A motion moves the transformed element.
    const transform = settled.transform ?? element.attributes.transform ?? "";
    settled.transform = `translate(${motion.x} ${motion.y})${transform}`;
    (child as XmlElement).attributes.path = motion.path;
  }
  for (const [name, value] of Object.entries(settled)) {
    isChanged ||= element.attributes[name] !== value;
    element.attributes[name] = value;
  }
  return isChanged;
}

/** The attribute of an element that one of its animations decides. */
function stateAfter(
  { name: animation, attributes }: XmlElement,
  owner: XmlElement["attributes"],
  choose: Choose,
): Record<string, string> {
  const { attributeName: name = "", begin = "", fill, additive, type } = attributes;
  const isElsewhere = attributes.href !== undefined || attributes["xlink:href"] !== undefined;
  if (!ANIMATED.has(name) || isElsewhere || animation === "animateMotion") return {};
  const values = (attributes.values?.split(";") ?? [attributes.from ?? "", attributes.to ?? ""])
    .map((value) => value.trim())
    .filter((value) => value !== "");
  if (values.length === 0) return {};
  const write = (value: string): Record<string, string> => ({
    [name]: animation === "animateTransform" ? `${type}(${value})` : value,
  });
  if (fill === "freeze" && PLAIN_BEGIN.test(begin)) return additive === "sum" ? {} : write(choose(values, name));
  const isEndless = attributes.repeatCount === "indefinite" || attributes.repeatDur === "indefinite";
  // Animations that begin with others often go in a circle.
  if (!isEndless && PLAIN_BEGIN.test(begin)) return {};
  if (animation !== "animateTransform") return isHidden(name, owner) ? write(shownOf(values, name)) : {};
  const hidden = type === "scale" ? HIDDEN_TRANSFORM.exec(owner.transform ?? "")?.[0] : undefined;
  return hidden === undefined ? {} : { transform: owner.transform!.replace(hidden, `scale(${mostOf(values)})`) };
}

/** The motion of an animation that leaves its element elsewhere. */
function lastingMotion({ name, attributes }: XmlElement): Motion | undefined {
  const { path, begin = "", fill, rotate = "0", keyPoints, href, "xlink:href": link } = attributes;
  const isPlain = rotate === "0" && keyPoints === undefined && href === undefined && link === undefined;
  if (name !== "animateMotion" || path === undefined || !isPlain) return undefined;
  const motion = fill === "freeze" && PLAIN_BEGIN.test(begin) ? motionAlong(path) : undefined;
  return motion === undefined || (motion.x === 0 && motion.y === 0) ? undefined : motion;
}

function hasAnimation(element: XmlElement): boolean {
  return element.children.some(
    (child) => child instanceof XmlElement && (ANIMATIONS.has(child.name) || hasAnimation(child)),
  );
}

/** Whether some shape is not hidden by what animations change. */
function isVisible({ name, attributes, children }: XmlElement): boolean {
  if (HIDING.some((attribute) => attributes[attribute] !== undefined && isHidden(attribute, attributes))) return false;
  if (SHAPES.has(name)) return true;
  return children.some((child) => child instanceof XmlElement && child.name !== "mask" && isVisible(child));
}

/** Whether an attribute hides its element. */
function isHidden(name: string, attributes: XmlElement["attributes"]): boolean {
  const value = attributes[name];
  if (name === "display") return value === "none";
  if (name === "visibility") return value === "hidden";
  if (name === "stroke-dasharray") return value !== undefined && Number.parseFloat(value) === 0;
  if (name === "stroke-dashoffset")
    return (
      Math.abs(Number(value)) > 0 && Math.abs(Number(value)) >= Number.parseFloat(attributes["stroke-dasharray"] ?? "")
    );
  return (SIZES.has(name) && value === undefined) || ((SIZES.has(name) || AMOUNTS.has(name)) && Number(value) === 0);
}

/** The value of an animation with which most is visible. */
function shownOf(values: readonly string[], name: string): string {
  if (name === "display" || name === "visibility")
    return values.find((value) => value !== "none" && value !== "hidden") ?? values[0]!;
  if (name !== "stroke-dashoffset") return mostOf(values);
  return values.reduce((least, value) => (Math.abs(Number(value)) < Math.abs(Number(least)) ? value : least));
}

function mostOf(values: readonly string[]): string {
  return values.reduce((most, value) => (Number.parseFloat(value) > Number.parseFloat(most) ? value : most));
}
