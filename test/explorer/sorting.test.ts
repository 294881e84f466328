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
const namesOf = async (query: string): Promise<string[]> =>
  (await service.ask(`/api/v1/icons?${query}`)).body.data.map(({ name }: { name: string }) => name);

describeInBrowser("explorer page", ({ open }) => {
  it("sorts by the orders of the API, kept in its address", async () => {
    const page = await open(at("/?color=green"));
    await page.getByLabel("Sort by").selectOption("Name");
    await page.waitForURL("**/?color=green&sort=name");
    const byName = await namesOf("color=green&sort=name&limit=100");
    await expect.poll(async () => (await names(page)).slice(0, 20)).toEqual(byName.slice(0, 20));
    await page.reload();
    expect(await page.getByLabel("Sort by").inputValue()).toBe("name");
    await keep(page, "sorted");
    await page.getByLabel("Sort by").selectOption("Relevance");
    await page.waitForURL("**/?color=green");
    const byRelevance = await namesOf("color=green&limit=100");
    await expect.poll(async () => (await names(page)).slice(0, 20)).toEqual(byRelevance.slice(0, 20));
  });

  it("shows all icons by look in the order of the API, with one request", async () => {
    const page = await open(at("/"));
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    await page.getByLabel("Sort by").selectOption("Look");
    await page.waitForURL("**/?sort=look");
    const byLook = await namesOf("sort=look&limit=100");
    await expect.poll(async () => (await names(page)).slice(0, 20)).toEqual(byLook.slice(0, 20));
    expect(requests.filter((url) => url.includes("/api/"))).toHaveLength(1);
    await keep(page, "by-look");
  });

  it("offers no order by dates that the icons don't have", async () => {
    const page = await open(at("/"));
    expect(await page.getByLabel("Sort by").locator("option").allTextContents()).toEqual(["Relevance", "Name", "Look"]);
  });

  it("shows the icons nearest to any color first, until the color is removed", async () => {
    const page = await open(at("/"));
    await page.locator("input[type=color]").fill("#1ed760");
    await page.waitForURL("**/?color=%231ed760");
    const nearest = await namesOf("color=%231ed760&sort=color&limit=100");
    await expect.poll(async () => (await names(page)).slice(0, 20)).toEqual(nearest.slice(0, 20));
    expect(nearest).toContain("Spotify");
    await page.getByRole("button", { name: "Remove #1ed760" }).click();
    await expect.poll(() => new URL(page.url()).search).toBe("");
  });

  it("opens a random icon of the result", async () => {
    const page = await open(at("/?q=adobe&sort=name"));
    const listed = await namesOf("q=adobe&limit=100");
    await page.evaluate("Math.random = () => 0.9999");
    await page.getByRole("button", { name: "Surprise me" }).click();
    const [last] = await namesOf(`q=adobe&sort=name&limit=1&page=${listed.length}`);
    await expect.poll(() => page.locator(".detail h2").textContent()).toBe(last);
    await page.goBack();
    await page.goto(at("/"));
    await page.evaluate("Math.random = () => 0.9999");
    await page.getByRole("button", { name: "Surprise me" }).click();
    // On a page that was not loaded before.
    const { total } = (await service.ask("/api/v1/icons?limit=1")).body;
    const [end] = await namesOf(`limit=1&page=${total}`);
    await expect.poll(() => page.locator(".detail h2").textContent()).toBe(end);
  });
});
