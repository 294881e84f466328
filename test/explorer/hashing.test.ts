import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import sharp, { type Sharp } from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { looksOfFile } from "#build/analysis/describe-file.js";
import { unpackImage } from "#build/image/decode/unpack-image.js";
import { decodeImage, measuredPixels } from "#build/image/render/measured-pixels.js";
import { storeImage } from "#build/image/render/store-image.js";
import { createImageSource } from "#build/image/source/image-source.js";
import { openCatalog } from "#src/catalog/catalog.js";
import { formatPalette } from "#src/palette/palette-text.js";
import { formatHash, phash } from "#src/phash/phash.js";
import type { Pixels } from "#src/phash/pixels.js";
import { describeInBrowser, keep } from "../support/browser.js";
import { temporaryFolder } from "../support/folder.js";
import { type Service, startService } from "../support/service.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";
import { shippedSource } from "../support/source-records.js";

/** The value in `data/dataset.json`. */
const PADDING = 0.17;
const BATCH = 50;
/** Number of shipped icons to hash, evenly spread over the dataset. */
const HASHED_ICONS = Number(process.env.HASHED_ICONS ?? 50);

let service: Service;
beforeAll(async () => {
  service = await startService(shippedArtifacts, { anonymous: "pro" });
});
afterAll(() => service.close());

const at = (path: string): string => `http://127.0.0.1:${service.port}${path}`;
const catalog = openCatalog(shippedArtifacts);
const pictures = createImageSource(resolve("data"));

/** An icon as a PNG file, drawn as the build hashes it. */
async function hashedPng({ image, tint, background }: ReturnType<typeof shippedSource>[number]): Promise<Buffer> {
  const stored = await storeImage(await unpackImage(await pictures.read(image!)), {
    tint,
    background,
    padding: PADDING,
  });
  const { hashed } = await measuredPixels(stored);
  return toImage(hashed).png().toBuffer();
}

function toImage({ data, width, height }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels: 4 } });
}

/** The looks that the command line computes for an image file, as in addresses. */
async function looksOf(bytes: Buffer): Promise<readonly object[]> {
  const file = join(temporaryFolder(), "image.png");
  writeFileSync(file, bytes);
  return (await looksOfFile(file)).map(({ shape, palette }) => ({ shape, palette: formatPalette(palette) }));
}

/** Page code: a file from base64 text. */
const fileOf = (bytes: Buffer, type: string): string =>
  `new File([Uint8Array.from(atob("${bytes.toString("base64")}"), (letter) => letter.charCodeAt(0))], "file", { type: "${type}" })`;

/** Page code: simulates dropping or pasting files. */
const handOver = (event: "drop" | "paste", file: string): string => `{
  const transfer = new DataTransfer();
  transfer.items.add(${file});
  const init = { dataTransfer: transfer, clipboardData: transfer, bubbles: true, cancelable: true };
  document.body.dispatchEvent(${event === "drop" ? 'new DragEvent("drop", init)' : 'new ClipboardEvent("paste", init)'});
}`;

