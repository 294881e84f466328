import type { StoredImage } from "../format/stored-image.js";
import { composeDrawing, ROOT } from "./compose-drawing.js";
import type { ImageRequest } from "./image-options.js";

const VIEW_BOX = /\sviewBox\s*=\s*["']\s*([-+\d.e]+)[\s,]+([-+\d.e]+)[\s,]+([\d.e]+)[\s,]+([\d.e]+)\s*["']/i;

/** A drawing as SVG. @throws NotRecolorableError */
export function svgImage(image: StoredImage, request: ImageRequest): Buffer {
  return Buffer.from(inGrays(composeDrawing(image, request), request));
}

/**
 * A drawing in grays if these are requested, else unchanged. Saturation is computed in linear light, as for raster
 * images. The filter's region is the view box, since the usual one ends where a straight line does.
 */
function inGrays(svg: string, { greyscale }: ImageRequest): string {
  if (!greyscale) return svg;
  const root = ROOT.exec(svg)![0];
  const [, x = "-50%", y = "-50%", width = "200%", height = "200%"] = VIEW_BOX.exec(root) ?? [];
  const region = `filterUnits="userSpaceOnUse" x="${x}" y="${y}" width="${width}" height="${height}"`;
  const id = `icon-grays${[x, y, width, height].map((length) => `-${length}`).join("")}`.replaceAll("%", "");
  const filter = `<filter id="${id}" ${region}><feColorMatrix type="saturate" values="0"/></filter><g filter="url(#${id})">`;
  return `${root}${filter}${svg.slice(root.length).replace(/<\/svg>\s*$/, "</g></svg>")}`;
}
