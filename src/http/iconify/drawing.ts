import type { ExtendedIconifyIcon } from "@iconify/types";
import { defaultIconCustomisations } from "@iconify/utils/lib/customisations/defaults";
import { flipFromString } from "@iconify/utils/lib/customisations/flip";
import { rotateFromString } from "@iconify/utils/lib/customisations/rotate";
import { iconToSVG } from "@iconify/utils/lib/svg/build";
import { iconToHTML } from "@iconify/utils/lib/svg/html";
import { type Parameters, withoutMarkup } from "./parameters.js";

const SIDE = 16;

/** The SVG of an icon as `/prefix/name.svg` answers it, with the parameters of the request. */
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
  const color = withoutMarkup(parameters.color);
  return color ? svg.replaceAll("currentColor", () => color) : svg;
}

/** An invisible rectangle of the icon's size, for editors that crop drawings. */
function frameOf({ left = 0, top = 0, width = SIDE, height = SIDE }: ExtendedIconifyIcon): string {
  const place = `x="${left || 0}" y="${top || 0}" width="${width || SIDE}" height="${height || SIDE}"`;
  return `<rect ${place} fill="rgba(255, 255, 255, 0)" />`;
}
