import sharp from "sharp";
import { afterAll, expect, it } from "vitest";
import { encodeStoredImage } from "#src/format/stored-image.js";
import { type ImageOptions, toImageRequest } from "#src/images/image-options.js";
import { createRenderPool, RenderError, RendererBusyError } from "#src/images/render-pool.js";

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

const png = (size: number): ReturnType<typeof toImageRequest> => toImageRequest({ format: "png", size });

it.each<[ImageOptions, string]>([
  [{ format: "png" }, "89504e47"],
  [{ format: "webp" }, "52494646"],
  [{ format: "jpg" }, "ffd8ff"],
  [{ format: "ico", size: 32 }, "00000100"],
  [{ format: "avif", size: 32 }, "000000"],
])("draws %j", async (options, signature) => {
  const image = await pool.render(DISC, toImageRequest(options), "client");
  expect(image.toString("hex")).toMatch(new RegExp(`^${signature}`));
});

it("serves clients in turn, so that one client's image does not wait for all images of another", async () => {
  const order: string[] = [];
  const render = (client: string, size: number): Promise<unknown> =>
    pool.render(DISC, png(size), client).then(() => order.push(client));
  await Promise.all([...[16, 17, 18, 19].map((size) => render("busy", size)), render("other", 20)]);
  expect(order.indexOf("other")).toBeLessThanOrEqual(2);
});

it("rejects images of a client beyond 16 waiting ones, and still renders those of others", async () => {
  const wanted = Array.from({ length: 20 }, (_, at) => pool.render(DISC, png(16 + at), "busy"));
  const other = pool.render(DISC, png(64), "other");
  const settled = await Promise.allSettled(wanted);
  // One is being rendered, 16 are waiting.
  expect(settled.filter(({ status }) => status === "fulfilled")).toHaveLength(17);
  for (const one of settled) if (one.status === "rejected") expect(one.reason).toBeInstanceOf(RendererBusyError);
  await expect(other).resolves.toBeInstanceOf(Buffer);
});

it("stops a rendering that takes too long, and renders the next image", async () => {
  const endless = pool.render(ENDLESS, png(1024), "client");
  const next = pool.render(DISC, png(16), "client");
  expect(await endless.catch((error) => error)).toEqual(new RenderError("rendering takes too long"));
  await expect(next).resolves.toBeInstanceOf(Buffer);
});

it("renders a drawing on which the fast renderer crashes with the other one", async () => {
  const far = item('<circle cx="12" cy="12" r="9"/><g opacity=".5"><path d="M9000 9000h5v5h-5z"/></g>');
  for (const size of [32, 64]) {
    const [drawn, expected] = [
      await pool.render(far, png(size), "client"),
      await pool.render(DISC, png(size), "client"),
    ];
    const pixels = (image: Buffer): Promise<Buffer> => sharp(image).ensureAlpha().raw().toBuffer();
    const [own, other] = [await pixels(drawn), await pixels(expected)];
    expect(own.filter((value, at) => Math.abs(value - other[at]!) > 64).length).toBe(0);
  }
});

it("renders every one of many large images, since memory of earlier ones is freed", async () => {
  const own = createRenderPool(1);
  const large: ImageOptions[] = Array.from({ length: 36 }, () => ({ format: "png", size: 1024 }));
  const slow: ImageOptions[] = Array.from({ length: 3 }, () => ({ format: "avif", size: 1024 }));
  for (const options of [...large, ...slow]) {
    await expect(own.render(DISC, toImageRequest(options), "client")).resolves.toBeInstanceOf(Buffer);
  }
  await own.close();
});

it("reports a damaged image, and renders the next one", async () => {
  const broken = pool.render(Buffer.concat([DISC.subarray(0, 16), Buffer.from("no drawing")]), png(16), "client");
  await expect(broken).rejects.toThrow(RenderError);
  await expect(pool.render(DISC, png(16), "client")).resolves.toBeInstanceOf(Buffer);
});

it("ends its processes when closed, and rejects waiting images", async () => {
  const own = createRenderPool(1);
  const images = [own.render(ENDLESS, png(1024), "client"), own.render(DISC, png(16), "client")];
  const settled = Promise.allSettled(images);
  await own.close();
  images.push(own.render(DISC, png(16), "client"));
  for (const image of images) await expect(image).rejects.toThrow("the renderer is closed");
  await settled;
});
