import sharp from "sharp";
import { afterAll, expect, it } from "vitest";
import { openCatalog } from "#src/catalog/catalog.js";
import { encodeStoredImage } from "#src/format/stored-image.js";
import { type ImageOptions, toImageRequest } from "#src/images/image-options.js";
import { RenderError } from "#src/images/render-errors.js";
import { createRenderPool } from "#src/images/render-pool.js";
import { estimateSeconds } from "#src/images/render-queue.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";
import { workWithoutDescriptors } from "../support/without-descriptors.js";

const LOOK = {
  kind: "svg",
  width: 24,
  height: 24,
  tint: undefined,
  background: undefined,
  padding: 0,
  recolorable: true,
} as const;

function item(shapes: string): Buffer {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${shapes}</svg>`;
  return encodeStoredImage({ ...LOOK, file: Buffer.from(svg) });
}

const DISC = item('<circle cx="12" cy="12" r="9"/>');
/** Takes longer to render than the limit of two seconds. */
const ENDLESS = item(
  `<filter id="a"><feTurbulence baseFrequency="0.9" numOctaves="9"/></filter>${'<path filter="url(#a)" d="M0 0h24v24H0z"/>'.repeat(500)}`,
);

const pool = createRenderPool(1);
afterAll(() => pool.close());

let keys = 0;
/** Renders an image that no other request shares. */
function render(item: Buffer, options: ImageOptions, { of = pool, name = "client" } = {}): Promise<Buffer> {
  const request = toImageRequest(options);
  const { format, width = 0, height = 0 } = request;
  const seconds = estimateSeconds({ format }, { width, height });
  const rendering = { key: String(keys++), item, request, seconds, keep: () => undefined };
  return of.render(rendering, { name, isWaiting: () => true });
}

const png = (size: number): ImageOptions => ({ format: "png", size });

it.each<[ImageOptions, string]>([
  [{ format: "png" }, "89504e47"],
  [{ format: "webp" }, "52494646"],
  [{ format: "jpg" }, "ffd8ff"],
  [{ format: "ico", size: 32 }, "00000100"],
  [{ format: "avif", size: 32 }, "000000"],
])("draws %j", async (options, signature) => {
  const image = await render(DISC, options);
  expect(image.toString("hex")).toMatch(new RegExp(`^${signature}`));
});

it("stops a rendering that takes too long, and renders the next image", async () => {
  const endless = render(ENDLESS, png(1024));
  const next = render(DISC, png(16));
  expect(await endless.catch((error) => error)).toEqual(new RenderError("rendering takes too long"));
  await expect(next).resolves.toBeInstanceOf(Buffer);
});

it("renders a drawing on which the fast renderer crashes with the other one", async () => {
  const far = item('<circle cx="12" cy="12" r="9"/><g opacity=".5"><path d="M9000 9000h5v5h-5z"/></g>');
  for (const size of [32, 64]) {
    const [drawn, expected] = [await render(far, png(size)), await render(DISC, png(size))];
    const pixels = (image: Buffer): Promise<Buffer> => sharp(image).ensureAlpha().raw().toBuffer();
    const [own, other] = [await pixels(drawn), await pixels(expected)];
    expect(own.filter((value, at) => Math.abs(value - other[at]!) > 64).length).toBe(0);
  }
});

it("renders a drawing that needs much memory after large images, whose memory the process keeps", async () => {
  const heavy = openCatalog(shippedArtifacts).storedImage("google-for-developers")!;
  for (let round = 0; round < 3; round++) {
    const own = createRenderPool(1);
    for (let image = 0; image < 6; image++) await render(DISC, png(1024), { of: own });
    await expect(render(heavy, png(1024), { of: own })).resolves.toBeInstanceOf(Buffer);
    await own.close();
  }
}, 60_000);

it("renders every one of many large images, since memory of earlier ones is freed", async () => {
  const own = createRenderPool(1);
  const large: ImageOptions[] = Array.from({ length: 36 }, () => ({ format: "png", size: 1024 }));
  const slow: ImageOptions[] = Array.from({ length: 3 }, () => ({ format: "avif", size: 1024 }));
  for (const options of [...large, ...slow]) {
    await expect(render(DISC, options, { of: own })).resolves.toBeInstanceOf(Buffer);
  }
  await own.close();
});

it("reports a damaged image, and renders the next one", async () => {
  const broken = render(Buffer.concat([DISC.subarray(0, 16), Buffer.from("no drawing")]), png(16));
  await expect(broken).rejects.toThrow(RenderError);
  await expect(render(DISC, png(16))).resolves.toBeInstanceOf(Buffer);
});

it.runIf(process.platform === "linux")("is unavailable as long as no process can be started", async () => {
  const { without, again } = await workWithoutDescriptors("render");
  expect(without).toEqual(Array(3).fill("RendererUnavailableError: the renderer can't be started: EMFILE"));
  expect(again).toEqual(["done", "done", "done"]);
});

it("ends its processes when closed, and rejects waiting images", async () => {
  const own = createRenderPool(1);
  const images = [render(ENDLESS, png(1024), { of: own }), render(DISC, png(16), { of: own })];
  const settled = Promise.allSettled(images);
  await own.close();
  images.push(render(DISC, png(16), { of: own }));
  for (const image of images) await expect(image).rejects.toThrow("the renderer is closed");
  await settled;
});
