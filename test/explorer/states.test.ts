import type { Page } from "playwright-core";
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
const names = (page: Page): Promise<string[]> => page.locator(".item .name").allTextContents();
const search = (page: Page, q: string): Promise<void> => page.getByRole("searchbox", { name: "Search icons" }).fill(q);

describeInBrowser(
  "states of the explorer page",
  ({ open }) => {
    it("says which filter has no effect, and offers the nearest label", async () => {
      const page = await open(at("/?color=plaid"));
      await page.getByText('No icon has the color "plaid".').waitFor();
      await page.goto(at("/?color=gren,red"));
      await page.getByText('No icon has the color "gren". Did you mean green?').waitFor();
      await keep(page, "warning");
      await page.getByRole("button", { name: "green", exact: true }).click();
      await page.waitForURL("**/?color=green,red");
      await page.getByText("No icon has").waitFor({ state: "detached" });
      await page.goto(at("/?q=spotify&color=plaid"));
      await page.getByText('No icon has the color "plaid".').waitFor();
    });

    it("offers to search without the filters that leave nothing", async () => {
      const page = await open(at("/?q=spotify&category=games"));
      await page.getByRole("heading", { name: "No icon with these filters matches “spotify”" }).waitFor();
      await page.getByRole("button", { name: "Search without filters" }).click();
      await page.waitForURL("**/?q=spotify");
      await expect.poll(() => names(page)).toEqual(["Spotify"]);
    });

    it("dims the icons of the previous search until those of the next one are there", async () => {
      const page = await open(at("/?q=git"));
      const before = await names(page);
      let release = (): void => undefined;
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route("**/api/v1/icons?q=spotify*", async (route) => {
        await released;
        await route.continue();
      });
      await search(page, "spotify");
      await page.locator(".grid.stale").waitFor();
      expect(await names(page)).toEqual(before);
      expect(await page.getByRole("grid").getAttribute("aria-busy")).toBe("true");
      release();
      await page.locator(".grid:not(.stale)").waitFor();
      expect((await names(page))[0]).toBe("Spotify");
    });

    it("keeps the icons when a search fails, says what failed, and continues by itself", async () => {
      const page = await open(at("/?q=git"));
      const before = await names(page);
      await page.route("**/api/**", (route) => route.abort());
      await search(page, "spotify");
      await page.getByRole("alert").getByText("The icons below are the previous ones.").waitFor();
      expect(await names(page)).toEqual(before);
      await keep(page, "failing");
      await page.unroute("**/api/**");
      await expect.poll(async () => (await names(page))[0], { timeout: 20_000 }).toBe("Spotify");
      expect(await page.getByRole("alert").count()).toBe(0);
    });

    it("shows the linked icon among the others, wherever it is", async () => {
      const { body } = await service.ask("/api/v1/icons?limit=1&page=900");
      const { id, name } = body.data[0];
      const page = await open(at(`/?icon=${id}`));
      const current = page.locator(".item[aria-current]");
      await expect.poll(() => current.locator(".name").textContent()).toBe(name);
      expect(await current.getAttribute("data-index")).toBe("899");
      expect(await current.getAttribute("tabindex")).toBe("0");
    });

    it("shows the background of an image before the image, and keeps white white", async () => {
      const page = await open(at("/?q=mastercard"), { colorScheme: "dark" });
      await page.route("**/images/**", (route) => route.abort());
      const background = (): Promise<string> =>
        page.evaluate("getComputedStyle(document.querySelector('.item .tile')).backgroundColor");
      expect(await background()).toBe("rgb(255, 255, 255)");
      await search(page, "youtube");
      const { body } = await service.ask("/api/v1/icons?q=youtube&images=true&limit=1");
      await expect.poll(async () => (await names(page))[0]).toBe(body.data[0].name);
      await keep(page, "images-missing");
    });

    it("shows, copies and downloads an icon whose details can't be loaded", async () => {
      const page = await open(at("/?q=github"));
      await page.route("**/api/v1/icons/github*", (route) => route.abort());
      await page.locator('.item[href*="icon=github"]').first().click();
      await page.locator(".detail .stage img").waitFor();
      await page.getByRole("alert").getByText("No response").waitFor();
      expect(await page.getByRole("link", { name: "Download" }).getAttribute("href")).toContain("images/github.svg");
      await keep(page, "no-details");
    });

    it("lists its shortcuts, but not while somebody types", async () => {
      const page = await open(at("/"));
      await page.keyboard.press("?");
      const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
      await dialog.getByText("Select the icon").waitFor();
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
      // The browser takes the focus out of a closed dialog a moment later.
      await page.waitForFunction("document.activeElement.closest('dialog') === null");
      await page.keyboard.press("/");
      await page.locator("input[type=search]:focus").waitFor();
      await page.keyboard.type("c?");
      expect(await dialog.count()).toBe(0);
      await page.getByRole("button", { name: "Shortcuts" }).click();
      await dialog.waitFor();
    });

    it("moves nothing for readers who prefer that", async () => {
      const page = await open(at("/?icon=github"));
      const seconds = "getComputedStyle(document.querySelector('.detail')).transitionDuration";
      expect(await page.evaluate(seconds)).toBe("0s");
      await page.emulateMedia({ reducedMotion: "no-preference" });
      expect(await page.evaluate(seconds)).toBe("0.16s, 0.16s");
    });

    it("leads from a missing page to the icons", async () => {
      const page = await open(at("/no/such/page"));
      await page.getByRole("heading", { name: "There is no such page" }).waitFor();
      await keep(page, "missing");
      await page.getByRole("searchbox").fill("spotify");
      await page.keyboard.press("Enter");
      await page.waitForURL("**/?q=spotify");
      expect((await names(page))[0]).toBe("Spotify");
    });
  },
  ["status of 404", "ERR_FAILED"],
);
