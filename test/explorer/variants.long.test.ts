import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { compile } from "#build/compile/compile.js";
import { violations } from "../support/accessible.js";
import { describeInBrowser, keep } from "../support/browser.js";
import { temporaryFolder } from "../support/folder.js";
import { startService } from "../support/service.js";

const drawn = (color: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v4H4v4H0z" fill="${color}"/></svg>`;

describeInBrowser("variants in the explorer", ({ open }) => {
  it("shows a small tile of each variant, which switches the large image, its files and its code", async () => {
    const folder = temporaryFolder({ "kite.svg": drawn("red"), "dark.svg": drawn("#222"), "light.svg": drawn("#eee") });
    const credits = { license: "Own terms", licenseUrl: "https://lighter.example/terms", attribution: "Lighter" };
    const variants = [
      { name: "dark", image: "dark.svg" },
      { name: "light", image: "light.svg", ...credits },
    ];
    const record = { id: "kite", name: "Kite", developer: "D", category: "c", image: "kite.svg", variants };
    writeFileSync(join(folder, "icons.json"), JSON.stringify([record, { ...record, id: "plain", variants: [] }]));
    await compile({ data: join(folder, "icons.json"), out: join(folder, "out"), jobs: 1 });
    const service = await startService(join(folder, "out"), { anonymous: "pro" });
    try {
      const page = await open(`http://127.0.0.1:${service.port}/?icon=kite`);
      const tiles = page.getByRole("group", { name: "Variants" }).getByRole("button");
      await expect.poll(() => tiles.count()).toBe(3);
      const large = page.locator(".stage img");
      const file = page.getByRole("link", { name: "Download" });
      await tiles.nth(2).click();
      await expect.poll(() => large.getAttribute("src")).toBe("images/kite.svg?variant=light");
      expect(await tiles.nth(2).getAttribute("aria-pressed")).toBe("true");
      expect(await file.getAttribute("href")).toContain("variant=light");
      expect(await file.getAttribute("download")).toMatch(/^kite-light\./);
      expect(await page.getByText("light: Lighter").textContent()).toBe("light: Lighter, Own terms");
      expect(await page.getByRole("link", { name: "Own terms" }).getAttribute("href")).toBe(credits.licenseUrl);
      await keep(page, "variants");
      expect(await violations(page)).toEqual([]);
      await tiles.nth(0).click();
      await expect.poll(() => page.getByText("Lighter").count()).toBe(0);
      // The icon's own drawing is part of the page.
      await expect.poll(() => large.getAttribute("data-src")).toBe("images/kite.svg");
      expect(await large.getAttribute("src")).toMatch(/^data:.*red/);
      const forms = page.getByRole("combobox", { name: "Copy as" });
      expect(await forms.textContent()).toContain("<picture>");
      await page.goto(`http://127.0.0.1:${service.port}/?icon=plain`);
      await expect.poll(() => large.count()).toBe(1);
      expect(await tiles.count()).toBe(0);
      expect(await forms.textContent()).not.toContain("<picture>");
    } finally {
      await service.close();
    }
  });
});
