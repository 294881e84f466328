import { afterAll, beforeAll, expect, it } from "vitest";
import { describeInBrowser, keep } from "../support/browser.js";
import { PATIENTLY } from "../support/patiently.js";
import { type Service, startService } from "../support/service.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

let service: Service;
beforeAll(async () => {
  service = await startService(shippedArtifacts);
});
afterAll(() => service.close());

const at = (path: string): string => `http://127.0.0.1:${service.port}${path}`;

describeInBrowser(
  "requests of the explorer page with a free key",
  ({ open }) => {
    it("are one for a search, a sort, a detail and its similar icons, and one per 20 icons in view", async () => {
      const page = await open(at("/"));
      const requests: string[] = [];
      page.on("request", (request) => {
        const { pathname, search } = new URL(request.url());
        if (pathname.startsWith("/api/")) requests.push(pathname + search);
      });
      const used = async (act: () => Promise<unknown>): Promise<number> => {
        const before = requests.length;
        await act();
        // Longer than the page waits for another key or for scrolling to stop.
        await page.waitForTimeout(700);
        await page.waitForLoadState("networkidle");
        return requests.length - before;
      };
      const counted = {
        key: await used(async () => {
          await page.getByLabel("Key", { exact: true }).fill(service.free);
          await page.keyboard.press("Enter");
          await page.locator(".item .name").first().waitFor();
        }),
        search: await used(() => page.getByRole("searchbox", { name: "Search icons" }).fill("google")),
        home: await used(() => page.getByRole("searchbox", { name: "Search icons" }).fill("")),
        scroll: await used(async () => {
          const { height } = (await page.locator(".item").first().boundingBox())!;
          const columns = Number(await page.getByRole("grid").getAttribute("aria-colcount"));
          // Five rows are in view.
          for (let row = 0; row <= 600 / columns - 5; row += 5) {
            await page.evaluate(`document.querySelector(".grid").scrollTop = ${row * (height + 4)}`);
            await page.waitForTimeout(300);
          }
        }),
        detail: await used(async () => {
          await page.locator(".item").first().click();
          await page.locator(".similar a").first().waitFor();
          await page.getByRole("button", { name: "Close", exact: true }).click();
        }),
        look: await used(() => page.getByLabel("Sort by").selectOption("Look")),
        similar: await used(() => page.goto(at("/?phash=aaaa5555aaaa5555"))),
      };
      // 40 icons are in view, and parts of some while the page scrolls.
      const { scroll, detail, ...others } = counted;
      expect(others).toEqual({ key: 2, search: 2, home: 0, look: 2, similar: 1 });
      // Beside a detail, other icons of the list may come into view.
      expect([2, 3]).toContain(detail);
      expect(scroll).toBeLessThanOrEqual(29);
      expect(requests.length).toBeLessThanOrEqual(38);
      expect(new Set(requests).size).toBe(requests.length);
      await keep(page, "session");
    });

    it("stop before the last tenth of the day, until somebody allows them", async () => {
      const page = await open(at("/"), { key: service.free });
      const left = async (): Promise<number> => {
        const { body } = await service.ask("/api/v1/categories", { "X-API-Key": service.free });
        return body._meta.rate_remaining;
      };
      while ((await left()) > 11);
      const search = page.getByRole("searchbox", { name: "Search icons" });
      await search.fill("git");
      await expect.poll(() => page.locator(".plan").textContent()).toBe("free 10 of 100 left");
      const names = () => page.locator(".item .name").allTextContents();
      // Rows out of view are drawn later.
      let shown: string[] = [];
      await expect
        .poll(
          async () => {
            const before = shown;
            shown = await names();
            return shown.length > 0 && shown.join() === before.join();
          },
          { ...PATIENTLY, interval: 500 },
        )
        .toBe(true);
      await search.fill("spotify");
      await page.getByRole("heading", { name: "10 requests left today" }).waitFor();
      await expect.poll(names).toEqual(shown);
      await keep(page, "last-requests");
      await page.getByRole("button", { name: "Use them here" }).click();
      await expect.poll(async () => (await page.locator(".item .name").allTextContents())[0]).toBe("Spotify");
      expect(await page.locator(".plan").textContent()).toBe("free 9 of 100 left");
      // Nothing that was shown is requested again.
      await search.fill("git");
      await expect.poll(names).toEqual(shown);
      expect(await left()).toBe(8);
    });
  },
  ["status of 401"],
);
