import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { overflowing, violations } from "../support/accessible.js";
import { describeInBrowser, keep } from "../support/browser.js";
import { type Service, startService } from "../support/service.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

let service: Service;
beforeAll(async () => {
  service = await startService(shippedArtifacts, { anonymous: "free" });
});
afterAll(() => service.close());

const at = (path: string): string => `http://127.0.0.1:${service.port}${path}`;

/** Sends the request of a page and reads the response that it shows. */
async function send(page: Page): Promise<{ status: string; body: string }> {
  await page.getByRole("button", { name: "Send request" }).click();
  const response = page.getByRole("region", { name: "Response" });
  await response.locator("b").waitFor();
  return {
    status: (await response.locator("b").innerText()).slice(0, 3),
    body: await response.locator(".body").innerText(),
  };
}

const request = (page: Page): Promise<string> =>
  page.getByRole("region", { name: "Example request" }).locator("pre").innerText();
const search = (page: Page) => page.getByRole("searchbox", { name: "Search the documentation" });

/** States of pages: what leads to them. */
const STATES: readonly (readonly [name: string, path: string, act: (page: Page) => Promise<unknown>])[] = [
  ["start", "/docs", async () => undefined],
  ["guide", "/docs/search", async () => undefined],
  ["code", "/docs/client", async () => undefined],
  ["errors", "/docs/errors", async () => undefined],
  ["operation", "/docs/api/list-icons", async () => undefined],
  ["response", "/docs/api/get-icon", send],
  // The list covers no link in part, which would be too small a target.
  ["found", "/docs/errors", (page) => search(page).fill("work budget")],
  ["key", "/docs/api/list-icons", (page) => page.getByRole("button", { name: "API key" }).click()],
];

describeInBrowser("the documentation", ({ open }) => {
  it("sends the request that it shows, with the key that the explorer keeps", async () => {
    const page = await open(at("/docs/api/get-icon"));
    const keyless = await send(page);
    expect(keyless.status).toBe("200");
    expect(JSON.parse(keyless.body)).toMatchObject({ data: { id: "spotify" }, _meta: { tier: "free" } });
    await page.getByRole("button", { name: "Use a key" }).click();
    await page.getByLabel("Key", { exact: true }).fill(service.pro);
    await page.getByRole("button", { name: "Use this key" }).click();
    await page.getByLabel("id", { exact: true }).fill("slack");
    expect(await request(page)).toContain("/api/v1/icons/slack'");
    await page.getByText("with your key").waitFor();
    await page.getByRole("button", { name: "Send request" }).click();
    await page.getByText('"id": "slack"').waitFor();
    await page.getByRole("button", { name: "pro unlimited" }).waitFor();
    await page.goto(at("/"));
    await page.getByRole("button", { name: "pro unlimited" }).waitFor();
  });

  it("shows a received image", async () => {
    const page = await open(at("/docs/api/get-image"));
    await page.getByLabel("size", { exact: true }).fill("64");
    await page.getByLabel("size", { exact: true }).press("Enter");
    await page.getByRole("img", { name: "The response" }).waitFor();
    expect(await page.evaluate("document.querySelector('.received img').naturalWidth")).toBe(64);
  });

  it("remembers the language of examples", async () => {
    const page = await open(at("/docs/api/list-icons"));
    await page.getByText("Python").click();
    expect(await request(page)).toContain("urlopen");
    await page.goto(at("/docs/api/get-icon"));
    await expect.poll(() => request(page)).toContain('"/api/v1/icons/spotify"'.slice(1, -1));
    expect(await request(page)).toContain("urlopen");
  });

  it("searches headings, operations and parameters by keyboard", async () => {
    const page = await open(at("/docs"));
    await page.keyboard.press("/");
    await page.keyboard.type("work budget");
    await page.getByRole("link", { name: "Work budget Search" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL(at("/docs/search#work-budget"));
    await search(page).fill("padding");
    await page.getByRole("link", { name: "padding Get an image" }).click();
    await page.waitForURL(at("/docs/api/get-image#parameter-padding"));
    await search(page).fill("spotify");
    await page.getByRole("link", { name: "Search icons for “spotify”" }).waitFor();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await page.waitForURL(at("/?q=spotify"));
  });

  it("leads to the explorer and back", async () => {
    const page = await open(at("/docs/tutorial"));
    await page.getByRole("link", { name: "Icons", exact: true }).click();
    await page.waitForURL(at("/"));
    await page.getByRole("link", { name: "Docs" }).first().click();
    await page.waitForURL(at("/docs"));
  });

  it("opens and closes the contents on a phone, by keyboard", async () => {
    const page = await open(at("/docs/search"), { width: 390, height: 844 });
    const contents = page.getByRole("navigation", { name: "Contents" });
    expect(await contents.isVisible()).toBe(false);
    await page.getByRole("button", { name: "Contents" }).press("Enter");
    await contents.waitFor();
    expect(await violations(page)).toEqual([]);
    await keep(page, "docs-contents");
    await page.keyboard.press("Escape");
    await contents.waitFor({ state: "hidden" });
  });

  it("reaches the text first, and every control, by keyboard", async () => {
    const page = await open(at("/docs/api/list-categories"));
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    const reached: string[] = [];
    for (let press = 0; press < 12; press++) {
      await page.keyboard.press("Tab");
      reached.push(
        await page.evaluate<string>(
          "document.activeElement.ariaLabel || document.activeElement.innerText || document.activeElement.name",
        ),
      );
    }
    expect(reached.join("\n")).toMatch(/language\n.*Copy the request[\s\S]*Use a key\nSend request/);
  });

  it.each([
    ["wide", { width: 1440, height: 900 }],
    ["dark", { width: 1440, height: 900, colorScheme: "dark" }],
    ["phone", { width: 390, height: 844 }],
    ["dark-phone", { width: 390, height: 844, colorScheme: "dark" }],
  ] as const)("breaks no accessibility rule and no frame: %s", async (look, options) => {
    for (const [name, path, act] of STATES) {
      const page = await open(at(path), options);
      await act(page);
      await keep(page, `docs-${name}-${look}`);
      expect.soft(await violations(page), name).toEqual([]);
      const wide = (await overflowing(page)).filter(
        (element) => !/^<(table|thead|tbody|tr|t[hd]|code|span|em|a)\b/.test(element),
      );
      expect.soft(wide, name).toEqual([]);
      expect.soft(await page.evaluate("document.documentElement.scrollWidth - innerWidth"), name).toBe(0);
      await page.close();
    }
  });
});
