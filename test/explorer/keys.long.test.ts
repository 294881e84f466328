import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { describeInBrowser, keep } from "../support/browser.js";
import { PATIENTLY } from "../support/patiently.js";
import { type Service, startService } from "../support/service.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

/** 18:48 UTC, so the quota resets in five hours and twelve minutes. */
const NOW = Date.UTC(2026, 0, 15, 18, 48);

let service: Service;
beforeAll(async () => {
  service = await startService(shippedArtifacts, { now: () => NOW });
});
afterAll(() => service.close());

const at = (path: string): string => `http://127.0.0.1:${service.port}${path}`;

describeInBrowser(
  "explorer page of a server that requires keys",
  ({ open }) => {
    it("asks for a key, rejects an invalid one with the server's message, and continues with a valid one", async () => {
      const page = await open(at("/?q=spotify"));
      const dialog = page.getByRole("dialog");
      await dialog.waitFor();
      await keep(page, "key-dialog");
      await dialog.getByLabel("Key", { exact: true }).fill("icn_wrong");
      await dialog.getByRole("button", { name: "Use this key" }).click();
      await dialog.getByText("The API key is unknown, expired, revoked or mistyped.").waitFor();
      await keep(page, "key-refused");
      await dialog.getByLabel("Key", { exact: true }).fill(service.pro);
      await page.keyboard.press("Enter");
      await dialog.waitFor({ state: "detached" });
      await expect.poll(async () => (await page.locator(".item .name").allTextContents())[0]).toBe("Spotify");
      expect(await page.locator(".plan").textContent()).toBe("pro unlimited");
      expect(page.url()).not.toContain("icn_");
      expect(await page.evaluate("Object.values(sessionStorage)")).toEqual([service.pro]);
      expect(await page.evaluate("Object.values(localStorage)")).toEqual([]);
    });

    it("remembers the key on request, and forgets it again", async () => {
      const page = await open(at("/"));
      await page.getByLabel("Key", { exact: true }).fill(service.free);
      await page.getByLabel("Remember it in this browser").check();
      await page.getByRole("button", { name: "Use this key" }).click();
      await page.locator(".item").first().waitFor();
      const other = await page.context().newPage();
      await other.goto(at("/"));
      await other.locator(".item").first().waitFor();
      await other.locator(".plan").click();
      await other.getByRole("button", { name: "Forget the key" }).click();
      await other.getByRole("heading", { name: "An API key is needed" }).waitFor();
      expect(await other.evaluate("localStorage.length + sessionStorage.length")).toBe(0);
    });

    it("keeps what worked before a wrong key, which can be corrected", async () => {
      const page = await open(at("/"), { key: service.pro });
      const first = page.locator(".item").first();
      await first.waitFor();
      await page.locator(".plan").click();
      const dialog = page.getByRole("dialog");
      const field = dialog.getByLabel("Key", { exact: true });
      await field.fill("icn_wrong");
      await page.keyboard.press("Enter");
      await dialog.getByText("The API key is unknown").waitFor();
      expect(await field.inputValue()).toBe("icn_wrong");
      await page.keyboard.press("Escape");
      await expect.poll(() => page.locator(".plan").textContent()).toBe("pro unlimited");
      await first.waitFor();
      await page.reload();
      await expect.poll(() => page.locator(".plan").textContent()).toBe("pro unlimited");
    });

    it("closes the key dialog with Escape and shows that a key is required", async () => {
      const page = await open(at("/"));
      await page.getByRole("dialog").waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("heading", { name: "An API key is needed" }).waitFor();
      await keep(page, "key-needed");
      await page.getByRole("button", { name: "Enter a key" }).click();
      await page.getByRole("dialog").waitFor();
    });

    it("shows the remaining allowance without additional requests", async () => {
      const page = await open(at("/"), { key: service.free });
      const left = async (): Promise<number> =>
        Number(/^free (\d+) of 100 left$/.exec((await page.locator(".plan").textContent())!)?.[1]);
      await page.waitForLoadState("networkidle");
      const before = await left();
      await page.locator(".item").first().click();
      await page.locator(".similar a").first().waitFor();
      await expect.poll(left).toBe(before - 2);
      expect(await page.locator(".palette").count()).toBe(0);
      await page.getByText("The pro plan also shows").waitFor();
      await keep(page, "free");
      await page.goBack();
      await page.locator(".detail").waitFor({ state: "detached" });
      await page.goForward();
      await page.locator(".similar a").first().waitFor();
      expect(await left()).toBe(before - 2);
    });

    it("shows the fewest requests left when responses arrive in another order than they were counted", async () => {
      const page = await open(at("/?q=spotify&icon=github"), { key: service.free });
      const second = page.waitForResponse(/icons\/github/);
      let countFirst = (): void => undefined;
      const first = new Promise<void>((resolve) => {
        countFirst = resolve;
      });
      await page.route(/limit=100/, async (route) => {
        const response = await route.fetch();
        countFirst();
        await second;
        await sleep(200);
        await route.fulfill({ response });
      });
      await page.route(/icons\/github/, async (route) => {
        await first;
        await route.continue();
      });
      await page.reload();
      await page.locator(".item .name").first().waitFor();
      await page.waitForLoadState("networkidle");
      const { body } = await service.ask("/api/v1/categories", { "X-API-Key": service.free });
      await expect
        .poll(() => page.locator(".plan").textContent())
        .toBe(`free ${body._meta.rate_remaining + 1} of 100 left`);
    });

    it("shows the current allowance when the browser responds from its cache", async () => {
      const page = await open(at("/"), { key: service.free });
      const left = async (): Promise<number> =>
        Number(/^free (\d+) of 100 left$/.exec((await page.locator(".plan").textContent())!)?.[1]);
      await page.waitForLoadState("networkidle");
      await page.reload();
      await page.waitForLoadState("networkidle");
      const { body } = await service.ask("/api/v1/categories", { "X-API-Key": service.free });
      await expect.poll(left).toBe(body._meta.rate_remaining + 1);
    });

    it("distinguishes too many invalid keys from a used-up daily allowance", async () => {
      const page = await open(at("/"), { key: service.free });
      await page.locator(".item").first().waitFor();
      const refused = async (): Promise<number> =>
        (await service.ask("/api/v1/categories", { "X-API-Key": "icn_wrong" })).status;
      await vi.waitFor(async () => expect(await refused()).toBe(429), { ...PATIENTLY, interval: 0 });
      await page.locator(".plan").click();
      await page.getByLabel("Key", { exact: true }).fill("icn_wrong");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Too many invalid keys" }).waitFor();
      await keep(page, "invalid-keys");
      await page.getByRole("button", { name: "Enter a key" }).click();
      await page.getByLabel("Key", { exact: true }).fill(service.pro);
      await page.keyboard.press("Enter");
      await page.locator(".item").first().waitFor();
    });

    it("reports a used-up daily allowance and when it renews", async () => {
      const page = await open(at("/"), { key: service.free });
      while ((await service.ask("/api/v1/categories", { "X-API-Key": service.free })).status === 200);
      await page.getByRole("searchbox", { name: "Search icons" }).fill("spotify");
      await page.getByRole("heading", { name: "The day's requests are used up" }).waitFor();
      await page.getByText("They come back at 00:00 UTC, in 5 h 12 min.").waitFor();
      expect(await page.locator(".plan").textContent()).toBe("free 0 of 100 left");
      await keep(page, "quota");
      await page.getByRole("button", { name: "Use a key with more requests" }).click();
      await page.getByLabel("Key", { exact: true }).fill(service.pro);
      await page.keyboard.press("Enter");
      await expect.poll(async () => (await page.locator(".item .name").allTextContents())[0]).toBe("Spotify");
    });
  },
  ["status of 401", "status of 429"],
);

describeInBrowser(
  "explorer page of an unreachable server",
  ({ open }) => {
    it("reports the unreachable server, and continues when it is back", async () => {
      const first = await startService(shippedArtifacts, { anonymous: "pro" });
      const page = await open(`http://127.0.0.1:${first.port}/`);
      // The code for details is loaded after the first view.
      await page.waitForLoadState("networkidle");
      await first.close();
      await page.getByRole("searchbox", { name: "Search icons" }).fill("spotify");
      await page.getByRole("heading", { name: "No response" }).waitFor();
      await keep(page, "away");
      const second = await startService(shippedArtifacts, { anonymous: "pro" });
      second.app.server.close();
      second.app.server.listen(first.port, "127.0.0.1");
      await once(second.app.server, "listening");
      await page.getByRole("button", { name: "Try again" }).click();
      await expect.poll(async () => (await page.locator(".item .name").allTextContents())[0]).toBe("Spotify");
      await second.close();
    });
  },
  ["ERR_CONNECTION_REFUSED"],
);
