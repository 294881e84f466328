import { describe, expect, it } from "vitest";
import type { Dimensions, IconData } from "#src/format/icon-sets.js";
import { createPlainDrawer, drawIcon, isPlain } from "#src/http/iconify/drawing.js";
import { iconOf } from "#src/http/iconify/icon-data.js";
import { fromByteText } from "#src/text/byte-text.js";

const SETS: readonly Dimensions[] = [
  {},
  { width: 24, height: 24 },
  { left: -2, top: 1.5, width: 512, height: 640 },
  { width: 0, height: 0 },
];
const PLACES: readonly Dimensions[] = [
  {},
  { width: 32 },
  { left: 0, top: 0 },
  { left: 3, top: -4, width: 20, height: 10 },
  { width: 0, height: 7 },
];
const BODIES = ['<path d="M0 0h9"/>', '<use xlink:href="#a"/>', "<path/></svg>", "é", "東"];
const icons = PLACES.flatMap((place) => BODIES.map((body): IconData => ({ ...place, body })));

/** The same by @iconify/utils alone. */
function drawn(icon: IconData, facts: Dimensions): string {
  const sets = { icon: () => undefined };
  return drawIcon(iconOf(sets as never, { prefix: "a", facts } as never, icon)!, {});
}

const drawPlain = createPlainDrawer();

describe("icons without transformations", () => {
  it.each(SETS)("are drawn like others, first and later, with the defaults %j", (facts) => {
    for (let time = 0; time < 2; time++)
      for (const icon of icons) expect(fromByteText(drawPlain(icon, facts)!)).toBe(drawn(icon, facts));
  });

  it("are drawn like others in more sizes than are kept", () => {
    for (let width = 1; width <= 2500; width++) {
      const icon = { body: "<path/>", width };
      expect(drawPlain(icon, {})).toBe(drawn(icon, {}));
    }
  });

  it.each([{ rotate: 1 }, { hFlip: true }, { vFlip: true }])("leaves %j to @iconify/utils", (change) => {
    expect(drawPlain({ body: "<path/>", ...change }, {})).toBeUndefined();
  });

  it("leaves parameters that change a drawing to @iconify/utils", () => {
    for (const name of ["width", "height", "rotate", "flip", "box", "color"]) {
      expect(isPlain({ [name]: "1" })).toBe(false);
      expect(isPlain({ [name]: "" })).toBe(true);
    }
    expect(isPlain({ download: "1" })).toBe(true);
  });
});
