import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { violations } from "../support/accessible.js";
import { describeInBrowser, keep } from "../support/browser.js";
import { type Service, startService } from "../support/service.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

const PAGES = ["fetch", "picker", "tutorial"] as const;

let service: Service;
let pages: Server;
let api: string;
beforeAll(async () => {
  service = await startService(shippedArtifacts, { anonymous: "pro" });
  api = `http://127.0.0.1:${service.port}`;
  pages = createServer((request, response) => {
    const name = PAGES.find((page) => request.url?.startsWith(`/${page}.html`));
    response.setHeader("content-type", name === undefined ? "image/svg+xml" : "text/html; charset=utf-8");
    response.end(name === undefined ? "<svg xmlns='http://www.w3.org/2000/svg'/>" : contentOf(name));
  });
  await new Promise<void>((resolve) => {
    pages.listen(0, "127.0.0.1", resolve);
  });
});
afterAll(async () => {
  pages.close();
  await service.close();
});

/** The tutorial's page asks the server of the tutorial. */
function contentOf(name: (typeof PAGES)[number]): string {
  if (name !== "tutorial") return readFileSync(`examples/${name}.html`, "utf8");
  const [, page] = /```html\n([\s\S]*?)```/.exec(readFileSync("docs/tutorial.md", "utf8"))!;
  return page!.replace("http://localhost:3000", api);
}

/** The URL of an example, which has another origin than the API. */
function addressOf(name: (typeof PAGES)[number], parameters: Record<string, string> = {}): string {
  const { port } = pages.address() as { port: number };
  return `http://127.0.0.1:${port}/${name}.html?${new URLSearchParams({ api, ...parameters })}`;
}

const statusOf = (page: Page): Promise<string> => page.getByRole("status").innerText();

describeInBrowser("example page with fetch", ({ open }) => {
  it("lists the API's results with images while typing", async () => {
    const page = await open(addressOf("fetch"), { mayAsk: api });
    await page.getByRole("searchbox").fill("spotify");
    await page.getByText("1 icons").waitFor();
    expect(await page.getByRole("listitem").allInnerTexts()).toEqual(["Spotify by Spotify"]);
    expect(await page.evaluate("document.querySelector('li img').decode().then(() => true)")).toBe(true);
    expect(await violations(page)).toEqual([]);
    await keep(page, "example-fetch");
  });
});

describeInBrowser("page of the tutorial", ({ open }) => {
  it("lists icons with their images while typing", async () => {
    const page = await open(addressOf("tutorial"), { mayAsk: api });
    await page.getByRole("searchbox").fill("spotify");
    await page.getByText("Spotify").waitFor();
    expect(await page.getByRole("listitem").allInnerTexts()).toEqual(["Spotify"]);
    expect(await page.evaluate("document.querySelector('li img').decode().then(() => true)")).toBe(true);
  });
});

describeInBrowser(
  "example page with fetch after an error",
  ({ open }) => {
    it("shows the reason of an API error on the example page", async () => {
      const page = await open(addressOf("fetch", { key: "icn_wrong" }), { mayAsk: api });
      expect(await statusOf(page)).toContain("key");
    });
  },
  ["401"],
);

describeInBrowser("example icon picker", ({ open }) => {
  const inputOf = (page: Page) => page.getByRole("combobox", { name: "Pick an icon" });
  const optionsOf = (page: Page) => page.getByRole("option");

  it("searches, moves through the results and selects by keyboard", async () => {
    const page = await open(addressOf("picker"), { mayAsk: api });
    const input = inputOf(page);
    // Typed letter by letter, a late response would redraw the list below.
    await input.fill("google");
    await expect.poll(() => optionsOf(page).count()).toBe(8);
    expect(await input.getAttribute("aria-expanded")).toBe("true");
    await input.press("ArrowUp");
    expect(await optionsOf(page).last().getAttribute("aria-selected")).toBe("true");
    await input.press("ArrowDown");
    await input.press("ArrowDown");
    const second = optionsOf(page).nth(1);
    expect(await second.getAttribute("aria-selected")).toBe("true");
    expect(await input.getAttribute("aria-activedescendant")).toBe(await second.getAttribute("id"));
    expect(await violations(page)).toEqual([]);
    await keep(page, "example-picker");
    const name = await second.innerText();
    await input.press("Enter");
    expect(await input.inputValue()).toBe(name);
    expect(await statusOf(page)).toMatch(/^Picked google-/);
    expect(await optionsOf(page).count()).toBe(0);
  });

  it("selects on click, and closes on Escape", async () => {
    const page = await open(addressOf("picker"), { mayAsk: api });
    const input = inputOf(page);
    await input.fill("spotify");
    await optionsOf(page).filter({ hasText: "Spotify" }).click();
    expect(await statusOf(page)).toBe("Picked spotify");
    await input.fill("goo");
    await optionsOf(page).first().waitFor();
    await input.press("Escape");
    expect(await optionsOf(page).count()).toBe(0);
    expect(await input.getAttribute("aria-expanded")).toBe("false");
    expect(await violations(page)).toEqual([]);
  });
});
