import { expect, it } from "vitest";
import { itemImage } from "#src/catalog/item-image.js";
import { toOklab } from "#src/color/culori.js";
import {
  decodePaletteTable,
  encodePaletteTable,
  LAB_NEUTRAL,
  LAB_STEPS,
  PALETTE_BYTES,
} from "#src/format/palette-table.js";
import { encodeStoredImage, type StoredKind } from "#src/format/stored-image.js";

type Colors = Readonly<Record<string, number>>;

function describeImage(kind: StoredKind, background: string | undefined, colors: Colors): object {
  const palette = new Uint8Array(PALETTE_BYTES);
  Object.entries(colors).forEach(([hex, share], at) => {
    const { l, a, b } = toOklab(hex)!;
    palette.set(
      [l * LAB_STEPS, LAB_NEUTRAL + a * LAB_STEPS, LAB_NEUTRAL + b * LAB_STEPS, share * 255].map(Math.round),
      at * 4,
    );
  });
  const file = Buffer.from("<svg/>");
  const item = encodeStoredImage({
    kind,
    width: 1,
    height: 1,
    recolorable: false,
    tint: undefined,
    background,
    padding: 0,
    file,
  });
  return itemImage(item, decodePaletteTable(encodePaletteTable([palette]), "palettes"), 0);
}

it.each<[string, StoredKind, string | undefined, Colors, object]>([
  ["colors that show on any page", "svg", undefined, { "#1ed760": 1 }, { drawing: true }],
  ["a raster image", "webp", undefined, { "#1ed760": 1 }, { drawing: false }],
  ["a dark image", "svg", undefined, { "#161614": 1 }, { drawing: true, backdrop: "light" }],
  ["a few dark parts", "svg", undefined, { "#1ed760": 0.9, "#302070": 0.1 }, { drawing: true }],
  ["a name in black", "svg", undefined, { "#1ed760": 0.9, "#161614": 0.1 }, { drawing: true, backdrop: "light" }],
  ["a white image", "svg", undefined, { "#ffffff": 1 }, { drawing: true, backdrop: "dark" }],
  ["white parts of a colored image", "svg", undefined, { "#1ed760": 0.5, "#ffffff": 0.5 }, { drawing: true }],
  ["bright yellow, which shows on white", "svg", undefined, { "#ffff00": 1 }, { drawing: true }],
  [
    "a dark image on white, whose background does not count",
    "svg",
    "#ffffff",
    { "#ffffff": 0.9, "#161614": 0.1 },
    { drawing: true, background: "#ffffff", backdrop: "light" },
  ],
  [
    "a white image on its own color",
    "png",
    "#107c10",
    { "#107c10": 0.7, "#ffffff": 0.3 },
    { drawing: false, background: "#107c10", backdrop: "dark" },
  ],
  ["an image without a palette", "svg", undefined, {}, { drawing: true }],
])("says which backdrop an image needs: %s", (_, kind, background, colors, expected) => {
  expect(describeImage(kind, background, colors)).toEqual(expected);
});
