import { rmSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import sharp from "sharp";
import { SIDE } from "./cells.mjs";
import { workPath } from "./work-folder.mjs";

const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const COLUMNS = 15;

/** A Chromium that shows drawings as images. */
export async function openChromium() {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
  const sheet = workPath("chromium", `sheet-${process.pid}.html`);
  return {
    version: browser.version(),
    /**
     * The pixels of drawings in squares, RGBA; one that can't be shown is transparent.
     *
     * @param drawings with a `file`, and its `place` in the square. HTML would round that to whole pixels
     * @param seconds how long to wait for animations
     */
    async render(drawings, seconds) {
      if (drawings.length === 0) return [];
      const images = drawings.map(({ file, place }, at) => {
        const [x, y] = [(at % COLUMNS) * SIDE + place.left, Math.floor(at / COLUMNS) * SIDE + place.top];
        return `<image href="${pathToFileURL(file)}" x="${x}" y="${y}" width="${place.width}" height="${place.height}"/>`;
      });
      const [width, height] = [COLUMNS * SIDE, Math.ceil(drawings.length / COLUMNS) * SIDE];
      const shown = `<svg width="${width}" height="${height}" style="position:absolute;left:0;top:0;visibility:hidden">${images.join("")}</svg>`;
      writeFileSync(sheet, `<!doctype html><meta charset="utf-8">${shown}`);
      // A renderer that has shown thousands of drawings is slow.
      const page = await browser.newPage({ viewport: { width, height } });
      // A few drawings take long.
      page.setDefaultTimeout(300_000);
      const session = await page.context().newCDPSession(page);
      await session.send("Emulation.setDefaultBackgroundColorOverride", { color: { r: 0, g: 0, b: 0, a: 0 } });
      await page.goto(pathToFileURL(sheet).href);
      await page.evaluate(async () => {
        const images = [...document.querySelectorAll("image")];
        await Promise.all(images.map((image) => image.decode().catch(() => image.remove())));
        // Else all are drawn again whenever one is loaded.
        document.querySelector("svg").style.visibility = "visible";
      });
      await sleep(seconds * 1000);
      // A screenshot of Playwright takes twice as long.
      const { data } = await session.send("Page.captureScreenshot", { format: "png", optimizeForSpeed: true });
      await page.close();
      const pixels = await pixelsOf(Buffer.from(data, "base64"));
      return drawings.map((_, at) => cut(pixels, width, (at % COLUMNS) * SIDE, Math.floor(at / COLUMNS) * SIDE));
    },
    async close() {
      await browser.close();
      rmSync(sheet, { force: true });
    },
  };
}

/** RGBA of an image file. */
export function pixelsOf(file) {
  return sharp(file).ensureAlpha().raw().toBuffer();
}

/** A square of an image. */
function cut(pixels, width, left, top) {
  const square = Buffer.alloc(SIDE * SIDE * 4);
  for (let y = 0; y < SIDE; y++) {
    const from = ((top + y) * width + left) * 4;
    pixels.copy(square, y * SIDE * 4, from, from + SIDE * 4);
  }
  return square;
}
