import type { Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { describeInBrowser, keep } from "../support/browser.js";
import { type Service, startService } from "../support/service.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

let service: Service;
beforeAll(async () => {
  service = await startService(shippedArtifacts, { anonymous: "pro" });
});
afterAll(() => service.close());

const WIDTHS = [390, 820, 1440];
const FRAMES = ["rounded", "square", "round", "no"];
const at = (path: string): string => `http://127.0.0.1:${service.port}${path}`;

/** Copies the shown image in a form, and returns what the button then says. */
async function copy(page: Page, form: string): Promise<string> {
  await page.getByLabel("Copy as").selectOption(form);
  await page.evaluate("navigator.clipboard.writeText('nothing yet')");
  const button = page.locator(".image-actions .filled");
  await button.click();
  await expect.poll(() => clipboardText(page)).not.toBe("nothing yet");
  await expect.poll(() => button.textContent()).not.toBe("Copy");
  return (await button.textContent())!;
}

const clipboardText = (page: Page): Promise<string> => page.evaluate("navigator.clipboard.readText()");

/** The image of the clipboard. */
async function clipboardImage(page: Page): Promise<Buffer> {
  const bytes = await page.evaluate<number[]>(`navigator.clipboard.read()
    .then(([item]) => item.getType("image/png"))
    .then((blob) => blob.arrayBuffer())
    .then((bytes) => [...new Uint8Array(bytes)])`);
  return Buffer.from(bytes);
}

/** Red, green, blue and opacity of the pixel at a part of width and height. */
async function pixelOf(image: Buffer, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(image).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const first = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 4;
  return [...data.subarray(first, first + 4)];
}

describeInBrowser("the shown image", ({ open }) => {
  it.each(["xbox", "mastercard", "github", "slack"])("is what is copied, of %s with each background", async (id) => {
    const page = await open(at(`/?icon=${id}`));
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.locator(".stage img").waitFor();
    const frames = page.getByRole("group", { name: "Shape" }).getByRole("radio");
    // Slack's drawing has no background of its own.
    expect(await frames.count()).toBe(id === "slack" ? 0 : FRAMES.length);
    const seen = new Set<string>();
    for (const frame of id === "slack" ? ["its"] : FRAMES) {
      if (id !== "slack") await page.getByRole("radio", { name: `${frame} background` }).check();
      const shown = (await page.locator(".stage img").getAttribute("src"))!;
      expect(await copy(page, "svg")).toBe("Copied SVG");
      const svg = await clipboardText(page);
      const body = shown.startsWith("data:") ? decodeURIComponent(shown.slice(shown.indexOf(",") + 1)) : undefined;
      expect(svg).toBe(body ?? (await service.ask(`/${shown}`)).bytes.toString());
      seen.add(svg);
    }
    expect(seen.size).toBe(id === "slack" ? 1 : FRAMES.length);
  });

  it("is copied as a picture, with and without its background", async () => {
    const page = await open(at("/?icon=xbox"));
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    expect(await copy(page, "png")).toBe("Copied PNG");
    const framed = await clipboardImage(page);
    expect((await sharp(framed).metadata()).width).toBe(512);
    expect(await pixelOf(framed, 0, 0)).toEqual([0, 0, 0, 0]);
    expect(await pixelOf(framed, 0.5, 0.02)).toEqual([0x10, 0x7c, 0x10, 255]);
    await page.getByRole("radio", { name: "no background" }).check();
    expect(await copy(page, "png")).toBe("Copied PNG");
    expect((await pixelOf(await clipboardImage(page), 0.5, 0.3))[3]).toBe(0);
  });

  it("without a background has a color that is visible on the page, as the page becomes dark", async () => {
    const page = await open(at("/?icon=github"));
    await page.getByRole("radio", { name: "no background" }).check();
    const source = (): Promise<string | null> => page.locator(".stage img").getAttribute("src");
    await expect.poll(source).toBe("images/github.svg?variant=bare&theme=light");
    await page.getByRole("button", { name: "Colors: auto" }).click();
    await page.getByRole("button", { name: "Colors: light" }).click();
    await expect.poll(source).toBe("images/github.svg?variant=bare&theme=dark");
    await keep(page, "without-background");
    await page.getByRole("radio", { name: "on white" }).check();
    await expect.poll(source).toBe("images/github.svg?variant=bare&theme=light");
    // Both choices are stored.
    await page.reload();
    await expect.poll(source).toBe("images/github.svg?variant=bare&theme=light");
    expect(await page.getByRole("link", { name: "Download" }).getAttribute("download")).toBe("github-bare.svg");
  });

  it("names components as the application is written", async () => {
    const page = await open(at("/?icon=github"));
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await copy(page, "react");
    expect(await clipboardText(page)).toMatch(/^export function GitHub\(/m);
  });

  it.each(WIDTHS)("stands free of buttons at %i pixels, and the confirmation is readable", async (width) => {
    const page = await open(at("/?icon=xbox"), { width, height: 900 });
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.locator(".stage img").waitFor();
    const boxes = await page.evaluate<Record<"left" | "top" | "right" | "bottom", number>[]>(
      `[...document.querySelectorAll(".stage img, .corner .tool, .stage-choices label")]
        .map((element) => element.getBoundingClientRect().toJSON())`,
    );
    const [image, ...buttons] = boxes;
    expect(buttons).toHaveLength(5 + 8);
    const covered = buttons.filter(
      ({ left, top, right, bottom }) =>
        left < image!.right && right > image!.left && top < image!.bottom && bottom > image!.top,
    );
    expect(covered).toEqual([]);
    await copy(page, "dataUrl");
    const fits = `(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)(document.querySelector(".action .button"))`;
    expect(await page.evaluate(fits)).toBe(true);
    await keep(page, `shown-${width}`);
  });
});
