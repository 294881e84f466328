import { XmlElement } from "@rgrove/parse-xml";
import { ImageError } from "../image-file.js";
import { MAX_DEPTH } from "./parse-drawing.js";

/** Attributes that refer to an element, or for an image to a file. */
export const LINKS: readonly string[] = ["href", "xlink:href"];
/** A reference in a value, before the id, and the id. */
const REFERENCE = /(url\(\s*["']?#)([^\s"'()<>\\]+)/gi;
/** Maximum number of elements after expanding references such as `use`. */
const MAX_EXPANDED = 100_000;

/** Whether a text has references to parts of the drawing, or character references that may spell them. */
export function mayRefer(svg: string): boolean {
  return svg.includes("url(") || svg.includes("href") || svg.includes("&");
}

/** References can multiply: twenty levels of two references each result in a million elements. @throws ImageError */
export function refuseMultiplication(root: XmlElement): void {
  const targets = new Map<string, XmlElement>();
  let references = 0;
  visit(root, (element) => {
    const { id } = element.attributes;
    if (id !== undefined && !targets.has(id)) targets.set(id, element);
    references += referencesOf(element).length;
  });
  if (references < 2) return;
  const sizes = new Map<XmlElement, number>();
  const sizeOf = (element: XmlElement, depth: number): number => {
    const known = sizes.get(element);
    if (known !== undefined) return known;
    if (depth > MAX_DEPTH * 5) throw new ImageError("its references are nested too deep; save it without them");
    // A cyclic reference renders nothing.
    sizes.set(element, 0);
    let size = 1;
    for (const child of element.children) if (child instanceof XmlElement) size += sizeOf(child, depth + 1);
    for (const id of referencesOf(element)) {
      const target = targets.get(id);
      if (target !== undefined) size += sizeOf(target, depth + 1);
    }
    sizes.set(element, size);
    return size;
  };
  if (sizeOf(root, 0) > MAX_EXPANDED) {
    throw new ImageError(`its references multiply it to more than ${MAX_EXPANDED} elements; make it simpler`);
  }
}

/** Visits an element and all below it, in the order of the document. */
export function visit(element: XmlElement, work: (element: XmlElement) => void): void {
  work(element);
  for (const child of element.children) if (child instanceof XmlElement) visit(child, work);
}

/** Ids that an element refers to, for its content or its painting. */
export function referencesOf({ attributes }: XmlElement): string[] {
  const ids: string[] = [];
  for (const [name, value] of Object.entries(attributes)) {
    if (LINKS.includes(name)) {
      if (value.trim().startsWith("#")) ids.push(value.trim().slice(1));
    } else if (value.includes("url(")) {
      for (const [, , id] of value.matchAll(REFERENCE)) ids.push(id!);
    }
  }
  return ids;
}

/** The id that an element's link refers to, if it has one. */
export function targetOf({ attributes }: XmlElement): string | undefined {
  return (attributes.href ?? attributes["xlink:href"])?.trim().replace(/^#/, "");
}

/** A value with other ids in its references such as `url(#id)`. */
export function mapReferencesIn(value: string, map: (id: string) => string): string {
  return value.replaceAll(REFERENCE, (_all, before, id) => before + map(id));
}
