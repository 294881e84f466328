import sharp from "sharp";
import { beforeAll, expect, it } from "vitest";
import { storeImage } from "#build/image/render/store-image.js";
import { rasterize } from "#src/images/rasterize.js";
import { describeInBrowser } from "../support/browser.js";
import { ODD_DRAWINGS } from "./odd-drawings.js";

const SIDE = 64;
const COLUMNS = 12;
const GROUND = [127, 127, 191] as const;
/** Difference of a channel, of 255, that is seen; and the part of an image that may differ by more. */
const SEEN = 24;
const TOLERATED = 0.02;
const LOOK = {
  color: undefined,
  background: undefined,
  padding: undefined,
  radius: 0,
  rotate: 0,
  flip: "none",
} as const;

const NAMES = Object.keys(ODD_DRAWINGS);

interface Stored {
  /** The drawing as stored. */
  readonly text: string;
  /** Rendered by us, red, green and blue per pixel. */
  readonly pixels: Uint8Array;
}

let stored: Stored[];
beforeAll(async () => {
  stored = await Promise.all(Object.values(ODD_DRAWINGS).map(store));
});

async function store(drawing: string | Buffer): Promise<Stored> {
  const plain = { tint: undefined, background: undefined, padding: 0 };
  const { stored, drawing: text } = await storeImage({ kind: "svg", bytes: Buffer.from(drawing) }, plain);
  const { data } = await rasterize(stored, { ...LOOK, width: SIDE, height: SIDE });
  const { data: pixels } = await sharp(data, { raw: { width: SIDE, height: SIDE, channels: 4 } })
    .flatten({ background: { r: GROUND[0], g: GROUND[1], b: GROUND[2] } })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { text: text!.toString(), pixels };
}

describeInBrowser("an odd drawing", ({ open }) => {
  /** What Chromium shows of each content. */
  const shown = async (contents: readonly string[]): Promise<Uint8Array[]> => {
    const height = SIDE * Math.ceil(contents.length / COLUMNS);
    const page = await open("about:blank", { width: SIDE * COLUMNS, height });
    const style = `*{margin:0}body{background:rgb(${GROUND});line-height:0}div{float:left;overflow:hidden}div,div>*{width:${SIDE}px;height:${SIDE}px}`;
    const cells = contents.map((content) => `<div>${content}</div>`);
    await page.setContent(`<!doctype html><style>${style}</style>${cells.join("")}`, { waitUntil: "load" });
    const screenshot = sharp(await page.screenshot()).removeAlpha();
    return Promise.all(
      contents.map((_, at) => {
        const place = { left: (at % COLUMNS) * SIDE, top: Math.floor(at / COLUMNS) * SIDE };
        return screenshot
          .clone()
          .extract({ ...place, width: SIDE, height: SIDE })
          .raw()
          .toBuffer();
      }),
    );
  };

  it("looks as before when it is stored, and as in Chromium when it is rendered", async () => {
    const [before, after] = [
      await shown(Object.values(ODD_DRAWINGS).map(imageOf)),
      await shown(stored.map(({ text }) => imageOf(text))),
    ];
    expect(differing((at) => [before[at]!, after[at]!])).toEqual([]);
    expect(differing((at) => [before[at]!, stored[at]!.pixels])).toEqual([]);
  });

  it.each([1, 7])("looks the same inlined among others, %d apart", async (step) => {
    const alone = await shown(stored.map(({ text }) => imageOf(text)));
    const order = NAMES.map((_, at) => (at * step) % NAMES.length);
    const inlined = await shown(order.map((at) => inlinedText(stored[at]!.text)));
    expect(differing((at) => [alone[at]!, inlined[order.indexOf(at)]!])).toEqual([]);
  });
});

function imageOf(drawing: string | Buffer): string {
  return `<img src="data:image/svg+xml;base64,${Buffer.from(drawing).toString("base64")}">`;
}

/** A page shows an inlined drawing in the size of its attributes. */
function inlinedText(drawing: string): string {
  return drawing.replace(/(?<=^<svg[^>]*)\s(?:width|height)="[^"]*"/g, "");
}

/** The drawings whose two images differ, ignoring a shift of one pixel. */
function differing(imagesOf: (at: number) => readonly [Uint8Array, Uint8Array]): string[] {
  return NAMES.filter((_, at) => {
    const [one, other] = imagesOf(at);
    return Math.max(missingPart(one, other), missingPart(other, one)) > TOLERATED;
  });
}

/** The part of an image's pixels that are neither at the same place of another image nor next to it. */
function missingPart(one: Uint8Array, other: Uint8Array): number {
  const neighbors = [-1, 0, 1];
  let missing = 0;
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      const isAt = (left: number, top: number): boolean => {
        if (left < 0 || top < 0 || left >= SIDE || top >= SIDE) return false;
        const [from, to] = [(y * SIDE + x) * 3, (top * SIDE + left) * 3];
        return [0, 1, 2].every((channel) => Math.abs(one[from + channel]! - other[to + channel]!) <= SEEN);
      };
      if (!neighbors.some((down) => neighbors.some((right) => isAt(x + right, y + down)))) missing++;
    }
  }
  return missing / (SIDE * SIDE);
}
