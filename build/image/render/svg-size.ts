/** What may stand before the root element of a drawing, and its start tag with the attributes in it. */
const ROOT = /^\uFEFF?\s*(?:<\?xml[^>]*\?>\s*)?<svg((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*\/?>/;
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const LENGTH = /^(\d+(?:\.\d+)?)(?:px)?$/;
/** Start tags are looked for in so many bytes. */
const MAX_HEAD = 2048;

/**
 * The longer side of a drawing in whole pixels at 72 dots per inch, read from the attributes of its root element.
 * Undefined where they don't say it plainly: a decoder knows, for the price of parsing the drawing once more.
 */
export function longerSideOf(svg: Uint8Array): number | undefined {
  const head = Buffer.from(svg.buffer, svg.byteOffset, Math.min(svg.length, MAX_HEAD)).toString("latin1");
  const root = ROOT.exec(head);
  if (root === null) return undefined;
  const attributes = new Map<string, string>();
  for (const [, name, double, single] of (root[1] as string).matchAll(ATTRIBUTE)) {
    attributes.set(name as string, (double ?? single) as string);
  }
  // Style sheets can set a size as well.
  if (attributes.has("style") || attributes.has("class")) return undefined;
  const sides = sidesOf(attributes.get("width"), attributes.get("height"), attributes.get("viewBox"));
  const longer = Math.round(Math.max(...(sides ?? [0])));
  return longer > 0 ? longer : undefined;
}

function sidesOf(
  width: string | undefined,
  height: string | undefined,
  viewBox: string | undefined,
): number[] | undefined {
  if (width === undefined && height === undefined) {
    const box = viewBox
      ?.trim()
      .split(/[\s,]+/)
      .map(Number);
    return box?.length === 4 && box.every(Number.isFinite) ? box.slice(2) : undefined;
  }
  const sides = [width, height].map((length) => LENGTH.exec(length ?? "")?.[1]);
  return sides.every((side) => side !== undefined) ? sides.map(Number) : undefined;
}
