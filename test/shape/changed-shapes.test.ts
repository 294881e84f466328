import { join } from "node:path";
import sharp, { type Sharp } from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { type Catalog, openCatalog } from "#src/catalog/catalog.js";
import { differingBits } from "#src/catalog/similar/shape-distance.js";
import { mirrorDescriptor, turnDescriptor } from "#src/shape/changed-shapes.js";
import { describeShape } from "#src/shape/shape-descriptor.js";
import { parseShape } from "#src/shape/shape-text.js";
import { describeFile } from "../../build/analysis/describe-file.js";
import { similarToFileByShape } from "../../cli/listing/similar-to-file.js";
import { temporaryFolder } from "../support/folder.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

const SIDE = 128;
const FLAG = '<path d="M20 10h10v90H20zM30 10l60 25-60 25z"/>';
const SQUARE = '<rect width="100" height="100" rx="12" fill="#1e66f5"/>';
const WHITE_FLAG = `<g fill="#fff" transform="translate(22 20) scale(.6)">${FLAG}</g>`;
const KNOCKOUT = `<path fill-rule="evenodd" d="M50 0a50 50 0 1 0 .1 0zM32 26h6v54h-6zM38 26l36 15-36 15z"/>`;
const HOME_SCREEN = `<linearGradient id="g" x2="1" y2="1"><stop stop-color="#4a6fa5"/><stop offset="1" stop-color="#a0522d"/></linearGradient><path fill="url(#g)" d="M0 0h100v100H0z"/><rect x="20" y="8" width="60" height="60" rx="13" fill="#fff"/><g transform="translate(28 14) scale(.45)">${FLAG}</g><path fill="#fff" d="M30 80h40v4H30z"/>`;
const POLE = '<path d="M0 0h8v100H0zM20 10l70 30-70 30z"/>';
const RING =
  '<path fill-rule="evenodd" d="M50 0a50 50 0 1 0 .1 0zM50 12a38 38 0 1 1-.1 0zM30 40h40v8H30zM46 30h8v50h-8z"/>';
const CROSSING = '<path d="M0 15h100v8H0zM25 0h8v100h-8zM60 50h25v30H60z"/>';

let catalog: Catalog;
beforeAll(() => {
  catalog = openCatalog(shippedArtifacts);
});

describe("descriptors of mirrored and turned images", () => {
  it.each<[string, (image: Sharp) => Sharp, (descriptor: Uint8Array) => Uint8Array]>([
    ["mirrored", (image) => image.flop(), mirrorDescriptor],
    ["turned", (image) => image.rotate(90), turnDescriptor],
  ])("are derived from the descriptor: %s", async (_, change, derive) => {
    const own = await describeImage(sharp(drawing(FLAG)));
    const changed = await describeImage(change(sharp(drawing(FLAG))));
    expect(differingBits(derive(own), 0, changed)).toBeLessThan(12);
    expect(differingBits(own, 0, changed)).toBeGreaterThan(60);
  });
});

describe("a modified image", () => {
  it.each<[string, string, string]>([
    ["with a badge", `${SQUARE}${WHITE_FLAG}`, `${SQUARE}${WHITE_FLAG}<circle cx="76" cy="26" r="16" fill="#e53935"/>`],
    ["cut out of a disc", FLAG, KNOCKOUT],
    [
      "on a second plate",
      `${SQUARE}${WHITE_FLAG}`,
      `<path fill="#7b1fa2" d="M0 0h100v100H0z"/><g transform="translate(20 20) scale(.6)"><path fill="#fff" d="M0 0h100v100H0z"/><g transform="translate(22 20) scale(.6)" fill="#7b1fa2">${FLAG}</g></g>`,
    ],
    ["on a tile of a home screen", FLAG, HOME_SCREEN],
    ["on white", POLE, `<path fill="#fff" d="M0 0h100v100H0z"/>${POLE}`],
    ["cropped by 12 %", CROSSING, `<g transform="translate(50 50) scale(1.136) translate(-50 -50)">${CROSSING}</g>`],
    ["turned by 14 degrees", FLAG, `<g transform="rotate(14 50 50)">${FLAG}</g>`],
    ["turned by −14 degrees", FLAG, `<g transform="rotate(-14 50 50)">${FLAG}</g>`],
    ["mirrored", FLAG, `<g transform="matrix(-1 0 0 1 100 0)">${FLAG}</g>`],
    ["turned by 270 degrees", FLAG, `<g transform="rotate(270 50 50)">${FLAG}</g>`],
  ])("has a descriptor near that of the original: %s", async (name, original, modified) => {
    const wanted = await describeImage(sharp(drawing(original)));
    const path = join(temporaryFolder(), `${name}.png`);
    await sharp(drawing(modified)).toFile(path);
    const [own, ...others] = (await describeFile(path)).shapes.map(({ shape }) =>
      differingBits(parseShape(shape)!, 0, wanted),
    );
    expect(Math.min(...others)).toBeLessThanOrEqual(48);
    expect(Math.min(...others)).toBeLessThan(own! - 20);
  });
});

