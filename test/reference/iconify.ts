import { createRequire } from "node:module";
import sharp from "sharp";

export const PREFIXES = ["logos", "simple-icons"] as const;

const SIDE = 256;
/** Dots per inch at which a drawing has its own size. */
const OWN_DENSITY = 72;

interface IconSet {
  readonly width: number;
  readonly height: number;
  readonly icons: Readonly<
    Record<string, { readonly body: string; readonly width?: number; readonly height?: number }>
  >;
}

const require = createRequire(import.meta.url);
const setOf = (prefix: string): IconSet => require(`@iconify-json/${prefix}/icons.json`);

/** References to all icons of a set, `iconify:<prefix>/<name>`, sorted. */
export function references(prefix: string): string[] {
  return Object.keys(setOf(prefix).icons)
    .sort()
    .map((name) => `iconify:${prefix}/${name}`);
}

/**
 * Renders an icon as a PNG that fills a square of 256 pixels, with a transparent background; uncolored shapes are
 * black.
 */
export async function renderPng(reference: string): Promise<Buffer> {
  const [, prefix = "", name = ""] = /^iconify:([^/]+)\/(.+)$/.exec(reference) ?? [];
  const set = setOf(prefix);
  const icon = set.icons[name];
  if (icon === undefined) throw new Error(`no icon ${reference}`);
  const { body, width = set.width, height = set.height } = icon;
  const xmlns = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
  const svg = `<svg ${xmlns} width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${body}</svg>`;
  return sharp(Buffer.from(svg.replaceAll("currentColor", "#000")), {
    density: (OWN_DENSITY * SIDE) / Math.max(width, height),
  })
    .resize(SIDE, SIDE, { fit: "contain", background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png()
    .toBuffer();
}
