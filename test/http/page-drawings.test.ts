import { expect, it } from "vitest";
import type { Catalog } from "#src/catalog/catalog.js";
import { encodeStoredImage, type StoredImage } from "#src/format/stored-image.js";
import { createPageDrawings } from "#src/http/pages/page-drawings.js";

const HEAD = { width: 10, height: 10, recolorable: false, tint: undefined, background: undefined, padding: 0 } as const;
const drawing = (text: string, more: Partial<StoredImage> = {}): Buffer =>
  encodeStoredImage({ ...HEAD, kind: "svg", file: Buffer.from(text), ...more });
const svg = (content: string): string => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">${content}</svg>`;
const ofLength = (length: number): string => svg(" ".repeat(length - svg("").length));

/** A catalog with only images. */
function catalogOf(images: Readonly<Record<string, Buffer | undefined>>): Catalog {
  return { has: (id: string) => Object.hasOwn(images, id), storedImage: (id: string) => images[id] } as Catalog;
}

const decoded = (url: string | undefined): string | undefined =>
  url === undefined ? undefined : decodeURIComponent(url.slice("data:image/svg+xml,".length));

it("returns a drawing as a data URL, whatever it contains", () => {
  const text = svg('<text fill="#f00">100 % é &amp; "\n\t</text>');
  const url = createPageDrawings(catalogOf({ a: drawing(text) }))("a", {});
  expect(url).toMatch(/^data:image\/svg\+xml,[^#"\n\t]+$/);
  expect(decoded(url)).toBe(text);
});

it("applies the record's background, or omits it", () => {
  const drawings = createPageDrawings(catalogOf({ a: drawing(svg(""), { background: "#00ff00" }) }));
  expect(decoded(drawings("a", { variant: undefined }))).toContain("#00ff00");
  expect(decoded(drawings("a", { background: "none" }))).toBe(svg(""));
});

it.each([
  ["an unknown icon", "none", {}],
  ["an icon without an image", "empty", {}],
  ["a raster image", "raster", {}],
  ["a damaged drawing", "damaged", {}],
  ["a variant", "a", { variant: "dark" }],
  ["another color", "a", { color: "#ff0000" }],
  ["a large drawing", "large", {}],
])("leaves %s to requests", (_, id, parameters) => {
  const images = {
    a: drawing(svg("")),
    empty: undefined,
    raster: encodeStoredImage({ ...HEAD, kind: "png", file: Buffer.from("png") }),
    damaged: drawing(svg("<path/>")).fill(0xff, 16),
    large: drawing(ofLength(4097)),
  };
  const drawings = createPageDrawings(catalogOf(images));
  expect(drawings(id, parameters)).toBeUndefined();
  expect(drawings("a", {})).toBeDefined();
});

it("returns drawings while there is room in the page", () => {
  const drawings = createPageDrawings(catalogOf({ a: drawing(ofLength(4096)) }));
  const found = Array.from({ length: 20 }, () => drawings("a", {}));
  expect(found.filter((url) => url !== undefined)).toHaveLength(13);
  expect(found.slice(13)).toEqual(Array(7).fill(undefined));
});
