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
const stored = (icons: unknown): string =>
  `localStorage.setItem("icons.favorites", ${JSON.stringify(JSON.stringify(icons))})`;
const star = (page: Page) => page.getByRole("button", { name: "Favorite", exact: true });

describeInBrowser(
  "explorer page",
  ({ open }) => {
    it("keeps favorites in the browser, by the star and by the key F", async () => {
      const page = await open(at("/?icon=spotify"));
      await star(page).click();
      expect(await star(page).getAttribute("aria-pressed")).toBe("true");
      await page.keyboard.press("Escape");
      await page.locator(".item").first().focus();
      await page.keyboard.press("Home");
      await expect.poll(() => page.evaluate("document.activeElement.textContent")).toBe("ChatGPT");
      await page.keyboard.press("f");
      await page.getByRole("button", { name: "Favorites" }).click();
      await page.waitForURL("**/?saved=favorites");
      await expect.poll(() => names(page)).toEqual(["Spotify", "ChatGPT"]);
      await page.reload();
      await expect.poll(() => names(page)).toEqual(["Spotify", "ChatGPT"]);
      await page.locator(".item").first().focus();
      await page.keyboard.press("f");
      await expect.poll(() => names(page)).toEqual(["ChatGPT"]);
      await page.getByRole("button", { name: "Favorites" }).click();
      await expect.poll(() => page.locator(".item .favorite").count()).toBe(1);
    });

    it("keeps favorites whose icon is gone until they are removed", async () => {
      const page = await open(at("/"));
      const gone = { id: "gone-app", name: "Gone App", developer: "D", _image: { drawing: true } };
      await page.evaluate(stored([gone, "nonsense", { id: "x" }, { ...gone, id: "y", _image: null }]));
      await page.goto(at("/?saved=favorites"));
      await expect.poll(() => names(page)).toEqual(["Gone App"]);
      expect(await page.locator(".item .missing").textContent()).toBe("G");
      await keep(page, "favorites-gone");
      await page.locator(".item").click();
      await page.getByRole("heading", { name: "There is no such icon" }).waitFor();
      await star(page).click();
      await page.getByRole("heading", { name: "No favorites yet" }).waitFor();
    });

    it("updates a favorite when its detail is opened", async () => {
      const page = await open(at("/"));
      await page.evaluate(stored([{ id: "spotify", name: "Old name", developer: "D" }]));
      await page.goto(at("/?saved=favorites"));
      await expect.poll(() => names(page)).toEqual(["Old name"]);
      await page.locator(".item").click();
      await expect.poll(async () => (await names(page))[0]).toBe("Spotify");
    });

    it("lists the icons that were viewed last, and forgets them on request", async () => {
      const page = await open(at("/?q=google"));
      const listed = await names(page);
      for (const index of [0, 1, 2, 0]) {
        await page.locator(".item").nth(index).click();
        await expect.poll(() => page.locator(".detail h2").textContent()).toBe(listed[index]);
        // An icon that is replaced before it is drawn was not viewed.
        await page.waitForFunction(`localStorage.getItem("icons.recent")?.includes(${JSON.stringify(listed[index])})`);
      }
      await page.getByRole("button", { name: "Favorites" }).click();
      await page.getByRole("link", { name: /^Recently viewed/ }).click();
      await page.waitForURL("**/?saved=recent");
      const viewed = [0, 2, 1].map((index) => listed[index]);
      await expect.poll(() => names(page)).toEqual(viewed);
      await keep(page, "recent");
      // An open icon stays in its place.
      await page.locator(".item").last().click();
      await page.locator(".detail .title p").waitFor();
      expect(await names(page)).toEqual(viewed);
      await page.getByRole("button", { name: "Clear" }).click();
      await page.getByRole("heading", { name: "No icon viewed yet" }).waitFor();
      await page.getByRole("button", { name: "All icons" }).click();
      await expect.poll(() => names(page).then(({ length }) => length)).toBeGreaterThan(20);
    });

    it("shares favorites between tabs", async () => {
      const page = await open(at("/?saved=favorites"));
      const other = await page.context().newPage();
      await other.goto(at("/?icon=figma"));
      await star(other).click();
      await expect.poll(() => names(page)).toEqual(["Figma"]);
      await other.close();
    });
  },
  ["status of 404"],
);
