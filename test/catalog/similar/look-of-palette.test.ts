import { expect, it } from "vitest";
import { openCatalog } from "#src/catalog/catalog.js";
import { openGeneration } from "#src/catalog/generation/generation.js";
import { formatShape } from "#src/shape/shape-text.js";
import { shippedArtifacts } from "../../support/shipped-artifacts.js";
import { shippedSource } from "../../support/source-records.js";

const catalog = openCatalog(shippedArtifacts);
const { shapes } = openGeneration(shippedArtifacts, catalog.generation);
const SHAPE = formatShape(shapes.get(0)!);
const PALETTE = [{ hex: "#1E66f5", share: 1 }];

/** Icons without a background, which are seen in the colors of their drawing. */
const PLAIN = shippedSource().filter(({ background }) => background === undefined);

it.each([0, 100, 500, 1000])("compares a shape with a palette like the icon that has both: %i", (at) => {
  const ordinal = catalog.ordinalOf(PLAIN[at]!.id);
  const { id, colorPalette } = catalog.record(ordinal);
  const shape = formatShape(shapes.get(ordinal)!);
  const [own, ...others] = catalog.similar({ shape, palette: colorPalette!, limit: 11 }).matches;
  expect(own).toEqual({ ordinal, shapeDistance: 0, colorDistance: 0, score: 1 });
  expect(others).toEqual(catalog.similar({ id, by: "look", limit: 10 }).matches);
});

it("compares only the five largest shares", () => {
  const five = ["#ffffff", "#ff0000", "#00ff00", "#0000ff", "#000000"].map((hex, at) => ({ hex, share: 10 - at }));
  const similar = (palette: typeof five) => catalog.similar({ shape: SHAPE, palette, by: "look" });
  expect(similar([{ hex: "#ffff00", share: 1 }, ...five])).toEqual(similar(five));
  expect(similar(five.slice(0, 4))).not.toEqual(similar(five));
});

it.each<[object, string]>([
  [{ palette: PALETTE }, "give either id or phash"],
  [{ id: "spotify", palette: PALETTE }, "a palette needs a shape"],
  [{ shape: SHAPE, palette: PALETTE, by: "shape" }, "both are compared by look"],
  [{ shape: SHAPE, by: "look" }, "a shape can't be compared by look"],
  [{ shape: SHAPE, palette: [] }, "a palette must have colors"],
  [{ shape: SHAPE, palette: [{ hex: "red", share: 1 }] }, "as #rrggbb"],
  [{ shape: SHAPE, palette: [{ hex: "#ff0000", share: 0 }] }, "not all 0"],
  [{ shape: SHAPE, palette: [...PALETTE, { hex: "#ff0000", share: Number.NaN }] }, "shares from 0"],
  [{ shape: SHAPE, palette: [{ hex: "#ff0000", share: Number.POSITIVE_INFINITY }] }, "shares from 0"],
])("refuses %j", (request, message) => {
  expect(() => catalog.similar(request)).toThrow(message);
});
