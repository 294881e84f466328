import type { ExtendedIconifyIcon } from "@iconify/types";
import { defaultIconCustomisations } from "@iconify/utils/lib/customisations/defaults";
import { flipFromString } from "@iconify/utils/lib/customisations/flip";
import { rotateFromString } from "@iconify/utils/lib/customisations/rotate";
import { iconToSVG } from "@iconify/utils/lib/svg/build";
import { iconToHTML } from "@iconify/utils/lib/svg/html";
import type { Dimensions, IconData } from "../../format/icon-sets.js";
import { asByteText, type ByteText, toByteText } from "../../text/byte-text.js";
import { colorOf, NO_PARAMETERS, type Parameters, withoutMarkup } from "./parameters.js";

const SIDE = 16;
const END = "</svg>";
/** Icons have few different sizes; forged ones may have many. */
const MAX_START_TAGS = 1000;

/** Whether no parameter changes the drawing. */
export function isPlain(parameters: Parameters): boolean {
  if (parameters === NO_PARAMETERS) return true;
  const { width, height, rotate, flip, box, color } = parameters;
  return !(width || height || rotate || flip || box || color);
}

/**
 * The SVG of a stored icon as `/prefix/name.svg` returns it without parameters; undefined if it is transformed.
 *
 * @param defaults of its set
 */
export type PlainDrawer = (icon: IconData, defaults: Dimensions) => ByteText | undefined;

/** Creates a function that has @iconify/utils make a start tag once for each size instead of for each icon. */
export function createPlainDrawer(): PlainDrawer {
  /** By placement. */
  const startTags = new Map<string, ByteText>();
  return (icon, defaults) => {
    if (icon.rotate || icon.hFlip || icon.vFlip) return undefined;
    const { body, left = defaults.left || 0, top = defaults.top || 0 } = icon;
    const { width = defaults.width || SIDE, height = defaults.height || SIDE } = icon;
    const key = `${left} ${top} ${width} ${height} ${body.includes("xlink:")}`;
    const startTag = startTags.get(key);
    // The body alone is converted: adding it to other text first would have that copied, too.
    if (startTag !== undefined) return asByteText(startTag + toByteText(body) + END);
    const svg = drawIcon({ left, top, width, height, body }, {});
    if (startTags.size >= MAX_START_TAGS) startTags.clear();
    startTags.set(key, toByteText(svg.slice(0, -(body.length + END.length))));
    return toByteText(svg);
  };
}

/** The SVG of an icon as `/prefix/name.svg` returns it, with the parameters of the request. */
export function drawIcon(icon: ExtendedIconifyIcon, parameters: Parameters): string {
  const { width, height, rotate, flip, box } = parameters;
  const look = {
    ...defaultIconCustomisations,
    width: withoutMarkup(width) || defaultIconCustomisations.width,
    height: withoutMarkup(height) || defaultIconCustomisations.height,
    rotate: rotate ? rotateFromString(rotate, 0) : 0,
  };
  if (flip) flipFromString(look, flip);
  const { body, attributes } = iconToSVG(icon, look);
  const svg = iconToHTML(box ? frameOf(icon) + body : body, attributes);
  const color = colorOf(parameters);
  return color ? svg.replaceAll("currentColor", () => color) : svg;
}

/** An invisible rectangle of the icon's size, for editors that crop drawings. */
function frameOf({ left = 0, top = 0, width = SIDE, height = SIDE }: ExtendedIconifyIcon): string {
  const place = `x="${left || 0}" y="${top || 0}" width="${width || SIDE}" height="${height || SIDE}"`;
  return `<rect ${place} fill="rgba(255, 255, 255, 0)" />`;
}
