import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { violations } from "../support/accessible.js";
import { describeInBrowser, keep } from "../support/browser.js";
import { type Service, startService } from "../support/service.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

const SPOTIFY = "#operations-icons-getIcon";
/** A problem of the library: its rows are buttons that contain a link. */
const KNOWN = "nested-interactive";

let service: Service;
beforeAll(async () => {
  service = await startService(shippedArtifacts, { anonymous: "free" });
});
afterAll(() => service.close());

const docs = (): string => `http://127.0.0.1:${service.port}/docs`;

/** Opens an operation, sends the request of its form, and reads the displayed response. */
async function execute(page: Page): Promise<{ status: string; response: { data: { id: string }; _meta: object } }> {
  await page.locator(`${SPOTIFY} .execute`).click();
  const live = page.locator(`${SPOTIFY} .live-responses-table`);
  await live.locator(".response-col_status").last().waitFor();
  const status = (await live.locator(".response-col_status").last().textContent())!;
  return { status, response: JSON.parse((await live.locator("pre.microlight").first().textContent())!) };
}

async function objections(page: Page): Promise<string[]> {
  return (await violations(page)).filter((violation) => !violation.startsWith(KNOWN));
}

describeInBrowser("/docs", ({ open }) => {
  it("lists every operation and sends no request to another host", async () => {
    const page = await open(docs());
    const { body } = await service.ask("/openapi.json");
    const shown = await page.evaluate<string[]>(
      "[...document.querySelectorAll('.opblock-summary-path')].map(({ dataset }) => dataset.path)",
    );
    expect(shown.sort()).toEqual(Object.keys(body.paths).sort());
    await keep(page, "docs");
  });

  it.each([1280, 390])(
    "starts with Getting started, goes on with the operations and ends with errors: %i",
    async (width) => {
      const page = await open(docs(), { width, height: 844 });
      const tops = await page.evaluate<
        number[]
      >(`["Getting started", "listIcons", "findSimilar", "Errors"].map((part) => {
      const heading = [...document.querySelectorAll("h2")].find(({ textContent }) => textContent === part);
      return (heading ?? document.querySelector("[id$=-" + part + "]")).getBoundingClientRect().top;
    })`);
      expect(tops).toEqual(tops.toSorted((a, b) => a - b));
      expect(tops[0]).toBeLessThan(200);
      expect(await page.locator(".info h2").allTextContents()).toEqual(["Getting started", "Errors"]);
      const hidden = `[...document.querySelectorAll(".info td, .opblock-summary-path")].filter((cell) =>
      cell.getBoundingClientRect().right > innerWidth || cell.scrollWidth > cell.clientWidth + 1).length`;
      expect(await page.evaluate(hidden)).toBe(0);
    },
  );

  it("sends example requests without and with a key", async () => {
    const page = await open(docs());
    await page.locator(`${SPOTIFY} .opblock-summary-control`).click();
    const keyless = await execute(page);
    expect(keyless).toMatchObject({ status: "200", response: { data: { id: "spotify" }, _meta: { tier: "free" } } });
    await page.locator(".btn.authorize").first().click();
    const dialog = page.locator(".auth-container", { hasText: "X-API-Key" });
    await dialog.locator("input").fill(service.pro);
    await dialog.getByRole("button", { name: "Apply credentials" }).click();
    await page.locator(".btn-done").first().click();
    await page.locator(`${SPOTIFY} .btn-clear`).click();
    const keyed = await execute(page);
    expect(keyed).toMatchObject({ status: "200", response: { data: { id: "spotify" }, _meta: { tier: "pro" } } });
    await keep(page, "docs-executed");
  });

  it.each([
    ["wide", {}],
    ["dark", { colorScheme: "dark" }],
    ["narrow", { width: 360, height: 740 }],
  ] as const)("breaks no accessibility rule outside the library's own markup: %s", async (look, options) => {
    const page = await open(docs(), options);
    await keep(page, `docs-${look}`);
    await page.locator(`${SPOTIFY} .opblock-summary-control`).click();
    await execute(page);
    // A check with an open operation includes everything that the closed page shows.
    expect(await objections(page)).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);
    expect(await page.evaluate("document.querySelector('meta[name=viewport]').content")).toContain("device-width");
    await page.locator(SPOTIFY).scrollIntoViewIfNeeded();
    await keep(page, `docs-${look}-open`);
  });
});
