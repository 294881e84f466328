import { getIconData } from "@iconify/utils/lib/icon-set/get-icon";
import { iconToSVG } from "@iconify/utils/lib/svg/build";

/** The SVG text of an icon in an Iconify set, as the compiler reads it. */
export function iconifyDrawing(set, name) {
  const { attributes, body } = iconToSVG(getIconData(set, name), { width: "unset", height: "unset" });
  const names = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
  return `<svg ${names} viewBox="${attributes.viewBox}">${body}</svg>`;
}
