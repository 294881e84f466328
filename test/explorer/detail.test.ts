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
const opened = (page: Page): string | null => new URL(page.url()).searchParams.get("icon");
const ids = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll(".item")].map(({ href }) => new URL(href).searchParams.get("icon"))`);

describeInBrowser("the detail of an icon", ({ open }) => {
  it("leads to the previous and next icon of the list by arrow keys and buttons, without filling the history", async () => {
    const page = await open(at("/?q=git"));
    const [first, second, third] = await ids(page);
    await page.locator(".item").nth(1).click();
    await page.locator(".detail .title p").waitFor();
    expect(opened(page)).toBe(second);
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => opened(page)).toBe(third);
    await page.getByRole("button", { name: "Previous icon" }).click();
    await page.getByRole("button", { name: "Previous icon" }).click();
    await expect.poll(() => opened(page)).toBe(first);
    expect(await page.getByRole("button", { name: "Previous icon" }).isDisabled()).toBe(true);
    await page.keyboard.press("ArrowLeft");
    await page.getByText(/^1 of \d+$/).waitFor();
    // In the grid, they move the focus.
    await page.locator(".item").first().focus();
    await page.keyboard.press("ArrowRight");
    expect(opened(page)).toBe(first);
    await page.goBack();
    await expect.poll(() => opened(page)).toBeNull();
    expect(await ids(page)).toContain(first);
  });

  it("leads to a page of all similar icons, which has an address", async () => {
    const page = await open(at("/?q=music&icon=spotify"));
    await page.locator(".similar a").first().waitFor();
    expect(await page.locator(".similar a").count()).toBeLessThanOrEqual(8);
    await page.getByRole("link", { name: /^Show all \d+$/ }).click();
    await page.waitForURL("**/?similar=spotify");
    await page.getByText(/^\d+ icons similar to/).waitFor();
    const { body } = await service.ask("/api/v1/similar?id=spotify&limit=20");
    const similar = body.data.map(({ id }: { id: string }) => id);
    expect(await ids(page)).toEqual(similar);
    await keep(page, "similar-page");
    await page.reload();
    await expect.poll(() => ids(page)).toEqual(similar);
    await page.getByRole("button", { name: "Spotify" }).click();
    await page.waitForURL("**/?similar=spotify&icon=spotify");
    await page.goBack();
    await page.goBack();
    await page.waitForURL("**/?q=music&icon=spotify");
  });

  it.each(["github", "openjdk", "minio"])(
    "has license, author, source and brand rules in one place: %s",
    async (id) => {
      const page = await open(at(`/?icon=${id}`));
      const { data } = (await service.ask(`/api/v1/icons/${id}`)).body;
      const { license, licenseUrl, source, attribution } = data;
      const section = page.locator(".licensing");
      const rows = await section.locator("dd").allTextContents();
      expect(rows.slice(0, 2)).toEqual([license, attribution]);
      expect(await page.evaluate('[...document.querySelectorAll(".licensing dd a")].map(({ href }) => href)')).toEqual(
        [licenseUrl ?? `https://spdx.org/licenses/${license}.html`, source, data.guidelines].filter(Boolean),
      );
    },
  );

  it("copies a picture for light and dark pages where the image differs", async () => {
    const page = await open(at("/?icon=github"));
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const forms = page.getByRole("combobox", { name: "Copy as" });
    expect(await forms.textContent()).not.toContain("<picture>");
    await page.getByRole("radio", { name: "no background" }).check();
    await forms.selectOption("<picture>, light and dark");
    await page.getByRole("button", { name: "Copy", exact: true }).click();
    const copied = (): Promise<string> => page.evaluate("navigator.clipboard.readText()");
    await expect.poll(copied).toMatch(/^<picture>/);
    const code = await copied();
    const images = [/<img src="([^"]*)"/, /media="\(prefers-color-scheme: dark\)" srcset="([^"]*)"/].map(
      (part) => new URL(part.exec(code)![1]!.replaceAll("&amp;", "&")),
    );
    expect(images.map(({ searchParams }) => Object.fromEntries(searchParams))).toEqual([
      { variant: "bare", theme: "light" },
      { variant: "bare", theme: "dark" },
    ]);
    const [light, dark] = await Promise.all(images.map(async (url) => (await fetch(url)).text()));
    expect(light).toContain("<svg");
    expect(dark).not.toBe(light);
  });
});