describe("an image that was moved, its edge copied into the gap,", () => {
  const GAP = 6;

  it.each([{ top: GAP, left: GAP }, { bottom: GAP, right: GAP }, { left: GAP }, { bottom: GAP }])(
    "has a descriptor near that of the original: %o",
    async (gap) => {
      const original = sharp(drawing(RING));
      const wanted = await describeImage(original.clone());
      const wide = await original
        .extend({ ...gap, extendWith: "copy" })
        .png()
        .toBuffer();
      const path = join(temporaryFolder(), "moved.png");
      const { right = 0, bottom = 0 } = gap as { right?: number; bottom?: number };
      await sharp(wide).extract({ left: right, top: bottom, width: SIDE, height: SIDE }).toFile(path);
      const unmoved = (await describeFile(path)).shapes.filter(({ addedBits }) => addedBits === 0);
      const distances = unmoved.map(({ shape }) => differingBits(parseShape(shape)!, 0, wanted));
      expect(Math.min(...distances)).toBeLessThanOrEqual(24);
      expect(Math.min(...distances)).toBeLessThan(distances[0]! - 20);
    },
  );
});

it.each<[string, (image: Sharp) => Sharp]>([
  ["mirrored", (image) => image.flop()],
  ["of 16 pixels", (image) => image.resize(16, 16)],
])("finds a shipped icon first, each icon as near as by its nearest descriptor or hash: %s", async (name, change) => {
  const path = join(temporaryFolder(), `${name}.png`);
  const { id } = catalog.record(7);
  await change(
    sharp(
      await sharp(await catalog.image(id))
        .resize(256, 256)
        .toBuffer(),
    ),
  )
    .png()
    .toFile(path);
  const { matches } = await similarToFileByShape(catalog, path, 20);
  expect(catalog.record(matches[0]!.ordinal).id).toBe(id);
  const nearest = new Map<number, number>();
  const see = (ordinal: number, distance: number) =>
    nearest.set(ordinal, Math.min(nearest.get(ordinal) ?? Number.POSITIVE_INFINITY, distance));
  const { shapes, hashes } = await describeFile(path);
  for (const { shape, addedBits } of shapes) {
    for (const { ordinal, shapeDistance } of catalog.similar({ shape, limit: catalog.size }).matches)
      see(ordinal, shapeDistance! + addedBits);
  }
  for (const hash of hashes) {
    for (const { ordinal, weightedDistance, variant } of catalog.similar({
      ...hash,
      limit: catalog.size,
      include: ["inverted"],
    }).matches)
      see(ordinal, 20 * weightedDistance! + (variant === "inverted" ? 16 : 0));
  }
  expect(matches.map(({ shapeDistance }) => shapeDistance)).toEqual(
    [...nearest.values()].sort((a, b) => a - b).slice(0, 20),
  );
  for (const { ordinal, shapeDistance } of matches) expect(nearest.get(ordinal)).toBe(shapeDistance);
});

function drawing(body: string): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}" viewBox="0 0 100 100">${body}</svg>`,
  );
}

async function describeImage(image: Sharp): Promise<Uint8Array> {
  const { data } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return describeShape({ width: SIDE, height: SIDE, data })!;
}
