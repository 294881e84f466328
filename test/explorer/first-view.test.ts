import { afterAll, beforeAll, expect, it } from "vitest";
import { describeInBrowser, keep } from "../support/browser.js";
import { type Service, startService } from "../support/service.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

let service: Service;
beforeAll(async () => {
  service = await startService(shippedArtifacts, { anonymous: "pro" });
});
afterAll(() => service.close());

const at = (path: string): string => `http://127.0.0.1:${service.port}${path}`;
const ALL_LOADED = '[...document.querySelectorAll(".item img")].every(({ naturalWidth }) => naturalWidth > 0)';

describeInBrowser("first view of the explorer page", ({ open }) => {
  it("shows the icons that were served with the page without requesting them again", async () => {
    const page = await open(at("/?q=google"));
    const requests: string[] = [];
    page.on("request", (request) => requests.push(new URL(request.url()).pathname));
    await page.reload();
    await page.waitForLoadState("networkidle");
    expect(requests.filter((path) => path.startsWith("/api/"))).toEqual([]);
    expect(await page.locator(".item").count()).toBeGreaterThan(20);
    // Small drawings are part of the page, others are loaded once.
    const inPage = (await page.content())
      .match(/ data-src="images\/[^"?]*/g)!
      .map((text) => text.slice(' data-src="'.length));
    expect(inPage.length).toBeGreaterThan(10);
    const images = requests.filter((path) => path.startsWith("/images/"));
    expect(images.length).toBeGreaterThan(0);
    expect(images.filter((path) => inPage.includes(path.slice(1)))).toEqual([]);
    expect(new Set(images).size).toBe(images.length);
    expect(await page.evaluate(ALL_LOADED)).toBe(true);
  });

  it.each([320, 360, 390])("shows the whole name of the dataset at %i pixels", async (width) => {
    const page = await open(at("/?category=music"), { width, height: 740 });
    const heading = page.getByRole("heading", { name: "Application icons", exact: true });
    const isCut = "(h) => h.scrollWidth > h.clientWidth || h.scrollHeight > h.clientHeight";
    expect(await heading.evaluate(`(${isCut})(document.querySelector("h1"))`)).toBe(false);
    await page.getByRole("button", { name: "Filters 1" }).click();
    await page.getByRole("button", { name: /^Show \d+ icons$/ }).waitFor();
  });

  it("shows images before any code has arrived, and keeps them while it takes over", async () => {
    const page = await open(at("/"));
    let release = (): void => undefined;
    const arrived = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/main.js", async (route) => {
      await arrived;
      await route.continue();
    });
    await page.reload({ waitUntil: "commit" });
    await expect.poll(() => page.evaluate('document.querySelectorAll(".flow img").length')).toBe(60);
    const inView = "getBoundingClientRect().top < innerHeight";
    await expect
      .poll(() => page.evaluate(`[...document.images].every((i) => i.${inView} ? i.naturalWidth > 0 : true)`))
      .toBe(true);
    await keep(page, "before-code");
    await page.evaluate(`(() => {
      window.missing = 0;
      const look = () => {
        const images = [...document.querySelectorAll(".item img")].filter((image) => image.${inView});
        if (images.length === 0 || images.some(({ naturalWidth }) => naturalWidth === 0)) window.missing++;
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    })()`);
    release();
    await page.locator('[role="grid"][aria-colcount]').waitFor();
    await page.waitForLoadState("networkidle");
    expect(await page.evaluate("window.missing")).toBe(0);
  });
});

describeInBrowser(
  "explorer page whose code for details can't be loaded",
  ({ open }) => {
    it("says so, and tries again for the next icon", async () => {
      const page = await open(at("/?q=google"));
      await page.route("**/detail.js", (route) => route.abort());
      await page.reload();
      await page.locator(".item").first().click();
      const alert = page.getByRole("alert");
      await expect.poll(() => alert.textContent()).toBe("The details can't be loaded. Reload the page.");
      await page.unroute("**/detail.js");
      await page.locator(".item").nth(1).click();
      await page.locator(".detail h2").waitFor();
      expect(await alert.count()).toBe(0);
    });

    it("still shows the icons of a link to one", async () => {
      const page = await open(at("/?q=google"));
      await page.route("**/detail.js", (route) => route.abort());
      await page.goto(at("/?q=google&icon=google-chrome"));
      await expect.poll(() => page.getByRole("alert").count()).toBe(1);
      expect(await page.locator(".item").count()).toBeGreaterThan(20);
    });
  },
  ["Failed to load resource", "net::ERR_FAILED"],
);