describeInBrowser("image in the browser", ({ open }) => {
  it("hashes shipped icons and describes their look as the build does", async () => {
    const page = await open(at("/"));
    const shipped = shippedSource();
    const step = Math.max(1, shipped.length / HASHED_ICONS);
    const source = Array.from({ length: Math.floor(shipped.length / step) }, (_, n) => shipped[Math.floor(n * step)]!);
    const different: string[] = [];
    for (let start = 0; start < source.length; start += BATCH) {
      const batch = source.slice(start, start + BATCH);
      const pngs = await Promise.all(batch.map(hashedPng));
      const files = pngs.map((png) => fileOf(png, "image/png"));
      const looks = await Promise.all(pngs.map(looksOf));
      const described = (await page.evaluate(`(async () => {
        const script = document.querySelector("script[src]").src;
        const { describeImage } = await import(new URL("describe-image.js", script).href);
        return Promise.all([${files}].map(describeImage));
      })()`)) as { phash: string; looks: object[] }[];
      for (const [index, { id }] of batch.entries()) {
        const { phash, looks: seen } = described[index]!;
        const { phash: built } = catalog.get(id);
        if (phash !== built) different.push(`${id}: ${phash}, built ${built}`);
        const [inBrowser, asFile] = [JSON.stringify(seen), JSON.stringify(looks[index])];
        if (inBrowser !== asFile) different.push(`${id}: ${inBrowser}, as a file ${asFile}`);
      }
    }
    expect(different).toEqual([]);
  }, 180_000);

  it.each(["png", "webp", "jpeg", "gif"] as const)("hashes %s of any size as the command line does", async (format) => {
    const page = await open(at("/"));
    const { image } = shippedSource().find(({ id }) => id === "firefox")!;
    const drawing = await pictures.read(image!);
    const bytes = await sharp(drawing.bytes, { density: 97 })
      .resize(301, 187, { fit: "contain" })
      .toFormat(format, { lossless: true } as object)
      .toBuffer();
    const expected = formatHash(phash(await decodeImage({ kind: "raster", bytes })));
    await page.evaluate(handOver("drop", fileOf(bytes, `image/${format}`)));
    await page.waitForURL("**/?phash=*");
    const hash = new URL(page.url()).searchParams.get("phash")!;
    // Decoders of lossy formats may differ in the last bit of a color.
    expect(distance(hash, expected)).toBeLessThanOrEqual(format === "jpeg" ? 2 : 0);
  });

  it("finds the icon of a dropped file without sending the file", async () => {
    const page = await open(at("/"));
    const posted: string[] = [];
    page.on("request", (request) => {
      if (request.method() !== "GET") posted.push(request.url());
    });
    const spotify = shippedSource().find(({ id }) => id === "spotify")!;
    await page.evaluate(handOver("drop", fileOf(await hashedPng(spotify), "image/png")));
    await expect.poll(() => page.locator(".item").first().textContent()).toBe("SpotifySame");
    await page.getByAltText("Dropped file").waitFor();
    expect(posted).toEqual([]);
    await keep(page, "dropped");
    await page.getByLabel("Mirrored and inverted, too").check();
    await page.waitForURL("**&include=mirrored,inverted");
    await page.locator(".item").first().click();
    await page.locator(".similar a").first().waitFor();
    await keep(page, "dropped-detail");
    await page.getByRole("button", { name: "Back to all icons" }).click();
    const { total } = (await service.ask("/api/v1/icons?limit=1")).body;
    const count = `${total.toLocaleString("en")} icons`;
    await expect.poll(() => page.locator("main [role=status]").first().textContent()).toBe(count);
  });

  it("compares a dropped image by look and by shape, with and without its background", async () => {
    const page = await open(at("/"));
    const requests: URLSearchParams[] = [];
    page.on("request", (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === "/api/v1/similar") requests.push(searchParams);
    });
    // A black sign on a white page, of which its icon has nothing.
    const png = await sharp(await catalog.image("github", { format: "png", size: 128, padding: 0.2 }))
      .flatten({ background: "#ffffff" })
      .png()
      .toBuffer();
    await page.evaluate(handOver("drop", fileOf(png, "image/png")));
    await expect.poll(() => page.locator(".item").first().textContent()).toMatch(/^GitHub(Same|Very similar)$/);
    const looks = await looksOf(png);
    expect(looks).toHaveLength(2);
    expect(requests.map((params) => ({ shape: params.get("shape"), palette: params.get("palette") }))).toEqual(
      looks.flatMap((look) => [look, { ...look, palette: null }]),
    );
    await keep(page, "dropped-on-background");
    await page.reload();
    await expect.poll(() => page.locator(".item .name").first().textContent()).toBe("GitHub");
  });

  it("compares an image without edges by its hash", async () => {
    const page = await open(at("/"));
    const png = await sharp({ create: { width: 64, height: 64, channels: 4, background: "#1db954" } })
      .png()
      .toBuffer();
    const request = page.waitForRequest("**/api/v1/similar?*");
    await page.evaluate(handOver("drop", fileOf(png, "image/png")));
    const { searchParams } = new URL((await request).url());
    expect([...searchParams.keys()]).toEqual(["phash", "uncertain", "limit", "images"]);
  });

  it("finds the icon of a served image of another size first, even if its hash differs", async () => {
    const page = await open(at("/"));
    for (const id of ["nginx", "vercel"]) {
      const response = await fetch(at(`/images/${id}.png?size=32`));
      const png = Buffer.from(await response.arrayBuffer());
      await page.evaluate(handOver("drop", fileOf(png, "image/png")));
      await expect.poll(() => page.locator(".item .name").first().textContent()).toBe(catalog.get(id).name);
      expect(new URL(page.url()).searchParams.get("phash")).not.toBe(catalog.get(id).phash);
    }
  });

  it("finds the icon of a pasted image and of a chosen drawing", async () => {
    const page = await open(at("/"));
    const { image } = shippedSource().find(({ id }) => id === "firefox")!;
    const { bytes } = await pictures.read(image!);
    await page.evaluate(handOver("paste", fileOf(Buffer.from(bytes), "image/svg+xml")));
    await expect.poll(() => page.locator(".item .name").first().textContent()).toBe("Firefox");
    await page.goBack();
    await page
      .locator("input[type=file]")
      .setInputFiles({ name: "a.svg", mimeType: "image/svg+xml", buffer: Buffer.from(bytes) });
    await expect.poll(() => page.locator(".item .name").first().textContent()).toBe("Firefox");
  });

  it("reports the problem with a file that is not an image", async () => {
    const page = await open(at("/"));
    await page.evaluate(handOver("drop", fileOf(Buffer.from("no picture"), "image/png")));
    await page.getByText("This is not an image that the browser can read.").waitFor();
    await keep(page, "no-picture");
    await page.evaluate(handOver("drop", fileOf(Buffer.from("<svg><broken"), "image/svg+xml")));
    await page.getByText("This drawing can't be read.").waitFor();
  });
});

/** Hamming distance, computed bit by bit. */
function distance(a: string, b: string): number {
  return [...(BigInt(`0x${a}`) ^ BigInt(`0x${b}`)).toString(2)].filter((bit) => bit === "1").length;
}
