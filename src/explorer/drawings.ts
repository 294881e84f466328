import { createContext } from "preact";

/** Parameters of an image; undefined ones are omitted. */
export type ImageParameters = Readonly<Record<string, string | number | undefined>>;

/** The drawing of an icon as a data URL, if it is part of the served page; `src/http/pages/page-drawings.ts` chooses them. */
export type PageDrawings = (id: string, parameters: ImageParameters) => string | undefined;

/** The drawings in the page, so that none of them is requested. */
export const Drawings = createContext<PageDrawings>(() => undefined);

/** The attribute with the URL that a drawing in the page has on the server. */
const ORIGIN = "data-src";

/** Reads the drawings of a rendered page. Call it before the page changes. */
export function readDrawings(root: ParentNode): PageDrawings {
  const images = root.querySelectorAll(`img[${ORIGIN}]`);
  const drawings = new Map([...images].map((image) => [image.getAttribute(ORIGIN)!, image.getAttribute("src")!]));
  return (id, parameters) => drawings.get(imageAddress(id, ".svg", parameters));
}

/** The attributes of an image that is part of the page. */
export function drawingAttributes(drawing: string, src: string): { readonly src: string; readonly "data-src": string } {
  return { src: drawing, [ORIGIN]: src };
}

/** The URL of an image relative to the page. @param ending of its path, with a dot; empty for WebP */
export function imageAddress(id: string, ending: string, parameters: ImageParameters): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  const query = given.map(([name, value]) => `${name}=${encodeURIComponent(value!)}`).join("&");
  return `${imagePath(id)}${ending}${query === "" ? "" : `?${query}`}`;
}

/** The path of an image relative to the page, without an extension. */
export function imagePath(id: string): string {
  return `images/${encodeURIComponent(id)}`;
}

/** The absolute URL of an image, without an extension. */
export function imageUrl(id: string): string {
  return new URL(imagePath(id), document.baseURI).href;
}
