import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { describeInBrowser } from "../support/browser.js";
import { serve } from "../support/cli.js";
import { temporaryFolder } from "../support/folder.js";
import { PATIENTLY } from "../support/patiently.js";

const PICTURE = (color: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10" fill="${color}"/></svg>`;

describeInBrowser("explorer page under icons dev", ({ open }) => {
  it("shows edited records and images by itself, where the reader is", async () => {
    const icons = Array.from({ length: 200 }, (_, n) => ({
      id: `icon-${n}`,
      name: `Icon ${n}`,
      developer: "D",
      category: "c",
      ...(n === 199 ? { image: "one.svg" } : {}),
    }));
    const folder = temporaryFolder({
      "data/dataset.json": { name: "Dev" },
      "data/icons/a.json": icons,
      "data/one.svg": PICTURE("#1db954"),
    });
    const flags = ["--keys", join(folder, "keys.json"), "--usage", join(folder, "usage.bin")];
    const server = await serve(["dev", join(folder, "data"), "--out", join(folder, "out"), ...flags]);
    const page = await open(`http://127.0.0.1:${server.port}/`);
    await page.locator(".grid").evaluate((grid) => grid.scrollTo(0, 1e9));
    const last = page.locator(".item").last();
    const color = () =>
      page.evaluate(`(() => {
        const context = new OffscreenCanvas(1, 1).getContext("2d");
        context.drawImage([...document.querySelectorAll(".item")].at(-1).querySelector("img"), 0, 0, 1, 1);
        return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
      })()`);
    await expect.poll(() => last.textContent(), PATIENTLY).toBe("Icon 199");
    await expect.poll(color, PATIENTLY).toEqual([0x1d, 0xb9, 0x54]);

    const file = join(folder, "data/icons/a.json");
    writeFileSync(file, readFileSync(file, "utf8").replace("Icon 199", "Edited"));
    await expect.poll(() => last.textContent(), PATIENTLY).toBe("Edited");
    writeFileSync(join(folder, "data/one.svg"), PICTURE("#e53935"));
    await expect.poll(() => color().catch(() => undefined), PATIENTLY).toEqual([0xe5, 0x39, 0x35]);
    expect(await last.textContent()).toBe("Edited");
    await page.close();
    expect(await server.stop()).toBe(0);
  });
});
